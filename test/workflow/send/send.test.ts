import { ERROR_SHAPES } from '../errorShapes';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
import { fromAi, TOOL_CALLERS } from '../tools';

const SEND = { resource: 'send', operation: 'send' };
const newsletter = useNewsletter(SEND, { contacts: 3 });

const asked = (id: string, body?: object) => ({
	method: 'POST',
	path: `/v1/sends/${id}/send`,
	query: {},
	...(body && { body }),
});
const sentTimes = () => newsletter.service.sends.all().map(({ timesSent }) => timesSent);

it('every field of a sending reaches the service, the ID encoded in the path', async () => {
	newsletter.service.behaviour.faults.push({
		kind: 'json',
		json: { subscribers: 3, status: 'sending' },
	});
	const run = await newsletter.runExported('send/send.workflow.json');
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

it('a sender of blanks is as if it were not there', async () => {
	const { id } = await newsletter.draft();
	await newsletter.run({ parameters: { sendId: id, options: { senderId: ' ' } } });
	expect(newsletter.asked).toEqual([asked(id)]);
});

it('each input item sends its own issue as its own sender', async () => {
	const first = await newsletter.draft();
	const second = await newsletter.draft();
	const run = await newsletter.run({
		parameters: { sendId: '={{ $json.id }}', options: { senderId: '={{ $json.as }}' } },
		input: [{ json: { id: first.id, as: 'a' } }, { json: { id: second.id, as: 'b' } }],
	});
	expect(newsletter.asked).toEqual(
		expect.arrayContaining([
			asked(first.id, { senderId: 'a' }),
			asked(second.id, { senderId: 'b' }),
		]),
	);
	expect(sentTimes()).toEqual([1, 1]);
	expect(jsonOf(run).map(({ id }) => id)).toEqual([first.id, second.id]);
	expect(linksOf(run)).toEqual([[0], [1]]);
});

describe('a refused sending', () => {
	const parameters = { sendId: '={{ $json.id }}' };

	it.each(ERROR_SHAPES)("shows the service's own text of $shape", async ({ errorShape }) => {
		newsletter.service.behaviour.errorShape = errorShape;
		const run = await newsletter.run({ parameters: { sendId: 'snd_gone' } });
		expect(errorOf(run)).toMatchObject({
			name: 'NodeApiError',
			httpCode: '404',
			message: expect.stringContaining('Send ID'),
			description: 'Send snd_gone not found',
			context: { itemIndex: 0 },
		});
	});

	it('since it was sent before, says so', async () => {
		newsletter.service.behaviour.sendTwice = 'refuse';
		const { id } = await newsletter.draft();
		await newsletter.run({ parameters: { sendId: id } });
		const run = await newsletter.run({ parameters: { sendId: id } });
		expect(errorOf(run)).toMatchObject({
			httpCode: '400',
			description: `Send ${id} is not a draft`,
		});
	});

	it('is an item linked to its input where the node continues', async () => {
		const { id } = await newsletter.draft();
		const run = await newsletter.run({
			parameters,
			input: [{ json: { id } }, { json: { id: 'snd_gone' } }],
			node: { onError: 'continueRegularOutput' },
		});
		expect(linksOf(run)).toEqual([[0], [1]]);
		expect(jsonOf(run)).toEqual([
			{ id, subscribers: 3, status: 'sending' },
			{ error: expect.stringContaining('Send snd_gone not found') },
		]);
	});

	it('goes to the error output, the others to the success output', async () => {
		const { id } = await newsletter.draft();
		const run = await newsletter.run({
			parameters,
			input: [{ json: { id: 'snd_gone' } }, { json: { id } }],
			node: { onError: 'continueErrorOutput' },
		});
		expect(jsonOf(run)).toEqual([{ id, subscribers: 3, status: 'sending' }]);
		expect(linksOf(run)).toEqual([[1]]);
		expect(jsonOf(run, 1)).toEqual([{ error: expect.stringContaining('Send snd_gone not found') }]);
		expect(linksOf(run, 1)).toEqual([[0]]);
	});
});

describe.each(TOOL_CALLERS)('an issue sent by $caller', ({ call }) => {
	const tool = (id: string) => ({
		credentials: newsletter.credentials(),
		parameters: { ...SEND, sendId: fromAi('issue'), options: { senderId: fromAi('sender') } },
		args: { issue: id, sender: 'sender-9' },
	});

	it('makes its request and gives the answer', async () => {
		const { id } = await newsletter.draft();
		const { text, error } = await call(tool(id));
		expect(error).toBeUndefined();
		expect(newsletter.asked).toEqual([asked(id, { senderId: 'sender-9' })]);
		expect(JSON.parse(text as string)).toEqual([{ id, subscribers: 3, status: 'sending' }]);
	});

	it("says in the service's words why it failed", async () => {
		const { error } = await call(tool('snd_gone'));
		expect(error?.message).toContain('Send snd_gone not found');
	});

	it('with an unclear outcome says that it may be on its way, and is not repeated', async () => {
		const { id } = await newsletter.draft();
		newsletter.service.behaviour.faults.push({ kind: 'drop', when: 'after', times: null });
		const { error } = await call(tool(id));
		expect(error?.message).toMatch(/may already be on its way/);
		expect(sentTimes()).toEqual([1]);
	});
});

it.each([
	{ status: 'error', message: 'No verified sender' },
	{ status: 500, error: 'Internal' },
	{ status: 'draft', subscribers: 0 },
	{ status: null, subscribers: null },
	{ subscribers: 3 },
])('an answer of %j does not say that the issue was sent', async (json) => {
	const { id } = await newsletter.draft();
	newsletter.service.behaviour.faults.push({ kind: 'json', json });
	const run = await newsletter.run({
		parameters: { resource: 'send', operation: 'send', sendId: id },
	});
	expect(errorOf(run)?.message).toMatch(/may already be on its way/);
});

it('an answer that the issue was sent by now is a success', async () => {
	const { id } = await newsletter.draft();
	newsletter.service.behaviour.faults.push({ kind: 'json', json: { status: 'sent' } });
	const run = await newsletter.run({
		parameters: { resource: 'send', operation: 'send', sendId: id },
	});
	expect(jsonOf(run)).toEqual([{ id, status: 'sent' }]);
});
