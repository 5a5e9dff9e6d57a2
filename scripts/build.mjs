import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import typescript from '@rollup/plugin-typescript';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import { chunkOf } from './chunks.mjs';
import { projectRoot } from './places.mjs';
import { requiredLater } from './requiredLater.mjs';

process.chdir(projectRoot);
rmSync('dist', { recursive: true, force: true });

const { n8n } = JSON.parse(readFileSync('package.json', 'utf8'));
const registered = [...n8n.nodes, ...n8n.credentials].map((path) =>
	path.replace(/^dist\/(.*)\.js$/, '$1'),
);

/** In fewer bytes; what stands outside all functions keeps its name, for an error's stack to be read. */
const compact = {
	name: 'compact',
	renderChunk: async (code) =>
		await transform(code, {
			minifyWhitespace: true,
			minifySyntax: true,
			minifyIdentifiers: true,
			lineLimit: 2000,
			charset: 'utf8',
		}),
};

async function build() {
	const bundle = await rollup({
		input: Object.fromEntries(registered.map((name) => [name, `${name}.ts`])),
		external: ['n8n-workflow', /^node:/],
		plugins: [typescript({ module: 'esnext', noEmitOnError: true }), requiredLater, compact],
		onLog: (_level, { code, message }) => {
			// Circles do no harm where each file is loaded at its first use.
			if (!code?.startsWith('CIRCULAR')) throw new Error(message);
		},
	});
	await bundle.write({
		dir: 'dist',
		format: 'cjs',
		chunkFileNames: 'nodes/Newsletter/[name].js',
		manualChunks: chunkOf,
		hoistTransitiveImports: false,
		minifyInternalExports: true,
		freeze: false,
	});
	await bundle.close();
}

try {
	await build();
} catch ({ message }) {
	console.error(message);
	process.exit(1);
}
execFileSync(process.execPath, ['node_modules/gulp/bin/gulp.js', '--silent', 'assets'], {
	stdio: 'inherit',
});
