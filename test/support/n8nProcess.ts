/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/require-node-api-error -- runs outside n8n */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { n8nInstall, projectRoot } from './n8nInstall';

const READY_WITHIN_MS = 180_000;
const STOPPED_WITHIN_MS = 30_000;

const quiet = {
	N8N_SECURE_COOKIE: 'false',
	GENERIC_TIMEZONE: 'UTC',
	N8N_LOG_FORMAT: 'text',
	NO_COLOR: '1',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
};

/** A file of the user folder with everything that the server prints. */
export const LOG_FILE = 'n8n.log';

export interface N8nProcess {
	/** Ends exactly this process and what it started, and waits for its end. */
	stop(): Promise<void>;
	/** The same without a warning, as when the machine fails. */
	kill(): Promise<void>;
}

export interface N8nProcessOptions {
	userFolder: string;
	port: number;
	brokerPort: number;
	env?: Record<string, string>;
	/** Removed when the process that started this one is gone without having stopped it. */
	throwAway?: string[];
	/** Ends the start before n8n is ready. */
	signal?: AbortSignal;
}

// What a test run sets for n8n-core in its own process must not reach the server.
const inheritedEnv = () =>
	Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) => !/^(N8N_|DB_|QUEUE_|EXECUTIONS_|NODE_ENV$|NODE_OPTIONS$|npm_|JEST_)/.test(name),
		),
	);

const watch = (pid: number, throwAway: string[]): ChildProcess => {
	const watchdog = spawn(
		process.execPath,
		[join(projectRoot, 'test/support/n8nWatchdog.mjs'), String(pid), ...throwAway],
		{ detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
	);
	watchdog.unref();
	return watchdog;
};

const waitUntilReady = async (
	{ port, signal }: N8nProcessOptions,
	server: ChildProcess,
	logs: () => string,
) => {
	const statusOf = async (path: string) =>
		(await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined))?.status;
	const deadline = Date.now() + READY_WITHIN_MS;
	while (Date.now() < deadline) {
		signal?.throwIfAborted();
		if (server.exitCode !== null || server.signalCode !== null) {
			throw new Error(`n8n ended before it was ready:\n${logs()}`);
		}
		// An older n8n says that it is ready before the editor's interface answers.
		const isHealthy = (await statusOf('/healthz/readiness')) === 200;
		const ready = isHealthy && (await statusOf('/rest/login')) === 401;
		// Another server on the same port would answer as well; ours must still be alive then.
		if (ready && server.exitCode === null) return;
		await sleep(150);
	}
	throw new Error(`n8n was not ready within ${READY_WITHIN_MS / 1000} s:\n${logs()}`);
};

const signalGroup = (pid: number, signal: NodeJS.Signals) => {
	try {
		process.kill(-pid, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
};

/** Starts a real n8n server, and resolves when it is ready. */
export const startN8nProcess = async (options: N8nProcessOptions): Promise<N8nProcess> => {
	const { folder, node, n8n, hasMcpRegistry } = n8nInstall();
	// A file and no pipe: a pipe whose reader died keeps n8n busy with write errors instead of shutting down.
	const logFile = join(options.userFolder, LOG_FILE);
	const log = openSync(logFile, 'a');
	const server = spawn(node, [n8n, 'start'], {
		// A group of its own, so that a Ctrl-C in the terminal reaches it in order and its task runner ends with it.
		detached: true,
		cwd: options.userFolder,
		stdio: ['ignore', log, log],
		env: {
			...inheritedEnv(),
			...quiet,
			...(hasMcpRegistry ? { N8N_DISABLED_MODULES: 'mcp-registry' } : {}),
			PATH: [dirname(node), process.env.PATH].join(delimiter),
			N8N_USER_FOLDER: options.userFolder,
			NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
			N8N_PORT: String(options.port),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_HOST: '127.0.0.1',
			N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),
			...options.env,
		},
	});
	const exit = once(server, 'exit');
	await once(server, 'spawn');
	const pid = server.pid!;
	const watchdog = watch(pid, options.throwAway ?? []);
	closeSync(log);
	const logs = () => readFileSync(logFile, 'utf8');
	const end = async (isWarned: boolean) => {
		if (isWarned && server.exitCode === null && server.signalCode === null) {
			server.kill('SIGTERM');
			await Promise.race([exit, sleep(STOPPED_WITHIN_MS, undefined, { ref: false })]);
		}
		signalGroup(pid, 'SIGKILL');
		await exit;
		watchdog.stdin?.end('stopped');
	};
	let ended: Promise<void> | undefined;
	const stop = async () => await (ended ??= end(true));
	const kill = async () => await (ended ??= end(false));
	try {
		await waitUntilReady(options, server, logs);
	} catch (error) {
		await stop();
		throw error;
	}
	return { stop, kill };
};
