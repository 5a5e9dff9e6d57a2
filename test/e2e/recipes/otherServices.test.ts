import { openInternet, type WebRequest } from '../../support/internet';
import { exampleWorkflow, withFastPolls, type RecipeName } from '../../support/n8nExamples';
import { until, type WorkflowJson } from '../../support/n8nWorkflows';
import { shared } from '../../support/sharedN8n';
import { useStage } from '../stage';
import { createAccounts, withAccounts, withParameters, type Accounts } from './accounts';
import { Hubspot } from './hubspot';
import { startMailServer, type MailServer } from './mailServer';

jest.setTimeout(240_000);

const on = useStage();

const hubspot = new Hubspot('hubspot-token');
const messages: WebRequest[] = [];
let mail: MailServer;
let accounts: Accounts;
let closeInternet: () => Promise<void>;

beforeAll(async () => {
	mail = await startMailServer();
	closeInternet = await openInternet(shared().internet, {
		'api.hubapi.com': hubspot.website,
		'slack.com': async (request) => {
			messages.push(request);
			return { status: 200, body: { ok: true, channel: 'news', ts: '1', message: {} } };
		},
	});
	accounts = await createAccounts(on.n8n, on.service, {
		hubspotAppToken: { appToken: 'hubspot-token' },
		slackApi: { accessToken: 'slack-token' },
		smtp: { host: '127.0.0.1', port: mail.port, secure: false, user: '', password: '' },
	});
});

afterAll(async () => {
	await closeInternet?.();
	await mail?.stop();
});

const create = async (name: RecipeName, adapt = (workflow: WorkflowJson) => workflow) =>
	await on.n8n.workflows.create(adapt(withAccounts(exampleWorkflow(name), accounts)));

const written = () =>
	on.service.requests
		.filter(({ method }) => method === 'POST')
		.flatMap(({ body }) => (body as { contacts: Array<Record<string, unknown>> }).contacts);

const lastWrite = () =>
	Math.max(
		hubspot.lastWrite,
		...on.service.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ receivedAt }) => receivedAt),
	);

/** Both directions run every 5 seconds in the test. */
const TWO_ROUNDS_MS = 11_000;

