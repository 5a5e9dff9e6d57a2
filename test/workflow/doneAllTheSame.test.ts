import { errorOf, jsonOf, SECOND_NEWSLETTER_ID, useNewsletter } from './newsletter';

const newsletter = useNewsletter();
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describe('a run that fails says which items were done all the same', () => {
	it('Send', async () => {
		const input = [{ json: { id: '' } }];
		for (let count = 0; count < 2; count += 1) {
			input.push({ json: { id: (await newsletter.draft()).id } });
		}
		const run = await newsletter.run({
			parameters: { resource: 'send', operation: 'send', sendId: '={{ $json.id }}' },
			input,
		});
		expect(newsletter.service.sends.all().map(({ timesSent }) => timesSent)).toEqual([1, 1]);
		expect(errorOf(run)).toMatchObject({
			message: 'Send ID is empty: fill it in. [item 0]',
			description: 'Done all the same: items 1–2. Leave them out when you run this again.',
		});
	});

	it('Create, with what became of the others', async () => {
		const run = await newsletter.run({
			parameters: { resource: 'send', operation: 'create', pageId: byId('={{ $json.page }}') },
			input: ['a', '', 'c', 'd e'].map((page) => ({ json: { page } })),
		});
		expect(newsletter.service.sends.all()).toHaveLength(2);
		expect(errorOf(run)?.message).toBe('Page is empty: fill in its address or its ID. [item 1]');
		expect(errorOf(run)?.description?.split('\n')).toEqual([
			'Item 3: Page must be an ID without blanks, /, ? or #.',
			'Done all the same: items 0, 2. Leave them out when you run this again.',
		]);
	});

	it('Delete Many', async () => {
		newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID);
		newsletter.service.contacts.add([{ subscribed: false }]);
		const run = await newsletter.run({
			parameters: {
				resource: 'contact',
				operation: 'deleteMany',
				newsletterId: '={{ $json.newsletter }}',
			},
			input: [newsletter.service.newsletterId, 'wks_x'].map((id) => ({ json: { newsletter: id } })),
		});
		expect(newsletter.service.contacts.size).toBe(0);
		expect(errorOf(run)?.description).toBe(
			'Done all the same: item 0. Leave it out when you run this again.',
		);
	});

	it('Get Many does nothing that would have to be left out', async () => {
		const run = await newsletter.run({
			parameters: { resource: 'contact', operation: 'getAll', limit: '={{ $json.limit }}' },
			input: [{ json: { limit: 1 } }, { json: { limit: 'many' } }],
		});
		expect(errorOf(run)?.message).toContain('[item 1]');
		expect(errorOf(run)?.description ?? '').toBe('');
	});
});

describe('a run in which nothing was done for certain says all that may have been', () => {
	const afterTaken = { kind: 'drop', when: 'after', times: null } as const;

	it('Send', async () => {
		const { id } = await newsletter.draft();
		newsletter.service.behaviour.faults.push(afterTaken);
		const run = await newsletter.run({
			parameters: { resource: 'send', operation: 'send', sendId: '={{ $json.id }}' },
			input: [{ json: { id: '' } }, { json: { id } }],
		});
		expect(newsletter.service.sends.all().map(({ timesSent }) => timesSent)).toEqual([1]);
		expect(errorOf(run)?.message).toBe('Send ID is empty: fill it in. [item 0]');
		expect(errorOf(run)?.description).toMatch(/^Item 1: The issue may already be on its way/);
	});

	it('Create', async () => {
		newsletter.service.behaviour.faults.push(afterTaken);
		const run = await newsletter.run({
			parameters: { resource: 'send', operation: 'create', pageId: byId('={{ $json.page }}') },
			input: ['a', 'b', 'c'].map((page) => ({ json: { page } })),
		});
		expect(newsletter.service.sends.all()).toHaveLength(3);
		expect(errorOf(run)?.message).toContain('The issue may already have been created');
		expect(errorOf(run)?.description).toBe('The same holds for items 1–2.');
	});

	it('Delete Many', async () => {
		const { newsletterId } = newsletter.service;
		newsletter.service.addNewsletter(SECOND_NEWSLETTER_ID).add(3);
		newsletter.service.behaviour.faults.push(afterTaken);
		const run = await newsletter.run({
			parameters: {
				resource: 'contact',
				operation: 'deleteMany',
				contactsToDelete: 'all',
				newsletterId: '={{ $json.newsletter }}',
				confirmation: '={{ $json.confirmation }}',
			},
			input: [
				{ json: { newsletter: newsletterId, confirmation: '' } },
				{ json: { newsletter: SECOND_NEWSLETTER_ID, confirmation: SECOND_NEWSLETTER_ID } },
			],
		});
		expect(newsletter.service.newsletter(SECOND_NEWSLETTER_ID).size).toBe(0);
		expect(errorOf(run)?.message).toContain('Confirmation');
		expect(errorOf(run)?.description).toMatch(
			/^Item 1: The contacts may already have been deleted/,
		);
	});
});

describe('updates of one contact', () => {
	const UPDATE = {
		resource: 'contact',
		operation: 'update',
		contactId: byId('={{ $json.id }}'),
		updateFields: { subscribed: '={{ $json.subscribed }}' },
	};
	const input = [true, false].map((subscribed) => ({ json: { id: 'con_1', subscribed } }));
	const isFirst = { bodyContains: '"subscribed":true' };

	it.each([
		{ what: 'answered late', fault: { kind: 'delay', ms: 200, when: 'before', match: isFirst } },
		{ what: 'asked for again', fault: { kind: 'status', status: 503, match: isFirst } },
	] as const)('follow each other where the first is $what', async ({ fault }) => {
		newsletter.service.contacts.add([{ id: 'con_1' }]);
		newsletter.service.behaviour.faults.push(fault);
		const run = await newsletter.run({ parameters: UPDATE, input });
		expect(jsonOf(run).map(({ subscribed }) => subscribed)).toEqual([true, false]);
		expect(newsletter.service.contacts.byId('con_1')?.subscribed).toBe(false);
	});

	it('do not hold up those of others', async () => {
		newsletter.service.contacts.add([{ id: 'con_1' }, { id: 'con_2' }]);
		newsletter.service.behaviour.faults.push({
			kind: 'delay',
			ms: 200,
			when: 'before',
			match: isFirst,
		});
		const other = { json: { id: 'con_2', subscribed: false } };
		await newsletter.run({ parameters: UPDATE, input: [...input, other] });
		expect(newsletter.asked.map(({ path }) => path)).toEqual([
			'/v1/contacts/con_1',
			'/v1/contacts/con_2',
			'/v1/contacts/con_1',
		]);
	});
});
