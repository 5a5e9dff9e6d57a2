import {
	linkSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BEAT_MS = 5_000;
const STALE_AFTER_MS = 60_000;
const SAY_WAITING_EVERY_MS = 10_000;

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}

function tryTake(file) {
	try {
		writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
		return false;
	}
}

// A holder that was killed leaves its file behind: its process is gone, or on another machine with the same folder its
// beats have stopped.
function isStale(file, text) {
	if (Date.now() - statSync(file).mtimeMs > STALE_AFTER_MS) return true;
	const holder = JSON.parse(text);
	return holder.host === hostname() && !isAlive(holder.pid);
}

function removeIfStale(file) {
	const aside = `${file}.${process.pid}`;
	try {
		const text = readFileSync(file, 'utf8');
		if (!isStale(file, text)) return;
		renameSync(file, aside);
		// Another waiter may have been faster, and what was moved is its fresh lock: put it back.
		if (readFileSync(aside, 'utf8') !== text) linkSync(aside, file);
		rmSync(aside);
	} catch (error) {
		// The lock is gone, or its holder has not finished writing it: look again.
		if (error.code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
	}
}

/** Runs `work` while no other process that uses the same lock file does. */
export async function withLock(file, waitingFor, work) {
	mkdirSync(dirname(file), { recursive: true });
	let saidAt = 0;
	while (!tryTake(file)) {
		removeIfStale(file);
		if (Date.now() - saidAt >= SAY_WAITING_EVERY_MS) {
			console.error(`Another run is ${waitingFor}; waiting for it (${file}) …`);
			saidAt = Date.now();
		}
		await sleep(200);
	}
	const beat = setInterval(() => {
		const now = new Date();
		try {
			utimesSync(file, now, now);
		} catch (error) {
			if (error.code !== 'ENOENT') throw error;
		}
	}, BEAT_MS);
	const release = () => rmSync(file, { force: true });
	process.once('exit', release);
	try {
		return await work();
	} finally {
		clearInterval(beat);
		process.off('exit', release);
		release();
	}
}
