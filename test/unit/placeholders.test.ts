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
	const path = join(folder, 'package.json');
	const check = (text: string) => {
		writeFileSync(path, text);
		return spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
	};
	const real: Array<[placeholder: string, real: string]> = [
		['example.com/n8n-nodes-newsletter', 'github.com/acme/newsletter'],
		['Newsletter nodes maintainers', 'Acme'],
		['maintainers@example.com', 'dev@acme.test'],
	];
	const filled = real.reduce(
		(text, [placeholder, value]) => text.replaceAll(placeholder, value),
		readFileSync('package.json', 'utf8'),
	);
	expect(check(filled)).toMatchObject({ status: 0, stderr: '' });
	for (const [placeholder, value] of real) {
		const refused = { status: 1, stderr: expect.stringContaining('package.json') as string };
		expect(check(filled.replace(value, placeholder))).toMatchObject(refused);
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
