import { Newsletter } from '../../../nodes/Newsletter/Newsletter.node';
import { operationsOf } from '../../unit/descriptionStates';
import { CELLS, PASSING, WITH_ITEMS } from './cells';

const OPERATION_NAMES = [
	'contact getAll',
	'contact upsert, gathered',
	'contact upsert, one by one',
	'contact update',
	'contact update, POST',
	'contact deleteMany',
	'contact deleteMany, all',
	'send create',
	'send send',
	'trigger',
	'contact search',
];
const FAULT_NAMES = [
	'400 {error: number, message}',
	'400 {message}',
	'400 {error: text}',
	'401',
	'403',
	'404 documented',
	'404 of a router',
	'429, Retry-After in seconds',
	'429, Retry-After as a date',
	'429 without Retry-After',
	'500',
	'503',
	'connection refused',
	'connection lost once taken',
	'no answer in time',
	'truncated JSON',
	'HTML with 200',
	'JSON of another shape',
	'redirect 301',
	'redirect 302',
	'redirect 307',
	'redirect 308',
];
const product = (operations: string[], faults: string[]) =>
	operations.flatMap((operation) => faults.map((fault) => `${operation}: ${fault}`));
const namesOf = (cells: Array<{ operation: string; fault: string }>) =>
	cells.map(({ operation, fault }) => `${operation}: ${fault}`);

it('every operation of the node is among them', () => {
	for (const { resource, operation } of operationsOf(new Newsletter().description)) {
		expect(OPERATION_NAMES.map((name) => name.split(',')[0])).toContain(`${resource} ${operation}`);
	}
});

it('every operation meets every fault', () => {
	expect(namesOf(CELLS)).toEqual(product(OPERATION_NAMES, FAULT_NAMES));
	expect(CELLS).toHaveLength(11 * 22);
});

it('every operation meets every fault after which it asks again, as one that passes', () => {
	const isOnce = (name: string) => /^send|, all$/.test(name);
	const once = OPERATION_NAMES.filter(isOnce);
	const others = OPERATION_NAMES.filter((name) => !isOnce(name));
	const notDone = FAULT_NAMES.filter((name) => /^429|refused$/.test(name));
	const unclear = FAULT_NAMES.filter((name) => /^50|^connection lost|^no answer/.test(name));
	expect(new Set(namesOf(PASSING))).toEqual(
		new Set([...product(once, notDone), ...product(others, [...notDone, ...unclear])]),
	);
	expect(PASSING).toHaveLength(3 * 4 + 8 * 8);
});

it('every operation of the node meets every fault among three items, however errors are taken', () => {
	const ofNode = OPERATION_NAMES.filter((name) => !/trigger|search/.test(name));
	expect(new Set(namesOf(WITH_ITEMS))).toEqual(new Set(product(ofNode, FAULT_NAMES)));
	expect(WITH_ITEMS).toHaveLength(9 * 22 * 3);
});
