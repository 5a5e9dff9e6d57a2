/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, exampleWorkflow, RECIPES } from '../support/n8nExamples';
import { projectRoot } from '../support/n8nInstall';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

const notesOf = (name: (typeof RECIPES)[number]) =>
	exampleWorkflow(name)
		.nodes.filter(({ type }) => type === STICKY_NOTE)
		.map(({ parameters }) => String(parameters.content));

it('npm start and the tests know every workflow of the examples folder', () => {
	const files = readdirSync(join(projectRoot, 'examples')).filter((file) => file.endsWith('.json'));
	expect(files.sort()).toEqual([...EXAMPLES, ...RECIPES].map((name) => `${name}.json`).sort());
});

describe.each([...EXAMPLES, ...RECIPES])('the example %s', (name) => {
	const workflow = exampleWorkflow(name);
	const text = JSON.stringify(workflow);

	it('holds no credential, and no address of a real person or service', () => {
		expect(workflow.nodes.filter(({ credentials }) => credentials)).toEqual([]);
		const hosts = text.match(/(?<=https?:\/\/|[\w.]@)[a-z0-9-]+(\.[a-z0-9-]+)+/gi) ?? [];
		expect(hosts.filter((host) => !/(^|\.)example\.com$/.test(host))).toEqual([]);
		expect(text).not.toMatch(/(wks|con|snd)_\w{4}/);
	});

	it('leaves the choice of a database to the user', () => {
		const chosen = workflow.nodes.flatMap(({ parameters }) =>
			[parameters.databaseId].filter((locator) => (locator as { value?: string })?.value),
		);
		expect(chosen).toEqual([]);
	});
});

describe.each(RECIPES)('the notes of the recipe %s', (name) => {
	it('say how to set it up, and which other service it needs', () => {
		const setUp = notesOf(name).find((note) => note.startsWith('## Set up'))!;
		const others = exampleWorkflow(name).nodes.filter(({ type }) =>
			/notion|hubspot|slack|emailSend|mcpTrigger/.test(type),
		);
		expect(setUp.startsWith('## Set up (needs ')).toBe(others.length > 0);
	});

	it('have no sentence of more than 25 words', () => {
		const sentences = notesOf(name).flatMap((note) => note.split(/[.:?]\**\s|\n/));
		expect(sentences.filter((sentence) => sentence.split(/\s+/).length > 25)).toEqual([]);
	});

	it('name only nodes that there are', () => {
		const names = exampleWorkflow(name).nodes.map((node) => node.name);
		const steps = notesOf(name).filter((note) => note.startsWith('## Set up'));
		const marked = steps.flatMap((note) => note.match(/(?<=\bin \*\*|Open \*\*)[^*]+/gi) ?? []);
		expect(marked.filter((word) => !names.includes(word))).toEqual([]);
	});
});
