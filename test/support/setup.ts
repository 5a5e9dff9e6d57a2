/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';

const userFolder = join(tmpdir(), `n8n-nodes-newsletter-${process.pid}`);

// A test file sees a copy of `process` whose 'exit' never comes; the folder outlives the file and
// is shared by all files of a process, so it is tied to the real one.
const realProcess = runInThisContext('process') as typeof process;

if (realProcess.env.N8N_USER_FOLDER !== userFolder) {
	realProcess.env.N8N_USER_FOLDER = userFolder;
	realProcess.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
}
mkdirSync(userFolder, { recursive: true });

Object.assign(process.env, {
	N8N_USER_FOLDER: userFolder,
	N8N_ENCRYPTION_KEY: 'newsletter-tests',
	N8N_LOG_LEVEL: 'silent',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	GENERIC_TIMEZONE: 'UTC',
});
