import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command to its end, or until this process is told to end. Returns its exit code. */
export async function run(command, args, options) {
	const child = spawn(command, args, options);
	const end = () => child.kill();
	process.once('SIGTERM', end);
	const [exitCode] = await once(child, 'exit');
	process.off('SIGTERM', end);
	return exitCode ?? 1;
}
