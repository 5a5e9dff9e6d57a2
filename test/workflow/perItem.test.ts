import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DEFAULT_NEWSLETTER_ID } from '../service';
import { jsonOf, SECOND_NEWSLETTER_ID, useNewsletter } from './newsletter';

const newsletter = useNewsletter();

const run = async (parameters: INodeParameters, input: IDataObject[]) =>
	await newsletter.run({ parameters, input: input.map((json) => ({ json })) });
const posted = () =>
	newsletter.service.requests.map(({ body }) => (body as { contacts: IDataObject[] }).contacts);

const UPSERT = { resource: 'contact', operation: 'upsert', dataToSend: 'autoMapInputData' };
const person = (of: string, more: IDataObject = {}) => ({ email: `${of}@example.com`, ...more });

it('Output is that of each item', async () => {
	const result = await run(
		{ ...UPSERT, options: { output: '={{ $json.output }}', unmappedFields: 'ignore' } },
		[
			person('a', { output: 'requests' }),
			person('b', { output: 'contacts' }),
			person('c', { output: 'requests' }),
		],
	);
	expect(jsonOf(result)).toEqual([
		{ synced: 3, contacts: 3 },
		{ email: 'b@example.com', synced: true },
	]);
});

it('the smallest Batch Size of the items holds for all of one newsletter', async () => {
	const options = { batchSize: '={{ $json.size }}', unmappedFields: 'ignore' };
	await run({ ...UPSERT, options }, [
		person('a', { size: 3 }),
		person('b', { size: 1000 }),
		person('c', { size: 2 }),
		person('d', { size: 1000 }),
	]);
	expect(
		posted()
			.map((contacts) => contacts.map(({ email }) => email))
			.sort(),
	).toEqual([
		['a@example.com', 'b@example.com'],
		['c@example.com', 'd@example.com'],
	]);
});

it('Unmapped Fields are those of each item', async () => {
	const options = { unmappedFields: '={{ $json.unmapped }}' };
	await run({ ...UPSERT, inputsToIgnore: 'unmapped', options }, [
		person('a', { plan: 'pro', unmapped: 'ignore' }),
		person('b', { plan: 'pro', unmapped: 'customFields' }),
	]);
	expect(posted()).toEqual([
		[{ email: 'a@example.com' }, { email: 'b@example.com', custom_fields: { plan: 'pro' } }],
	]);
});

it('Return All and Limit are those of each item', async () => {
	newsletter.service.contacts.add(Array.from({ length: 5 }, () => ({})));
	const result = await run(
		{
			resource: 'contact',
			operation: 'getAll',
			returnAll: '={{ $json.all }}',
			limit: '={{ $json.limit }}',
		},
		[
			{ all: false, limit: 2 },
			{ all: true, limit: 2 },
			{ all: false, limit: 3 },
		],
	);
	expect(jsonOf(result)).toHaveLength(2 + 5 + 3);
});

it('Custom Fields of Update are those of each item', async () => {
	const [a, b] = newsletter.service.contacts.add([{}, {}]);
	await run(
		{
			resource: 'contact',
			operation: 'update',
			contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: { customFieldsJson: '={{ $json.fields }}' },
		},
		[
			{ id: a!.id, fields: { plan: 'a' } },
			{ id: b!.id, fields: { plan: 'b' } },
		],
	);
	const stored = [a, b].map(
		(contact) => newsletter.service.contacts.byId(contact!.id)?.custom_fields,
	);
	expect(stored).toEqual([{ plan: 'a' }, { plan: 'b' }]);
});

it('Timeout is that of each item, where items are not gathered', async () => {
	const [a, b] = newsletter.service.contacts.add([{}, {}]);
	const result = await run(
		{
			resource: 'contact',
			operation: 'update',
			contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: { name: 'A' },
			requestOptions: { timeout: '={{ $json.timeout }}' },
		},
		[
			{ id: a!.id, timeout: 5000 },
			{ id: b!.id, timeout: 'soon' },
		],
	);
	expect(result.run.data.resultData.error?.message).toContain('Timeout must be a number');
	expect(newsletter.service.requests).toHaveLength(1);
});

it('the credential is that of each item, where an expression stands in it', async () => {
	newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
	const ids = [DEFAULT_NEWSLETTER_ID, SECOND_NEWSLETTER_ID, DEFAULT_NEWSLETTER_ID];
	await newsletter.run({
		parameters: {
			resource: 'send',
			operation: 'create',
			pageId: { __rl: true, mode: 'id', value: '={{ $json.page }}' },
		},
		credential: { newsletterId: '={{ $json.newsletter }}' },
		input: ids.map((id, index) => ({ json: { page: `page${index}`, newsletter: id } })),
	});
	const sends = newsletter.service.requests.map(({ body }) => body as IDataObject);
	expect(sends.map(({ page_id, workspace_id }) => [page_id, workspace_id]).sort()).toEqual(
		ids.map((id, index) => [`page${index}`, id]),
	);
});
