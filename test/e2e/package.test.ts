/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { startN8n, type N8n } from '../support/n8n';
import { communityFolder, installPackages, packTarball } from '../support/n8nPackage';

jest.setTimeout(240_000);

const PACKAGE = 'n8n-nodes-newsletter';
const BESIDE = 'n8n-nodes-beside';

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

const writeNeighbour = (): string => {
	const path = join(folder, BESIDE);
	mkdirSync(path);
	const n8n = { n8nNodesApiVersion: 1, nodes: ['Beside.node.js'], credentials: [] };
	writeFileSync(
		join(path, 'package.json'),
		JSON.stringify({
			name: BESIDE,
			version: '1.0.0',
			keywords: ['n8n-community-node-package'],
			n8n,
		}),
	);
	writeFileSync(
		join(path, 'Beside.node.js'),
		`exports.Beside = class { description = {
			displayName: 'Beside', name: 'beside', group: ['output'], version: 1, description: 'Stands beside',
			defaults: { name: 'Beside' }, inputs: ['main'], outputs: ['main'], properties: [],
		}; };`,
	);
	return path;
};

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

	it('brings no dependency', () => {
		const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], {
			encoding: 'utf8',
		});
		const { dependencies, peerDependencies } = JSON.parse(text) as Record<string, unknown>;
		expect({ dependencies, peerDependencies }).toEqual({
			dependencies: undefined,
			peerDependencies: { 'n8n-workflow': '*' },
		});
	});
});

describe('in a clean n8n beside another package', () => {
	let n8n: N8n;
	let packages: string[];

	const types = async () =>
		(await (await n8n.client.page('/types/nodes.json')).json()) as INodeTypeDescription[];

	const namesOfBoth = async () =>
		(await types())
			.map(({ name }) => name)
			.filter((name) => name.startsWith(PACKAGE) || name.startsWith(BESIDE))
			.sort();

	const credentialNames = async () =>
		((await (await n8n.client.page('/types/credentials.json')).json()) as Array<{ name: string }>)
			.map(({ name }) => name)
			.filter((name) => name.startsWith('newsletter'));

	const expected = [
		`${BESIDE}.beside`,
		`${PACKAGE}.newsletter`,
		`${PACKAGE}.newsletterTool`,
		`${PACKAGE}.newsletterTrigger`,
	];

	beforeAll(async () => {
		packages = [tarball, writeNeighbour()];
		n8n = await startN8n({ packages });
	});

	afterAll(async () => await n8n?.stop());

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

	it('all of it loads again after the package was installed over itself', async () => {
		installPackages(n8n.userFolder, [tarball]);
		const manifest = readFileSync(join(communityFolder(n8n.userFolder), 'package.json'), 'utf8');
		expect(Object.keys((JSON.parse(manifest) as { dependencies: object }).dependencies)).toEqual([
			BESIDE,
			PACKAGE,
		]);
		await n8n.restart();
		expect(await namesOfBoth()).toEqual(expected);
		expect(await credentialNames()).toEqual(['newsletterApi']);
		expect(n8n.logs()).not.toMatch(/error loading|could not be loaded|failed to load/i);
	});
});
