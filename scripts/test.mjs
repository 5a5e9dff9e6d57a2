import { install } from './install.mjs';
import { projectRoot } from './places.mjs';

await install();
const { execa } = await import('execa');

// Lint builds, too: n8n's scanner looks at the built files.
const steps = ['lint', 'typecheck', 'test:all'];

for (const step of steps) {
	console.log(`\n-- npm run ${step}`);
	const began = Date.now();
	const { exitCode } = await execa('npm', ['run', '--silent', step], {
		cwd: projectRoot,
		stdio: ['ignore', 'inherit', 'inherit'],
		reject: false,
	});
	console.log(`-- ${step}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
	if (exitCode !== 0) process.exit(exitCode ?? 1);
}
