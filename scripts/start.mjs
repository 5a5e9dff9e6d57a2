import { install } from './install.mjs';
import { projectRoot } from './places.mjs';

await install();
const { execa } = await import('execa');

console.error('Building the package ...');
const build = await execa('npm', ['run', '--silent', 'build'], { cwd: projectRoot, reject: false });
if (build.failed) {
	console.error(`${build.stdout}\n${build.stderr}\nThe package could not be built.`);
	process.exit(1);
}

// From here on this process can import TypeScript.
await import('tsx');
await import('./demo/main.ts');
