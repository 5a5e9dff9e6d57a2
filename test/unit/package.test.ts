/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import type { Icon } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { NewsletterApi } from '../../credentials/NewsletterApi.credentials';
import { Newsletter } from '../../nodes/Newsletter/Newsletter.node';
import { NewsletterTrigger } from '../../nodes/Newsletter/NewsletterTrigger.node';
import packageJson from '../../package.json';
import { operationsOf } from './descriptionStates';

const NODES = 'nodes/Newsletter';
const CLASSES = [
	{ file: `${NODES}/Newsletter.node.ts`, described: new Newsletter().description, most: 100 },
	{
		file: `${NODES}/NewsletterTrigger.node.ts`,
		described: new NewsletterTrigger().description,
		most: 150,
	},
	{
		file: 'credentials/NewsletterApi.credentials.ts',
		described: new NewsletterApi(),
		most: 100,
	},
];

const read = (path: string) => readFileSync(path, 'utf8');
const readJson = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;

describe('package.json', () => {
	const { n8n, devDependencies } = packageJson;

	it('registers every node and credential that there is', () => {
		const sources = [
			...readdirSync('credentials').map((file) => `credentials/${file}`),
			...readdirSync(NODES).map((file) => `${NODES}/${file}`),
		].filter((path) => /\.(node|credentials)\.ts$/.test(path));
		const built = sources.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`);
		expect([...n8n.credentials, ...n8n.nodes].sort()).toEqual(built.sort());
		expect(n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
	});

	it('has no dependencies, and takes n8n-workflow from n8n', () => {
		expect(packageJson).not.toHaveProperty('dependencies');
		expect(packageJson).not.toHaveProperty('optionalDependencies');
		expect(packageJson).not.toHaveProperty('bundledDependencies');
		expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('pins every tool to one version', () => {
		const loose = Object.entries(devDependencies).filter(
			([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
		);
		expect(loose).toEqual([]);
	});

	it('packs what n8n loads and the change log; npm adds README and LICENSE', () => {
		expect(packageJson.files).toEqual([
			'dist/credentials',
			'dist/icons',
			'dist/nodes',
			'CHANGELOG.md',
		]);
	});

	it('runs on every Node from 20.3 on, which AbortSignal.any needs', () => {
		expect(packageJson.engines).toEqual({ node: '>=20.3.0' });
	});

	it('is found among community nodes', () => {
		expect(packageJson.name).toBe('n8n-nodes-newsletter');
		expect(packageJson.keywords).toContain('n8n-community-node-package');
		expect(packageJson.license).toBe('MIT');
	});

	it('names author, repository and home page', () => {
		expect(packageJson.author).toEqual({
			name: expect.stringMatching(/\S/),
			email: expect.stringMatching(/@/),
		});
		expect(packageJson.repository.url).toMatch(/^https:/);
		expect(packageJson.homepage).toMatch(/^https:/);
	});
});

describe('each class file', () => {
	it.each(CLASSES)('$file is short', ({ file, most }) => {
		expect(read(file).trimEnd().split('\n').length).toBeLessThan(most);
	});

	it.each(CLASSES)('$file is named as what it describes', ({ file, described }) => {
		const fileName = file.split('/').at(-1)?.split('.')[0] as string;
		expect(fileName.charAt(0).toLowerCase() + fileName.slice(1)).toBe(described.name);
	});

	it.each(CLASSES)('$file has a square icon for light and for dark screens', (one) => {
		const { light, dark } = one.described.icon as Exclude<Icon, string>;
		expect(light).not.toBe(dark);
		for (const icon of [light, dark]) {
			expect(icon).toMatch(/^file:.*\.svg$/);
			const svg = read(resolve(dirname(one.file), icon.replace('file:', '')));
			const box = /<svg[^>]*\sviewBox="0 0 (\d+) (\d+)"/.exec(svg);
			expect(box?.[1]).toBeDefined();
			expect(box?.[1]).toBe(box?.[2]);
			for (const side of ['width', 'height']) {
				expect(new RegExp(`<svg[^>]*\\s${side}="(\\d+)"`).exec(svg)?.[1]).toBe(box?.[1]);
			}
			expect(svg).not.toMatch(/<(image|script|text)\b|href=/);
		}
	});
});

describe('each codex file', () => {
	it.each(CLASSES.slice(0, 2))('of $described.name stands beside its node and names it', (one) => {
		const codex = readJson(one.file.replace(/\.ts$/, '.json'));
		expect(codex).toMatchObject({
			node: `${packageJson.name}.${one.described.name}`,
			nodeVersion: '1.0',
			codexVersion: '1.0',
		});
		expect(codex.categories).not.toEqual([]);
	});

	it('has a node', () => {
		const codexFiles = readdirSync(NODES).filter((file) => file.endsWith('.node.json'));
		expect(codexFiles.sort()).toEqual(['Newsletter.node.json', 'NewsletterTrigger.node.json']);
	});
});

describe('the output schemas', () => {
	const FOLDER = join(NODES, '__schema__', 'v1.0.0');
	const files = readdirSync(FOLDER).flatMap((resource) =>
		readdirSync(join(FOLDER, resource)).map((file) => `${resource}/${file}`),
	);

	it('are there for every operation, where n8n looks for them, and for nothing else', () => {
		const operations = operationsOf(new Newsletter().description);
		expect(files.sort()).toEqual(
			operations.map(({ resource, operation }) => `${resource}/${operation}.json`).sort(),
		);
	});

	it.each(files)('%s is an object with fields of known types', (file) => {
		const { type, version, properties } = readJson(join(FOLDER, file));
		expect([type, version]).toEqual(['object', 1]);
		const types = Object.values(properties as Record<string, { type: string | string[] }>).flatMap(
			(field) => field.type,
		);
		expect(types.length).toBeGreaterThan(0);
		for (const one of types) {
			expect(['string', 'boolean', 'integer', 'object', 'array']).toContain(one);
		}
	});
});
