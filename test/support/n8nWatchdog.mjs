import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

// Stands beside an n8n server and ends it when the process that started both is gone, however that ended: only then
// does standard input close without a word.
const [pid, ...folders] = process.argv.slice(2);
const group = -Number(pid);

function signal(target, name) {
	try {
		process.kill(target, name);
		return true;
	} catch {
		return false;
	}
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});

let word = '';
for await (const text of process.stdin) word += text;
if (word !== 'stopped') {
	// The server alone first: it ends its task runner itself, and would start another if that went before it.
	signal(Number(pid), 'SIGTERM');
	for (let waited = 0; waited < 50 && signal(group, 0); waited++) await sleep(200);
	signal(group, 'SIGKILL');
	for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
