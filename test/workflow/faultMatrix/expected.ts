import type { Fault, Wait } from './faults';
import type { Operation } from './operations';

/** Every field that a message could send the user to, longer names first. */
const FIELDS = [
	'API Key',
	'Base URL',
	'Batch Size',
	'Batching',
	'Contact ID',
	'Contact',
	'Newsletter ID',
	'Page Size',
	'Page',
	'Segment ID',
	'Send ID',
	'Sender ID',
	'Timeout',
];
const FIELD = new RegExp(`\\b(?:${FIELDS.join('|')})\\b`, 'g');

/** Fields of n8n's Request Options, which a trigger and a search do not have. */
const REQUEST_OPTIONS = ['Batching', 'Timeout'];

export const fieldsIn = (text: string): string[] => [...new Set(text.match(FIELD))].sort();

/** The documented "no contacts found" of lists and deletions. */
export const isNoError = ({ noRecord }: Operation, { meaning }: Fault): boolean =>
	meaning === 'noRecord' && noRecord === 'nothing';

/** Whether one contact of a request can be the reason, so that it is looked for and the others are stored. */
export const isOneContacts = ({ isGathered, isOneByOne }: Operation, { meaning }: Fault) =>
	meaning === 'refused' || (meaning === 'noRecord' && (isGathered || isOneByOne) === true);

export function fieldsNamed(operation: Operation, fault: Fault): string[] {
	const { meaning, names } = fault;
	if (meaning === 'refused') return [...operation.refused].sort();
	if (meaning === 'noRecord') return [...operation.noRecord].sort();
	if (meaning === 'unclear' && operation.unclear) return [];
	return names.filter((name) => operation.screen === 'node' || !REQUEST_OPTIONS.includes(name));
}

export const triesOf = ({ isOnce }: Operation, { tries }: Fault): number => tries[isOnce ? 1 : 0];

/** Which of three input items fail where the fault meets the middle one's request for good. */
export function failing(operation: Operation, fault: Fault, goesOn: boolean): number[] {
	const { rule, isLasting } = fault;
	if (isNoError(operation, fault)) return [];
	if (rule === undefined) return [0, 1, 2];
	if (isOneContacts(operation, fault)) return [1];
	if (operation.isGathered) return [0, 1, 2];
	if (operation.isOneByOne) return isLasting || !goesOn ? [1, 2] : [1];
	return [1];
}

/** How often each of the three was done. */
export function doneOf(operation: Operation, fault: Fault, failed: number[]): number[] {
	const middle = fault.isDone ? 1 : 0;
	if (operation.isGathered && !isOneContacts(operation, fault)) return [middle, middle, middle];
	return [0, 1, 2].map((item) => (item === 1 ? middle : failed.includes(item) ? 0 : 1));
}

/** A number that lies in the range that is expected counts as that range. */
export const inRange = (ms: number | undefined, wait: Wait | undefined): Wait | undefined =>
	ms !== undefined && Array.isArray(wait) && ms >= wait[0] && ms <= wait[1] ? wait : ms;
