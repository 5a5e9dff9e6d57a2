import { LoggerProxy } from 'n8n-workflow';
import type { FaultRule } from '../../service';
import { useNewsletter } from '../newsletter';
import { layOut, type Bench } from './bench';
import { kept, KEY, placesOfKey, watchForLeaks } from './leaks';
import { OPERATIONS, type Operation } from './operations';
import { useVirtualTime } from './virtualTime';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./virtualTime')>('./virtualTime').withVirtualTime(),
);

const newsletter = useNewsletter({}, { apiKey: KEY });
useVirtualTime();
watchForLeaks();

let bench: Bench | undefined;
afterEach(() => bench?.stop());

const inUrl = encodeURIComponent(KEY);
/** How a service may write the key that it was sent. */
const ECHOES: Record<string, string> = {
	'as it is': `Bearer ${KEY}`,
	'escaped for an address': `key=${inUrl}`,
	'escaped for an address in small letters': inUrl.replace(/%../g, (code) => code.toLowerCase()),
};
const ALL_ECHOES = Object.values(ECHOES).join(' or ');

/** Where it may write it. */
const PLACES: Array<[place: string, fault: (echo: string) => FaultRule]> = [
	['400 {message}', (echo) => ({ kind: 'status', status: 400, body: { message: echo } })],
	['400 {error}', (echo) => ({ kind: 'status', status: 400, body: { error: echo } })],
	['401', (echo) => ({ kind: 'status', status: 401, body: { error: 1, message: echo } })],
	['404', (echo) => ({ kind: 'status', status: 404, body: { error: echo, path: echo } })],
	['409', (echo) => ({ kind: 'status', status: 409, body: { message: echo } })],
	['503', (echo) => ({ kind: 'status', status: 503, body: { message: echo } })],
	['text instead of JSON', (echo) => ({ kind: 'status', status: 400, body: echo })],
	['JSON of another shape', (echo) => ({ kind: 'json', json: [{ message: echo }] })],
	['a web page', (echo) => ({ kind: 'html', html: `<p>${echo}</p>` })],
	['a redirect', (echo) => ({ kind: 'redirect', location: `https://b.example/${echo}/contacts` })],
];

const attemptIn = async (operation: Operation, rule?: FaultRule, values = {}) => {
	bench = await layOut(newsletter, operation);
	if (rule) await bench.inject({ rule } as never, null);
	bench.connect(values);
	const stopped = await bench.attempt([0, 1, 2]);
	if (operation.screen === 'node') await bench.attempt([0, 1, 2], 'continueErrorOutput');
	return stopped.error;
};

describe.each(OPERATIONS)('the key is nowhere in what $operation leaves', (operation) => {
	it.each(PLACES)('where the service repeats it in %s', async (_place, fault) => {
		const error = await attemptIn(operation, fault(ALL_ECHOES));
		expect(error).toBeDefined();
	});

	it('after a success', async () => {
		expect(await attemptIn(operation)).toBeUndefined();
	});

	it.each([
		['base URL', { baseUrl: 'nowhere' }],
		['key', { apiKey: `${KEY}\u200b` }],
	])('with a bad %s', async (_what, values) => {
		expect(await attemptIn(operation, undefined, values)).toBeDefined();
	});

	it('with a bad newsletter', async () => {
		await attemptIn(operation, undefined, { newsletterId: KEY });
	});
});

it.each(Object.entries(ECHOES))('a key that comes back %s is masked', async (_how, echo) => {
	const body = { message: `Not with ${echo}.` };
	const error = await attemptIn(OPERATIONS[0]!, { kind: 'status', status: 400, body });
	expect(error!.description).toMatch(/^Not with .*\*\*\*.*\.$/);
	expect(placesOfKey([echo])).toEqual(['.0']);
});

it('the search for the key looks into hidden places and into the log', () => {
	const error = new Error('x', { cause: { headers: { authorization: KEY } } });
	Object.defineProperty(error, 'hidden', { value: KEY, enumerable: false });
	expect(placesOfKey({ error })).toEqual(['.error.cause.headers.authorization', '.error.hidden']);
	LoggerProxy.warn('a line');
	expect(kept().log).toEqual([['a line', undefined]]);
});