describe('the recipe crm-sync', () => {
	const OUT = 'Every 15 Minutes';

	/** HubSpot may find changes late, so the runs overlap; here they do not. */
	const withoutOverlap = (workflow: WorkflowJson) =>
		JSON.parse(JSON.stringify(workflow).replace('minutes: 5', 'minutes: 0')) as WorkflowJson;

	const inNewsletter = (email: string) => on.service.contacts.byEmail(email);

	it('syncs the contacts with consent that changed since the last run, and keeps the refused ones', async () => {
		on.service.contacts.add({ email: 'left@example.org', subscribed: false });
		const consent = { newsletter: 'true' };
		hubspot.change('ada@example.org', { firstname: 'Ada', lastname: 'Lovelace', ...consent });
		hubspot.change('left@example.org', { firstname: 'Left', ...consent });
		hubspot.change('bad@refused.example', consent);
		hubspot.change('unasked@example.org', { firstname: 'Unasked' });
		const id = await create('crm-sync', withoutOverlap);
		const first = await on.n8n.workflows.run(id, OUT);
		expect(first.error?.message).toMatch(/^Contacts that were not synced: 1\./);
		const ada = { first_name: 'Ada', last_name: 'Lovelace', subscribed: true };
		expect(inNewsletter('ada@example.org')).toMatchObject({ ...ada, subscribed_from: 'HubSpot' });
		const left = { email: 'left@example.org', first_name: 'Left', subscribed: false };
		expect(written()).toContainEqual(expect.objectContaining(left));
		expect(on.service.contacts.size).toBe(2);
		expect(first.items('Refused Contacts').map(({ json }) => json)).toMatchObject([
			{ email: 'bad@refused.example', reason: expect.stringContaining('is not accepted') },
		]);

		hubspot.change('ada@example.org', { lastname: 'King' });
		const before = written().length;
		await on.n8n.workflows.run(id, OUT);
		expect(written().slice(before)).toMatchObject([
			{ email: 'ada@example.org', last_name: 'King' },
		]);
	});

	it('unsubscribes who no longer agrees, and nobody whose address is alike', async () => {
		on.service.behaviour.emailSearch = 'contains';
		on.service.contacts.add([{ email: 'No@example.org' }, { email: 'casino@example.org' }]);
		hubspot.change('no@example.org', { newsletter: 'false' });
		hubspot.change('stranger@example.org', { newsletter: 'false' });
		const id = await create('crm-sync', withoutOverlap);
		expect((await on.n8n.workflows.run(id, OUT)).status).toBe('success');
		expect(inNewsletter('No@example.org')).toMatchObject({ subscribed: false });
		expect(inNewsletter('casino@example.org')).toMatchObject({ subscribed: true });
		expect(inNewsletter('stranger@example.org')).toBeUndefined();
	});

	it('marks in HubSpot who subscribes and unsubscribes, and both directions come to rest', async () => {
		const everyFiveSeconds = { interval: [{ field: 'seconds', secondsInterval: 5 }] };
		const id = await create('crm-sync', (workflow) => {
			const fast = withParameters(workflow, { [OUT]: { rule: everyFiveSeconds } });
			return withFastPolls(withoutOverlap(fast));
		});
		hubspot.change('ada@example.org', { newsletter: 'true' });
		on.service.contacts.add({ email: 'Ada@example.org', first_name: 'A.' });
		await on.n8n.workflows.activate(id);
		const old = on.service.contacts.byEmail('Ada@example.org')!;
		on.service.contacts.add({ email: 'new@example.org', first_name: 'New' });
		on.service.contacts.update(old.id, { subscribed: false });
		await until('both directions', 40_000, () => hubspot.written.length >= 2 || undefined);
		expect(hubspot.contacts.get('new@example.org')!.properties).toMatchObject({
			firstname: 'New',
			newsletter: 'true',
		});
		expect(hubspot.contacts.get('ada@example.org')!.properties).toMatchObject({
			firstname: 'Ada',
			lastname: 'King',
			newsletter: 'false',
		});
		await until('the rest', 60_000, () => Date.now() - lastWrite() > TWO_ROUNDS_MS || undefined);
		await on.n8n.workflows.deactivate(id);
		expect(hubspot.written).toHaveLength(2);
	});

	it('never overwrites a No in HubSpot, and names who is subscribed all the same', async () => {
		const id = await create('crm-sync', withFastPolls);
		hubspot.change('out@example.org', { newsletter: 'false' });
		hubspot.written.length = 0;
		await on.n8n.workflows.activate(id);
		on.service.contacts.add([{ email: 'out@example.org' }, { email: 'next@example.org' }]);
		const { error } = await on.n8n.workflows.waitFor(id, 'the report', (executions) =>
			executions.find(({ status }) => status === 'error'),
		);
		await on.n8n.workflows.deactivate(id);
		expect(error!.message).toMatch(/but have No in HubSpot: out@example\.org\./);
		expect(hubspot.written).toEqual(['next@example.org']);
	});
});

it('the recipe welcome writes to each new subscriber once, tells the team, and names who was not reached', async () => {
	mail.refused.add('gone@example.org');
	const id = await create('welcome', withFastPolls);
	on.service.contacts.add({ email: 'old@example.org' });
	await on.n8n.workflows.activate(id);
	on.service.contacts.add([
		{ email: 'gone@example.org' },
		{ email: 'ada@example.org', first_name: 'Ada' },
		{ email: 'left@example.org', subscribed: false },
		{ email: 'chloe@example.org' },
	]);
	const [execution] = await on.n8n.workflows.waitFor(id, 'the welcome', (executions) =>
		executions.length > 0 ? executions : undefined,
	);
	await on.n8n.workflows.deactivate(id);
	expect(mail.mails.map(({ to }) => to)).toEqual(['ada@example.org', 'chloe@example.org']);
	expect(mail.mails[0]!.text).toContain('Hello Ada,');
	expect(messages).toHaveLength(1);
	expect(messages[0]!.body).toMatchObject({
		text: 'New newsletter contacts: gone@example.org, ada@example.org, chloe@example.org',
	});
	expect(execution!.status).toBe('error');
	expect(execution!.error!.message).toMatch(
		/did not reach: gone@example\.org\. Open Welcome Message/,
	);
});
