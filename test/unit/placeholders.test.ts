/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = resolve('scripts/placeholders.mjs');
let folder: string;

interface PackageJson {
	scripts: Record<string, string>;
}

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'newsletter-release-'));
	for (const path of ['package.json', 'credentials', 'nodes/Newsletter']) {
		cpSync(path, join(folder, path), { recursive: true });
	}
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a release begins with the check', () => {
	const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as PackageJson;
	expect(scripts.release).toMatch(/^node scripts\/placeholders\.mjs && /);
});

it('a release is refused while one file holds a placeholder', () => {
	const check = () => spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
	const files = [
		'package.json',
		'credentials/NewsletterApi.credentials.ts',
		'nodes/Newsletter/Newsletter.node.json',
		'nodes/Newsletter/NewsletterTrigger.node.json',
	];
	for (const file of files) {
		const path = join(folder, file);
		const original = `${readFileSync(path, 'utf8')}\nhttps://example.com/n8n-nodes-newsletter`;
		writeFileSync(path, original);
		expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining(file) as string });
		const filled = original
			.replaceAll('example.com/n8n-nodes-newsletter', 'github.com/acme/newsletter')
			.replace('Newsletter nodes maintainers', 'Acme')
			.replace('maintainers@example.com', 'dev@acme.test');
		writeFileSync(path, filled);
	}
	expect(check()).toMatchObject({ status: 0, stderr: '' });
});
