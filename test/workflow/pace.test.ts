import { errorOf, jsonOf, linksOf, useNewsletter } from './newsletter';

const newsletter = useNewsletter();

const many = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { number: index, id: `con_${index}` } }));

it('200 items are at most 5 requests in flight, and their outputs in the order of the input', async () => {
	newsletter.service.contacts.add(many(200).map(({ json }) => ({ id: json.id })));
	newsletter.service.behaviour.latencyMs = 3;
	newsletter.service.behaviour.faults.push({ kind: 'delay', ms: 60, match: { path: 'con_0$' } });
	const run = await newsletter.run({
		parameters: {
			resource: 'contact',
			operation: 'update',
			contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: { name: '={{ "Number " + $json.number }}' },
		},
		input: many(200),
	});
	expect(errorOf(run)).toBeUndefined();
	expect(newsletter.service.maxInFlight).toBeLessThanOrEqual(5);
	expect(newsletter.service.maxInFlight).toBeGreaterThan(1);
	expect(jsonOf(run).map(({ name }) => name)).toEqual(
		many(200).map(({ json }) => `Number ${json.number}`),
	);
	expect(linksOf(run)).toEqual(many(200).map(({ json }) => [json.number]));
});

it('lists of several items and pages are at most 5 requests in flight', async () => {
	newsletter.service.contacts.add(200);
	newsletter.service.behaviour.latencyMs = 3;
	const run = await newsletter.run({
		parameters: {
			resource: 'contact',
			operation: 'getAll',
			returnAll: true,
			options: { pageSize: 10 },
		},
		input: many(6),
	});
	expect(newsletter.service.maxInFlight).toBeLessThanOrEqual(5);
	expect(jsonOf(run)).toHaveLength(6 * 200);
	const links = linksOf(run).flat();
	expect(links).toEqual([...links].sort((a, b) => a - b));
});

it('200 refused items are 200 error items in the order of the input', async () => {
	newsletter.service.behaviour.latencyMs = 1;
	const run = await newsletter.run({
		parameters: { resource: 'send', operation: 'send', sendId: '={{ $json.id }}' },
		input: many(200),
		node: { onError: 'continueRegularOutput' },
	});
	expect(newsletter.service.maxInFlight).toBeLessThanOrEqual(5);
	expect(linksOf(run)).toEqual(many(200).map(({ json }) => [json.number]));
	expect(jsonOf(run)[150]).toEqual({ error: expect.stringContaining('con_150 not found') });
});
