import type { INodeExecutionData } from 'n8n-workflow';
import { Newsletter as NewsletterNode } from '../../../nodes/Newsletter/Newsletter.node';
import { useNewsletter } from '../newsletter';
import { layOut, type Bench } from './bench';
import { CELLS, PASSING, WITH_ITEMS, type Cell } from './cells';
import { doneOf, failing, inRange, isNoError, isOneContacts, triesOf } from './expected';
import type { Fault } from './faults';
import { KEY, watchForLeaks } from './leaks';
import type { Operation } from './operations';
import { bulkMessage, expectTold, expectWords } from './told';
import { timeouts, useVirtualTime, waits } from './virtualTime';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./virtualTime')>('./virtualTime').withVirtualTime(),
);

const newsletter = useNewsletter({}, { apiKey: KEY });
useVirtualTime();
watchForLeaks();

let bench: Bench | undefined;
afterEach(() => bench?.stop());

const ALL = [0, 1, 2];
const NEW = [1, 2, 3].map((n) => `new-c${n}@example.com`);

/** Custom operations carry out all items themselves, so that their error can tell of each. */
const { customOperations } = new NewsletterNode();
const isCustom = ({ parameters: { resource, operation } }: Operation) =>
	Object.hasOwn(customOperations[resource as 'contact'], operation as string);

/** The items that an operation is tried on where the others do not matter. */
const fewOf = ({ isGathered }: Operation) => (isGathered ? ALL : [1]);
const waited = ({ waitsMs }: Fault) => waits.map((ms, index) => inRange(ms, waitsMs[index]));
const polled = async (on: Bench) => (await on.attempt([])).outputs[0].map(({ json }) => json.email);

/** What the service holds in the end: how often each of the three was done. */
const expectDone = (cell: Cell, times: number[]) => {
	if (cell.done) expect(cell.done(newsletter.service)).toEqual(times);
};

async function begin(cell: Cell, times: null | 1): Promise<Bench> {
	bench = await layOut(newsletter, cell);
	await bench.inject(cell, times);
	return bench;
}

it.each(CELLS)('$operation: $fault, for good', async (cell) => {
	const on = await begin(cell, null);
	const stored = on.stored();
	const { error, outputs } = await on.attempt(fewOf(cell));

	const { requests } = newsletter.service;
	const tries = triesOf(cell, cell);
	if (cell.isGathered && isOneContacts(cell, cell)) {
		// One bad contact in three: at most 2·1·⌈log2 3⌉ + 1 requests more than the first.
		expect(requests.length).toBeLessThanOrEqual(6);
	} else {
		expect(requests).toHaveLength(cell.rule ? tries : 0);
		const within = cell.timeoutMs ?? 60_000;
		// A poll that waits for the end of a pause is bounded, too.
		const pauses = cell.screen === 'trigger' && cell.cause === 'rate-limited' ? tries - 1 : 0;
		const bounds = Array(tries + pauses).fill(within);
		expect(timeouts.map((ms) => inRange(ms, within))).toEqual(bounds);
	}
	expect(waited(cell)).toEqual(cell.waitsMs.slice(0, tries - 1));

	const failed = failing(cell, cell, false);
	if (isNoError(cell, cell)) expect(error).toBeUndefined();
	else {
		expectTold(error, cell, {
			itemIndex: cell.screen === 'node' ? (cell.isGathered ? failed[0] : 0) : undefined,
			bulk: cell.isGathered ? bulkMessage(failed, 3 - failed.length) : undefined,
		});
		expect(outputs).toEqual([[], []]);
	}
	expectDone(cell, doneOf(cell, cell, cell.isGathered ? failed : ALL));

	if (cell.screen !== 'trigger') return;
	if (error) expect(on.stored()).toEqual(stored);
	on.mend();
	expect(await polled(on)).toEqual(NEW);
	expect(await polled(on)).toEqual([]);
});

it.each(PASSING)('$operation: $fault, which passes', async (cell) => {
	const on = await begin(cell, 1);
	const { error, outputs } = await on.attempt(fewOf(cell));
	expect(error).toBeUndefined();
	expect(newsletter.service.requests).toHaveLength(cell.rule ? 2 : 1);
	expect(waited(cell)).toEqual(cell.waitsMs.slice(0, 1));
	expectDone(cell, cell.isGathered ? [1, 1, 1] : [0, 1, 0]);

	// What was deleted the first time is not there to be counted the second time.
	const isDoubtful = cell.operation === 'contact deleteMany' && cell.meaning === 'unclear';
	const json = outputs[0].map((item) => item.json);
	if (cell.screen === 'node') {
		expect(json).toMatchObject([isDoubtful && cell.isDone ? { contacts_removed: 0 } : cell.output]);
	} else {
		expect(json).toHaveLength(3);
	}
	const saysSo = /deleted the first time are not in the count/;
	expect(saysSo.test(String(json[0]?.message))).toBe(isDoubtful);
});

it.each(WITH_ITEMS)('$operation: $fault for one of three items, $onError', async (cell) => {
	const on = await begin(cell, null);
	const { error, outputs, links } = await on.attempt(ALL, cell.onError);
	const goesOn = cell.onError !== 'stopWorkflow';
	const failed = failing(cell, cell, goesOn);
	expectDone(cell, doneOf(cell, cell, failed));
	const isToOutput = cell.onError === 'continueErrorOutput';

	if (failed.length > 0 && !goesOn) {
		const isTogether = cell.isGathered || cell.isOneByOne;
		const bulk = isTogether ? bulkMessage(failed, 3 - failed.length) : undefined;
		// Other operations end with n8n's own loop over the items, which tells of the first one only.
		const isEachTold = isCustom(cell) && !isTogether;
		// What was read is not done: it is read again.
		const isDone = isEachTold && cell.operation !== 'contact getAll';
		const done = isDone ? ALL.filter((item) => !failed.includes(item)) : [];
		const alike = isEachTold && failed.length === 3 ? 'Items 0–2' : undefined;
		expectTold(error, cell, { itemIndex: failed[0], bulk, done, alike });
		expect(outputs).toEqual([[], []]);
		return;
	}
	expect(error).toBeUndefined();
	const empty = cell.operation === 'contact getAll' && cell.meaning === 'noRecord' ? [1] : [];
	const succeeded = ALL.filter((item) => ![...failed, ...empty].includes(item));
	const [taken, others] = links.map((of) => of.flat());
	expect(taken).toEqual(isToOutput ? succeeded : [...succeeded, ...failed].sort());
	expect(others).toEqual(isToOutput ? failed : []);

	const isError = ({ json }: INodeExecutionData) => 'error' in json;
	const errors = outputs.flat().filter(isError);
	expect(outputs[1]).toEqual(isToOutput ? errors : []);
	errors.forEach((item, index) => {
		const itemIndex = failed[index]!;
		const error = String(item.json.error);
		expectWords(error, cell);
		expect(error).toContain(cell.words ?? '');
		// The error output holds the row that failed, too.
		const row = isToOutput ? on.work.input[itemIndex] : {};
		expect(item).toEqual({ json: { ...row, error }, pairedItem: { item: itemIndex } });
	});
	const first = outputs[0].find((item) => !isError(item));
	if (!cell.isGathered && !failed.includes(0)) expect(first!.json).toMatchObject(cell.output);
});
