import { NodeOperationError, type INodeParameters } from 'n8n-workflow';
import { add, addHistory, emailsOf, LiveTrigger, useService } from './liveTrigger';
import { MINUTE_MS, passTime } from './virtualTime';

const on = useService();

describe.each(['trigger', 'manual'] as const)('in mode "%s"', (mode) => {
	const ROWS: Array<{ field: string; value: string; parameters: INodeParameters }> = [
		{ field: 'Newsletter ID', value: 'too short', parameters: { newsletterId: 'wks_short' } },
		{
			field: 'Newsletter ID',
			value: 'of another prefix',
			parameters: { newsletterId: 'abc_mainNewsletter0000001' },
		},
		{
			field: 'Max Contacts',
			value: '0',
			parameters: { options: { maxContacts: 0 } },
		},
		{
			field: 'Max Contacts',
			value: 'a word from an expression',
			parameters: { options: { maxContacts: '={{ "many" }}' } },
		},
		{ field: 'Page Size', value: '0', parameters: { options: { pageSize: 0 } } },
		{
			field: 'Event',
			value: 'unknown, from an expression',
			parameters: { event: '={{ "contactDeleted" }}' },
		},
		{
			field: 'Start From',
			value: 'unknown, from an expression',
			parameters: { options: { startFrom: '={{ "yesterday" }}' } },
		},
		{
			field: 'Email',
			value: 'no address',
			parameters: { filters: { email: 'mailto:ada@example.com' } },
		},
		{
			field: 'Subscribed',
			value: 'a word from an expression',
			parameters: { filters: { subscribed: '={{ "perhaps" }}' } },
		},
	];

	it.each(ROWS)(
		'$field that is $value is named before any request',
		async ({ field, parameters }) => {
			addHistory(on.service, 3);
			const trigger = await LiveTrigger.start(on.service, { parameters, mode });
			const error: unknown = await trigger.poll().catch((thrown: unknown) => thrown);
			expect(error).toBeInstanceOf(NodeOperationError);
			expect((error as Error).message).toMatch(new RegExp(`^${field} .*\\.`));
			expect([on.service.requests.length, trigger.writes]).toEqual([0, 0]);
		},
	);

	it.each<{ field: string; parameters: INodeParameters }>([
		{ field: 'Newsletter ID', parameters: { newsletterId: '={{ undefined }}' } },
		{ field: 'Simplify', parameters: { simplify: '={{ "" }}' } },
		{ field: 'Email', parameters: { filters: { email: '={{ undefined }}' } } },
		{ field: 'Subscribed', parameters: { filters: { subscribed: '={{ null }}' } } },
		{ field: 'Max Contacts', parameters: { options: { maxContacts: '={{ "" }}' } } },
		{ field: 'Page Size', parameters: { options: { pageSize: '={{ null }}' } } },
		{ field: 'Start From', parameters: { options: { startFrom: '={{ " " }}' } } },
	])('$field is named where its expression returns nothing', async ({ field, parameters }) => {
		const trigger = await LiveTrigger.start(on.service, { parameters, mode });
		await expect(trigger.poll()).rejects.toThrow(
			`${field} is an expression that returns nothing: correct it, or clear the field.`,
		);
		expect([on.service.requests.length, trigger.writes]).toEqual([0, 0]);
	});

	it('an empty Newsletter ID, here and in the credential, is named before any request', async () => {
		const trigger = await LiveTrigger.start(on.service, {
			mode,
			credential: { newsletterId: '' },
		});
		await expect(trigger.poll()).rejects.toThrow(/^Newsletter ID is empty/);
		expect(on.service.requests).toEqual([]);
	});
});

it('numbers that an expression gives as text are honoured', async () => {
	addHistory(on.service, 30);
	const trigger = await LiveTrigger.start(on.service, {
		parameters: { options: { maxContacts: '={{ "2" }}', pageSize: '={{ "5" }}' } },
	});
	await trigger.poll();
	passTime(MINUTE_MS);
	const added = emailsOf(add(on.service, 3));
	const { emails, requests } = await trigger.poll();
	expect(emails).toEqual(added.slice(0, 2));
	expect(new Set(requests.map(({ query }) => query.limit))).toEqual(new Set(['5']));
	expect(await trigger.emails()).toEqual(added.slice(2));
});
