import { errorOf, jsonOf, useNewsletter } from '../newsletter';

const SEND = { resource: 'send', operation: 'send' };
const newsletter = useNewsletter(SEND, { contacts: 3 });

const asked = (id: string, body?: object) => ({
	method: 'POST',
	path: `/v1/sends/${id}/send`,
	query: {},
	...(body && { body }),
});

it('every field of a sending reaches the service, the ID encoded in the path', async () => {
	newsletter.service.behaviour.faults.push({
		kind: 'json',
		json: { subscribers: 3, status: 'sending' },
	});
	const run = await newsletter.run({
		parameters: { sendId: 'snd_ä%1', options: { senderId: 'sender-9' } },
	});
	expect(newsletter.asked).toEqual([asked('snd_%C3%A4%251', { senderId: 'sender-9' })]);
	expect(newsletter.service.requests[0]?.headers).toMatchObject({
		accept: 'application/json',
		'content-type': 'application/json',
		authorization: true,
	});
	expect(jsonOf(run)).toEqual([{ id: 'snd_ä%1', subscribers: 3, status: 'sending' }]);
});

it('only the send ID is needed; then there is no body and no Content-Type', async () => {
	const { id } = await newsletter.draft();
	const run = await newsletter.run({ parameters: { sendId: ` ${id} ` } });
	expect(newsletter.asked).toEqual([asked(id)]);
	expect(newsletter.service.requests[0]?.rawBody).toBe('');
	expect(newsletter.service.requests[0]?.headers).not.toHaveProperty('content-type');
	expect(jsonOf(run)).toEqual([{ id, subscribers: 3, status: 'sending' }]);
});

it("a sending that the service refuses, since it was made before, fails in the service's words", async () => {
	newsletter.service.behaviour.sendTwice = 'refuse';
	const { id } = await newsletter.draft();
	await newsletter.run({ parameters: { sendId: id } });
	const run = await newsletter.run({ parameters: { sendId: id } });
	expect(errorOf(run)?.description).toBe(`Send ${id} is not a draft`);
});

it.each([
	{ status: 'error', message: 'No verified sender' },
	{ status: 500, error: 'Internal' },
	{ status: 'draft', subscribers: 0 },
	{ status: null, subscribers: null },
	{ subscribers: 3 },
])(
	'if it is unclear whether an issue was sent, the error says so: an answer of %j',
	async (json) => {
		const { id } = await newsletter.draft();
		newsletter.service.behaviour.faults.push({ kind: 'json', json });
		const run = await newsletter.run({ parameters: { sendId: id } });
		expect(errorOf(run)?.message).toMatch(/may already be on its way/);
	},
);

it('an answer that the issue was sent by now is a success', async () => {
	const { id } = await newsletter.draft();
	newsletter.service.behaviour.faults.push({ kind: 'json', json: { status: 'sent' } });
	const run = await newsletter.run({ parameters: { sendId: id } });
	expect(jsonOf(run)).toEqual([{ id, status: 'sent' }]);
});
