import { install } from './install.mjs';
import { projectRoot } from './places.mjs';
import { run } from './run.mjs';

await install();

// Lint builds, too: n8n's scanner looks at the built files.
const steps = ['lint', 'typecheck', 'test:all'];

for (const step of steps) {
	console.log(`\n-- npm run ${step}`);
	const began = Date.now();
	const exitCode = await run('npm', ['run', '--silent', step], {
		cwd: projectRoot,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	console.log(`-- ${step}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
	if (exitCode !== 0) process.exit(exitCode);
}
