import { errorOf, jsonOf, useNewsletter } from './newsletter';

const newsletter = useNewsletter();

/** Bodies of a 404 that is not the documented one of a list; some may still be of one record. */
const BODIES = [
	{ body: '{ message } of a router with statusCode', answer: { message: 'No', statusCode: 404 } },
	{ body: '{ message } of a router with path', answer: { message: 'No', path: '/contacts' } },
	{
		body: '{ message } of a router with error',
		answer: { message: 'No', error: 'Not Found' },
		isOfRecord: true,
	},
	{
		body: 'a number as error and a message',
		answer: { error: 404, message: 'No' },
		isOfRecord: true,
	},
	{ body: 'a text as error', answer: { error: 'No' }, isOfRecord: true },
	{ body: 'a message that is no text', answer: { message: 404 }, isOfRecord: true },
	{ body: 'an empty object', answer: {}, isOfRecord: true },
	{ body: 'an array', answer: [] },
	{ body: 'plain text', answer: 'Not Found' },
	{ body: 'nothing', answer: '' },
];

describe.each([
	{ operation: 'getAll', none: [] },
	{ operation: 'deleteMany', none: [{ deleted: true, contacts_removed: 0 }] },
])('a 404 to contact $operation', ({ operation, none }) => {
	const runWith = async (body: unknown) => {
		newsletter.service.behaviour.faults.push({ kind: 'status', status: 404, body });
		return await newsletter.run({ parameters: { resource: 'contact', operation } });
	};

	it('in the documented shape is no contacts', async () => {
		const run = await runWith({ message: 'No contacts found' });
		expect(errorOf(run)).toBeUndefined();
		expect(jsonOf(run)).toEqual(none);
	});

	it.each(BODIES)('with $body is an error that says to look at Base URL', async ({ answer }) => {
		const run = await runWith(answer);
		expect(jsonOf(run)).toEqual([]);
		expect(errorOf(run)).toMatchObject({
			httpCode: '404',
			message: expect.stringMatching(/Base URL.*\/v1/),
			failure: { cause: 'configuration-invalid' },
		});
	});
});

it('a 404 in the documented shape is an error where no contacts is no answer', async () => {
	newsletter.service.behaviour.faults.push({
		kind: 'status',
		status: 404,
		body: { message: 'No contacts found' },
	});
	const run = await newsletter.run({
		parameters: { resource: 'contact', operation: 'upsert', email: 'a@example.com' },
	});
	expect(errorOf(run)).toMatchObject({ httpCode: '404', description: 'No contacts found' });
});

it.each(BODIES)('a 404 with $body to an update says what to look at', async (given) => {
	const { answer, isOfRecord = false } = given;
	newsletter.service.behaviour.faults.push({ kind: 'status', status: 404, body: answer });
	const contactId = { __rl: true, mode: 'id', value: 'con_a' };
	const run = await newsletter.run({
		parameters: {
			...{ resource: 'contact', operation: 'update' },
			...{ contactId, updateFields: { name: 'A' } },
		},
	});
	expect(errorOf(run)?.message).toMatch(isOfRecord ? /Contact/ : /Base URL/);
});
