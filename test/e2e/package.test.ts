/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { RunningN8n } from '../support/n8n';
import { NEIGHBOUR, packTarball } from '../support/n8nPackage';
import { sharedN8n } from '../support/sharedN8n';

jest.setTimeout(240_000);

const PACKAGE = 'n8n-nodes-newsletter';

const operations = [
	['contact', 'getAll'],
	['contact', 'upsert'],
	['contact', 'update'],
	['contact', 'deleteMany'],
	['send', 'create'],
	['send', 'send'],
];

let folder: string;
let tarball: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'newsletter-package-'));
	tarball = packTarball(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
	const packed = () =>
		execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
			.trim()
			.split('\n')
			.map((path) => path.replace(/^package\//, ''));

	it('holds what n8n loads and the documents, and nothing else', () => {
		const loaded =
			/^dist\/(credentials\/\w+\.credentials\.js|icons\/[\w.]+\.svg|nodes\/[\w/]+(\.node)?\.js|nodes\/Newsletter\/\w+\.node\.json|nodes\/Newsletter\/__schema__\/v1\.0\.0\/\w+\/\w+\.json)$/;
		const others = packed().filter((path) => !loaded.test(path));
		expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE.md', 'README.md', 'package.json']);
	});

	it('has every file that its manifest registers', () => {
		const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
			n8n: { nodes: string[]; credentials: string[] };
		};
		const registered = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
		expect(registered).toHaveLength(3);
		expect(packed()).toEqual(expect.arrayContaining(registered));
	});

	it('has no invisible character, so that people can audit it', () => {
		const unpacked = join(folder, 'unpacked');
		mkdirSync(unpacked);
		execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components', '1']);
		const scripts = packed().filter((path) => path.endsWith('.js'));
		expect(scripts.length).toBeGreaterThan(10);
		for (const path of scripts) {
			const code = readFileSync(join(unpacked, path), 'utf8');
			// All of Unicode's control, format, unassigned and blank characters, but for line breaks and the space.
			const invisible = code.match(/[^\P{C}\n]|[^\P{Z} ]/gu) ?? [];
			expect({ path, invisible }).toEqual({ path, invisible: [] });
		}
	});
});

describe('in an n8n beside another package', () => {
	let n8n: RunningN8n;

	const types = async () =>
		(await (await n8n.client.page('/types/nodes.json')).json()) as INodeTypeDescription[];

	const namesOfBoth = async () =>
		(await types())
			.map(({ name }) => name)
			.filter((name) => name.startsWith(PACKAGE) || name.startsWith(NEIGHBOUR))
			.sort();

	const credentialNames = async () =>
		((await (await n8n.client.page('/types/credentials.json')).json()) as Array<{ name: string }>)
			.map(({ name }) => name)
			.filter((name) => name.startsWith('newsletter'));

	const expected = [
		`${NEIGHBOUR}.beside`,
		`${PACKAGE}.newsletter`,
		`${PACKAGE}.newsletterTool`,
		`${PACKAGE}.newsletterTrigger`,
	];

	beforeAll(async () => {
		n8n = await sharedN8n();
	});

	it('both nodes, the tool and the credential load, and so does the other package', async () => {
		expect(await namesOfBoth()).toEqual(expected);
		expect(await credentialNames()).toEqual(['newsletterApi']);
	});

	it.each(['light', 'dark'] as const)('the %s icon of each node is an SVG image', async (theme) => {
		const ours = (await types()).filter(({ name }) => name.startsWith(PACKAGE));
		expect(ours).toHaveLength(3);
		for (const { iconUrl } of ours) {
			const url = (iconUrl as Record<typeof theme, string>)[theme];
			const response = await n8n.client.page(`/${url}`);
			expect(response.status).toBe(200);
			expect(response.headers.get('content-type')).toContain('image/svg+xml');
			expect(await response.text()).toContain('<svg');
		}
	});

	it.each(operations)('the output schema of %s %s is served', async (resource, operation) => {
		const path = `/schemas/${PACKAGE}.newsletter/1.0.0/${resource}/${operation}.json`;
		const response = await n8n.client.page(path);
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ type: 'object' });
	});
});
