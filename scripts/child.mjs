import { spawn } from 'node:child_process';

const PROGRESS_EVERY_MS = 10_000;
const END_WITHIN_MS = 20_000;
const TAIL_LINES = 40;

const running = new Set();
let isLeaving = false;

function signalTree(child, signal) {
	try {
		// Unix children lead a process group of their own, so that what they started ends with them.
		if (process.platform === 'win32') child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch (error) {
		if (error.code !== 'ESRCH') throw error;
	}
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

function endChildrenAndLeave(signal) {
	isLeaving = true;
	for (const child of running) signalTree(child, 'SIGTERM');
	const deadline = Date.now() + END_WITHIN_MS;
	setInterval(() => {
		if (running.size > 0 && Date.now() < deadline) return;
		for (const child of running) signalTree(child, 'SIGKILL');
		process.exit(EXIT_CODES[signal]);
	}, 100);
}

/** From now on a signal that ends this process ends first what it runs. Returns how to take that back. */
export function endChildrenOnSignals() {
	const signals = Object.keys(EXIT_CODES);
	for (const signal of signals) process.once(signal, endChildrenAndLeave);
	return () => {
		for (const signal of signals) process.off(signal, endChildrenAndLeave);
	};
}

function start(command, args, options) {
	const child = spawn(command, args, { detached: process.platform !== 'win32', ...options });
	running.add(child);
	const ended = new Promise((resolve, reject) => {
		// While this process leaves, the end of a child is no failure to report, and nothing comes after it.
		child.once('error', (error) => {
			running.delete(child);
			if (!isLeaving) reject(error);
		});
		child.once('close', (code, signal) => {
			running.delete(child);
			if (!isLeaving) resolve(code ?? (signal ? 1 : 0));
		});
	});
	return { child, ended };
}

/** Runs a command with its output shown as it comes; resolves to its exit code. */
export async function runShown(command, args, options = {}) {
	return await start(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }).ended;
}

export class StepError extends Error {
	constructor(label, output) {
		super(`${label} failed`);
		this.output = output;
	}
}

/** Runs a command quietly, with a line of progress every 10 seconds. Throws a StepError that holds all output. */
export async function runQuietly(label, command, args, options = {}) {
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	console.error(`${label} …`);
	const { child, ended } = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text) => {
			output += text;
		});
	}
	const progress = setInterval(() => {
		const counts = output.match(/^Progress: .*/gm)?.at(-1);
		console.error(`  ${label}: ${seconds()} s${counts ? `  (${counts.slice(10)})` : ''}`);
	}, PROGRESS_EVERY_MS);
	try {
		const exitCode = await ended;
		if (exitCode !== 0) throw new StepError(label, output);
	} catch (error) {
		if (error instanceof StepError) throw error;
		throw new StepError(label, `${error.message}\n${output}`);
	} finally {
		clearInterval(progress);
	}
	console.error(`  ${label}: done in ${seconds()} s`);
	return output;
}

export function tail(output) {
	return output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
