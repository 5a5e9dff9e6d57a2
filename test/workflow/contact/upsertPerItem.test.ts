import type { IDataObject } from 'n8n-workflow';
import { errorOf, jsonOf, useNewsletter } from '../newsletter';

const newsletter = useNewsletter({ resource: 'contact', operation: 'upsert' });

/** The contacts that the input items became, in one request. */
async function sent(parameters: IDataObject, input: IDataObject[]) {
	const run = await newsletter.run({
		parameters: parameters as never,
		input: input.map((json) => ({ json })),
	});
	expect(errorOf(run)).toBeUndefined();
	expect(jsonOf(run)).toEqual([{ synced: input.length, contacts: input.length }]);
	const [request, ...others] = newsletter.service.requests;
	expect(others).toEqual([]);
	return (request!.body as { contacts: IDataObject[] }).contacts;
}

const PARAMETERS = {
	dataToSend: '={{ $json.mode }}',
	email: '={{ $json.address }}',
	additionalFields: { name: '={{ $json.label }}' },
};
const below = (of: string) => ({
	mode: 'defineBelow',
	address: `${of}@example.com`,
	label: `${of} below`,
	email: `${of}@mapped.example`,
	name: `${of} mapped`,
});
const mapped = (of: string) => ({ ...below(of), mode: 'autoMapInputData' });
const asBelow = (of: string) => ({ email: `${of}@example.com`, name: `${of} below` });
const asMapped = (of: string) => ({ email: `${of}@mapped.example`, name: `${of} mapped` });

it.each([
	{
		first: 'is defined below',
		input: [below('a'), mapped('b'), below('c'), mapped('d')],
		contacts: [asBelow('a'), asMapped('b'), asBelow('c'), asMapped('d')],
	},
	{
		first: 'is mapped',
		input: [mapped('a'), below('b'), mapped('c')],
		contacts: [asMapped('a'), asBelow('b'), asMapped('c')],
	},
])('Data to Send is that of each item where the first $first', async ({ input, contacts }) => {
	expect(await sent(PARAMETERS, input)).toEqual(contacts);
});

it('Inputs to Ignore are those of each item, none and several among them', async () => {
	const person = (of: string, ignored: string) => ({
		email: `${of}@example.com`,
		name: of,
		subscribed: false,
		ignored,
	});
	const contacts = await sent(
		{ dataToSend: 'autoMapInputData', inputsToIgnore: '={{ $json.ignored }}' },
		[
			person('a', 'name'),
			person('b', ''),
			person('c', 'subscribed'),
			person('d', 'name,subscribed'),
		],
	);
	expect(contacts).toEqual([
		{ email: 'a@example.com', subscribed: false },
		{ email: 'b@example.com', name: 'b', subscribed: false },
		{ email: 'c@example.com', name: 'c' },
		{ email: 'd@example.com' },
	]);
});

it('a value of Data to Send that there is not is the error of its own item alone', async () => {
	const run = await newsletter.run({
		parameters: { ...PARAMETERS, options: { output: 'contacts' } },
		input: [below('a'), { ...below('b'), mode: 'other' }, mapped('c')].map((json) => ({ json })),
		node: { onError: 'continueRegularOutput' },
	});
	expect(jsonOf(run)).toEqual([
		{ ...asBelow('a'), synced: true },
		{ error: expect.stringMatching(/^Data to Send must be .*\[item 1\]$/) },
		{ ...asMapped('c'), synced: true },
	]);
});

it('the later of two contacts with one email wins where they ask for different batch sizes', async () => {
	await newsletter.run({
		parameters: {
			dataToSend: 'defineBelow',
			email: '={{ $json.email }}',
			additionalFields: { name: '={{ $json.name }}' },
			options: { batchSize: '={{ $json.size }}' },
		},
		input: [
			{ json: { email: 'x@example.com', name: 'x', size: 10 } },
			{ json: { email: 'a@example.com', name: 'first', size: 20 } },
			{ json: { email: 'a@example.com', name: 'later', size: 10 } },
		],
	});
	expect(newsletter.service.contacts.byEmail('a@example.com')?.name).toBe('later');
});
