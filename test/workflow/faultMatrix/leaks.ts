/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { WorkflowExecute } from 'n8n-core';
import { LoggerProxy, type Workflow } from 'n8n-workflow';
import { createRequire } from 'node:module';
import { inspect } from 'node:util';

// The logger that n8n-core itself writes to.
const { Logger } = createRequire(require.resolve('n8n-core'))('@n8n/backend-common') as {
	Logger: { prototype: { log: (...line: unknown[]) => void } };
};

/** No escaping changes these words, so that they are found in any. */
const WORDS = 'WordsThatMustStayInside4711';

/** A key with signs that an address, JSON and Base64 write in ways of their own. */
export const KEY = `sk-"\\/+&=%${WORDS}~?=`;

/** The words, and what of their Base64 does not depend on what stands around them. */
const MARKS = [
	WORDS,
	...[0, 1, 2].map((before) => {
		const text = Buffer.from('x'.repeat(before) + WORDS).toString('base64');
		return text.slice(before === 0 ? 0 : 4, -4);
	}),
];

/** The paths under which a value holds the key in any form, hidden properties and symbols included. */
export function placesOfKey(root: unknown): string[] {
	const found: string[] = [];
	const seen = new Set<unknown>();
	const look = (value: unknown, path: string) => {
		if (typeof value === 'string' && MARKS.some((mark) => value.includes(mark))) found.push(path);
		if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
		if (seen.has(value)) return;
		seen.add(value);
		for (const key of Reflect.ownKeys(value)) {
			const { value: inner } = Object.getOwnPropertyDescriptor(value, key) ?? {};
			look(inner, `${path}.${String(key)}`);
		}
		if (value instanceof Map) value.forEach((inner, key) => look(inner, `${path}.${String(key)}`));
		if (value instanceof Set) value.forEach((inner) => look(inner, `${path}.of`));
	};
	look(root, '');
	return found;
}

let left: Record<string, unknown[]>;

/** What is looked through after the test. */
export const kept = () => left;

/** Has a value looked through after the test. */
export const keep = (what: string, value: unknown): void => {
	(left[what] ??= []).push(value);
};

const exported = (workflow: Workflow) => ({
	...{ name: workflow.name, nodes: Object.values(workflow.nodes), settings: workflow.settings },
	...{ connections: workflow.connectionsBySourceNode, staticData: workflow.staticData },
});

/** Fails each test of a file after which the key stands in anything that was kept, run or logged. */
export function watchForLeaks(): void {
	let workflows: Workflow[];
	beforeEach(() => {
		left = {};
		workflows = [];
		const { run } = WorkflowExecute.prototype;
		jest.spyOn(WorkflowExecute.prototype, 'run').mockImplementation(function (
			this: WorkflowExecute,
			options,
		) {
			workflows.push((options as { workflow: Workflow }).workflow);
			return run.call(this, options);
		});
		const log = (...line: unknown[]) => keep('log', line);
		jest.spyOn(Logger.prototype, 'log').mockImplementation(log);
		LoggerProxy.init({ debug: log, info: log, warn: log, error: log } as never);
		for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
			jest.spyOn(console, level).mockImplementation(log);
		}
	});
	afterEach(() => {
		for (const workflow of workflows) keep('workflow', exported(workflow));
		expect(placesOfKey(left)).toEqual([]);
		expect(placesOfKey([JSON.stringify(left), inspect(left, { depth: 12 })])).toEqual([]);
	});
}
