/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = resolve('scripts/placeholders.mjs');
let folder: string;

interface PackageJson {
	scripts: Record<string, string>;
}

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'newsletter-release-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a release begins with the check', () => {
	const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as PackageJson;
	expect(scripts.release).toMatch(/^node scripts\/placeholders\.mjs && /);
});

it('a release is refused while package.json holds one placeholder', () => {
	const check = (fields: object) => {
		const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as object;
		writeFileSync(
			join(folder, 'package.json'),
			JSON.stringify({ ...manifest, ...fields }, null, 2),
		);
		return spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
	};
	const url = 'https://github.com/acme/newsletter';
	const filled = {
		author: { name: 'Acme', email: 'dev@acme.test' },
		homepage: url,
		repository: { type: 'git', url },
		bugs: { url },
	};
	expect(check(filled)).toMatchObject({ status: 0, stderr: '' });
	const placeholder = 'https://example.com/n8n-nodes-newsletter';
	for (const unfilled of [
		{ author: { ...filled.author, name: 'Newsletter nodes maintainers' } },
		{ author: { ...filled.author, email: 'maintainers@example.com' } },
		{ homepage: placeholder },
		{ repository: { type: 'git', url: `${placeholder}.git` } },
		{ bugs: { url: `${placeholder}/issues` } },
	]) {
		const refused = { status: 1, stderr: expect.stringContaining('package.json') as string };
		expect(check({ ...filled, ...unfilled })).toMatchObject(refused);
	}
});

it('no other file that is packed holds a placeholder', () => {
	const files = ['credentials', 'nodes'].flatMap((from) =>
		readdirSync(from, { recursive: true, encoding: 'utf8' }).map((path) => join(from, path)),
	);
	const sources = files.filter((path) => /\.(ts|json)$/.test(path));
	expect(sources.length).toBeGreaterThan(10);
	const unfilled = sources.filter((path) =>
		readFileSync(path, 'utf8').includes('example.com/n8n-nodes-newsletter'),
	);
	expect(unfilled).toEqual([]);
});
