import type { FaultRule } from '../../service';
import { jsonOf, linksOf, useNewsletter } from '../newsletter';
import { useNoWaits } from '../waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('../waits')>('../waits').withoutWaits(),
);

const newsletter = useNewsletter({
	resource: 'contact',
	operation: 'upsert',
	dataToSend: 'autoMapInputData',
});
useNoWaits();

const TRIES = 3;
const contacts = (count: number, bad: number) =>
	Array.from({ length: count }, (_, index) => ({
		json: { email: index === bad ? 'x@refused.example' : `c${index}@example.com` },
	}));

/** What is not stored where the node continues, and the errors of it. */
async function failedOf(input: ReturnType<typeof contacts>, batchSize: number, fault: FaultRule) {
	newsletter.service.behaviour.faults.push(fault);
	const run = await newsletter.run({
		parameters: { options: { batchSize, output: 'contacts' } },
		input,
		node: { onError: 'continueErrorOutput' },
	});
	const errors = jsonOf(run, 1).map(({ error }) => String(error));
	expect(newsletter.service.contacts.all()).toHaveLength(input.length - errors.length);
	return { items: linksOf(run, 1).flat(), errors };
}

it('an outage over 25 requests costs no contact of the 75 after it, also with a bad one there', async () => {
	const outage = { kind: 'status', status: 503, times: 25 * TRIES } as const;
	const { items, errors } = await failedOf(contacts(20_000, 5000), 200, outage);
	expect(items).toEqual(Array.from({ length: 5001 }, (_, index) => index));
	expect(errors.slice(0, 5000).every((error) => error.includes('503'))).toBe(true);
	expect(errors[5000]).toContain('x@refused.example is not accepted');
});

it.each<{ what: string; fault: FaultRule }>([
	{ what: '503', fault: { kind: 'status', status: 503, skip: 1, times: TRIES } },
	{ what: '429 with a long wait', fault: { kind: 'rateLimit', retryAfter: 120, skip: 1 } },
])('$what for one half of a rejected batch costs this half only', async ({ fault }) => {
	const { items, errors } = await failedOf(contacts(10_000, 0), 1000, fault);
	expect(items).toEqual(Array.from({ length: 500 }, (_, index) => index));
	expect(errors[0]).toMatch(/503|limiting requests/);
});
