/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SCRIPT = join(__dirname, 'main.ts');

it('the command starts a service, says how to reach it, and ends by its signal', async () => {
	const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, '--contacts', '7'], {
		stdio: 'pipe',
	});
	const exited = once(child, 'exit');
	const said: Record<string, string> = {};
	for await (const line of createInterface(child.stdout)) {
		const [, name, value] = /^(.+?):\s+(.+)$/.exec(line)!;
		said[name!] = value!;
		if (name === 'Control') break;
	}
	const response = await fetch(
		`${said['Base URL']}/contacts?newsletter_id=${said['Newsletter ID']}`,
		{ headers: { accept: 'application/json', authorization: `Bearer ${said['API key']}` } },
	);
	expect(await response.json()).toMatchObject({ total: 7 });
	expect(await (await fetch(`${said.Control}/sends`)).json()).toEqual({ sends: [] });
	child.kill('SIGINT');
	expect(await exited).toEqual([0, null]);
	await expect(fetch(said['Base URL']!)).rejects.toThrow('fetch failed');
});
