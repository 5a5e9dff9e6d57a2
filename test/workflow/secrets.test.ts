/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { FaultRule } from '../service';
import { useNewsletter } from './newsletter';
import { OPERATIONS } from './operations';
import { useNoWaits } from './waits';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./waits')>('./waits').withoutWaits(),
);

const SENTINEL = 'words-that-must-stay-inside-4711';
const newsletter = useNewsletter({}, { apiKey: SENTINEL });
useNoWaits();

/** The paths under which a value holds the text, hidden properties and symbols included. */
function placesOf(text: string, root: unknown): string[] {
	const found: string[] = [];
	const seen = new Set<unknown>();
	const look = (value: unknown, path: string) => {
		if (typeof value === 'string' && value.includes(text)) found.push(path);
		if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
		if (seen.has(value)) return;
		seen.add(value);
		for (const key of Reflect.ownKeys(value)) {
			const { value: inner } = Object.getOwnPropertyDescriptor(value, key) ?? {};
			look(inner, `${path}.${String(key)}`);
		}
		if (value instanceof Map) value.forEach((inner, key) => look(inner, `${path}.${String(key)}`));
	};
	look(root, 'run');
	return found;
}

const FAULTS: Array<{
	what: string;
	fault?: FaultRule;
	credential?: ICredentialDataDecryptedObject;
	parameters?: object;
}> = [
	{ what: 'a success' },
	...[400, 401, 403, 404, 422, 429, 500, 503].map((status) => ({
		what: String(status),
		fault: { kind: 'status' as const, status, times: null },
	})),
	{
		what: 'an answer that repeats the key',
		fault: {
			kind: 'status',
			status: 400,
			body: { message: `Bearer ${SENTINEL} may not do this` },
			times: null,
		},
	},
	{
		what: 'a redirect to an address with the key',
		fault: {
			kind: 'redirect',
			location: `https://other.example/${SENTINEL}/contacts?key=${SENTINEL}`,
		},
	},
	{ what: 'a web page', fault: { kind: 'html' } },
	{ what: 'half of the JSON', fault: { kind: 'truncate', times: null } },
	{ what: 'a lost connection', fault: { kind: 'drop', times: null } },
	{
		what: 'no answer in time',
		fault: { kind: 'hang', times: null },
		parameters: { requestOptions: { timeout: 40 } },
	},
	{ what: 'nobody who listens', credential: { baseUrl: 'http://127.0.0.1:9/v1' } },
	{ what: 'a bad base URL', credential: { baseUrl: 'nowhere' } },
	{ what: 'a bad newsletter', credential: { newsletterId: 'wks_short' } },
];
const CASES = OPERATIONS.flatMap((operation) =>
	FAULTS.map((fault) => ({
		...operation,
		...fault,
		parameters: { ...operation.parameters, ...fault.parameters },
	})),
);

it.each(CASES)('the API key is nowhere in what $operation leaves after $what', async (given) => {
	const { answer, fault, parameters, credential } = given;
	for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
		newsletter.service.behaviour.faults = [fault ?? { kind: 'json', json: answer, times: null }];
		const { run } = await newsletter.run({ parameters, credential, node: { onError } });
		expect(placesOf(SENTINEL, run)).toEqual([]);
		expect(inspect(run, { depth: 20, showHidden: true })).not.toContain(SENTINEL);
		expect(JSON.stringify(run)).not.toContain(SENTINEL);
	}
});

it('the search for the key finds it in hidden places', () => {
	const error = new Error('x', { cause: { headers: { authorization: SENTINEL } } });
	Object.defineProperty(error, 'hidden', { value: SENTINEL, enumerable: false });
	expect(placesOf(SENTINEL, { error })).toEqual([
		'run.error.cause.headers.authorization',
		'run.error.hidden',
	]);
});
