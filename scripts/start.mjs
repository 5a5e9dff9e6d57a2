import { spawnSync } from 'node:child_process';
import { install } from './install.mjs';
import { projectRoot } from './places.mjs';

await install();

console.error('Building the package ...');
const options = { cwd: projectRoot, encoding: 'utf8' };
const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], options);
if (status !== 0) {
	console.error(`${stdout}\n${stderr}\nThe package could not be built.`);
	process.exit(1);
}

// From here on this process can import TypeScript.
await import('tsx');
await import('./demo/main.ts');
