/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { startService, type Service } from '../service';
import { startN8n, type N8n } from '../support/n8n';
import { exampleWorkflow, withCredential, withFastPolls } from '../support/n8nExamples';
import { installPackages, packTarball } from '../support/n8nPackage';
import type { Execution } from '../support/n8nWorkflows';

jest.setTimeout(240_000);

const TRIGGER = 'New Contact';

const ROUNDS = 10;
const EACH_ROUND = 3;
const ROUND_MS = 1500;

let n8n: N8n;
let service: Service;

const deliveredIn = (executions: Execution[]) =>
	executions.flatMap((execution) => execution.items(TRIGGER).map(({ json }) => String(json.email)));

const emails = (...names: string[]) => names.map((name) => `${name}@example.org`);

const add = (...names: string[]) =>
	service.contacts.add(emails(...names).map((email) => ({ email })));

const createTriggerWorkflow = async () => {
	const { url: baseUrl, apiKey, newsletterId } = service;
	const credential = await n8n.createCredential({ baseUrl, apiKey, newsletterId });
	const example = withFastPolls(withCredential(exampleWorkflow('new-contact'), credential));
	return await n8n.workflows.create(example);
};

/** Waits for a poll that starts after now, and for its end: polls are seconds apart, their requests are not. */
const anotherPoll = async (workflowId: string) => {
	const quietMs = 1000;
	const notBefore = Date.now() + quietMs;
	await n8n.workflows.waitFor(workflowId, 'another poll', () => {
		const last = service.requests.at(-1)?.receivedAt ?? 0;
		return last > notBefore && last < Date.now() - quietMs ? true : undefined;
	});
};

const waitForDelivered = async (workflowId: string, count: number) =>
	await n8n.workflows.waitFor(workflowId, `the delivery of ${count} contacts`, (executions) =>
		deliveredIn(executions).length >= count ? true : undefined,
	);

/** Waits for that many delivered contacts, and then for a further poll, which must deliver nothing. */
const delivered = async (workflowId: string, count: number) => {
	await waitForDelivered(workflowId, count);
	await anotherPoll(workflowId);
	return await n8n.workflows.executions(workflowId);
};

const modes: Array<{ how: string; durableCursors: boolean }> = [
	{ how: 'its own state', durableCursors: false },
	{ how: 'durable cursors', durableCursors: true },
];

describe.each(modes)('a published trigger workflow, in an n8n with $how', ({ durableCursors }) => {
	let workflowId: string;

	beforeAll(async () => {
		service = await startService({ contacts: 250 });
		n8n = await startN8n({ durableCursors, env: { N8N_DISABLE_UI: 'true' } });
		workflowId = await createTriggerWorkflow();
		await n8n.workflows.activate(workflowId);
	});

	afterAll(async () => {
		await n8n?.stop();
		await service?.stop();
	});

	it('delivers each contact that is new once, and none that was there', async () => {
		add('first', 'second', 'third');
		const executions = await delivered(workflowId, 3);
		expect(deliveredIn(executions)).toEqual(emails('first', 'second', 'third'));
		expect(executions.map(({ mode, status }) => [mode, status])).toEqual(
			executions.map(() => ['trigger', 'success']),
		);
	});

	it('delivers each contact once while others come, change and go, and over an update of the package', async () => {
		const before = deliveredIn(await n8n.workflows.executions(workflowId)).length;
		const names = Array.from({ length: ROUNDS * EACH_ROUND }, (_, index) => `moving${index}`);
		installPackages(n8n.userFolder, [packTarball(n8n.userFolder)]);
		let restarted = Promise.resolve();
		for (let round = 0; round < ROUNDS; round += 1) {
			const old = service.contacts.all();
			const picked = (place: number) => old[(place * (round + 1)) % 200]!;
			for (const place of [3, 50, 101]) service.contacts.update(picked(place).id, { name: 'New' });
			service.contacts.remove(picked(7).id);
			add(...names.slice(round * EACH_ROUND, (round + 1) * EACH_ROUND));
			if (round === ROUNDS / 2) restarted = n8n.restart();
			await sleep(ROUND_MS);
		}
		await restarted;
		expect(n8n.logs()).not.toMatch(/error loading|could not be loaded|failed to load/i);
		const executions = await delivered(workflowId, before + names.length);
		expect(deliveredIn(executions).slice(before).sort()).toEqual(emails(...names).sort());
	});

	it('keeps its cursor where n8n looks for it', async () => {
		const state: IDataObject | null = await n8n.workflows.staticData(workflowId, TRIGGER);
		if (durableCursors) expect(state).toBeNull();
		else expect(state).toMatchObject({ cursor: expect.any(Object) });
	});
});
