import { fieldError } from '../../../nodes/Newsletter/resources/fieldValues';
import {
	errorOfRun,
	itemsInWords,
	type ItemError,
} from '../../../nodes/Newsletter/resources/itemErrors';
import { toNodeApiError } from '../../../nodes/Newsletter/transport/errors';
import { node } from '../node';

const empty = (itemIndex: number): ItemError => ({
	itemIndex,
	error: fieldError({ node, itemIndex }, 'Send ID is empty: fill it in.'),
});
const refused = (itemIndex: number, detail: string): ItemError => ({
	itemIndex,
	error: toNodeApiError(
		node,
		{ kind: 'refused', status: 400, detail },
		{ texts: { refused: 'Check Send ID.' }, apiKey: '', itemIndex },
	),
});

const unclear = (itemIndex: number): ItemError => ({
	itemIndex,
	error: toNodeApiError(
		node,
		{ kind: 'lost' },
		{ texts: { refused: '', unclear: 'It may be on its way.' }, apiKey: '', itemIndex },
	),
});

describe('itemsInWords', () => {
	it.each<[indexes: number[], text: string]>([
		[[7], 'item 7'],
		[[0, 2, 4], 'items 0, 2, 4'],
		[[3, 4], 'items 3–4'],
		[[0, 1, 2, 3, 7, 9, 10], 'items 0–3, 7, 9–10'],
	])('%j is "%s"', (indexes, text) => {
		expect(itemsInWords(indexes)).toBe(text);
	});
});

describe('errorOfRun', () => {
	it('is the error of a single item as it is', () => {
		const first = refused(0, 'No such sender');
		expect(errorOfRun([first], [])).toBe(first.error);
		expect(first.error.description).toBe('No such sender');
		expect(errorOfRun([empty(0)], []).description).toBeUndefined();
	});

	it('says why others failed where nothing was done, too', () => {
		const error = errorOfRun([empty(0), refused(1, 'Sent before'), empty(2), empty(3)], []);
		expect(error.description?.split('\n')).toEqual([
			'The same holds for items 2–3.',
			'Item 1: Check Send ID. The service says: Sent before.',
		]);
	});

	it('is quick for 100,000 items', () => {
		const { error } = refused(1, 'Sent before');
		const many = Array.from({ length: 100_000 }, (_, index) => ({ error, itemIndex: index + 1 }));
		const beganMs = performance.now();
		expect(errorOfRun([empty(0), ...many], []).description).toBe(
			'Item 1–100000: Check Send ID. The service says: Sent before.',
		);
		// It takes a twentieth of that; with a copy for each item, several times as long.
		expect(performance.now() - beganMs).toBeLessThan(4000);
	});

	it('leaves out no reason, however many there are', () => {
		const errors = Array.from({ length: 14 }, (_, index) => refused(index + 1, `Reason ${index}`));
		const lines = errorOfRun([empty(0), ...errors, unclear(15)], [16]).description?.split('\n');
		expect(lines?.slice(9)).toEqual([
			'Item 10: Check Send ID. The service says: Reason 9.',
			'Item 11–14: Check Send ID.',
			'Item 15: It may be on its way.',
			'Done all the same: item 16. Leave it out when you run this again.',
		]);
	});

	it('says which items were done, and why others were not', () => {
		const first = refused(0, 'No such sender');
		const error = errorOfRun([first, empty(3), refused(4, 'Sent before')], [1, 2, 5]);
		expect(error).toBe(first.error);
		expect(error.message).toBe('Check Send ID.');
		expect(error.description?.split('\n')).toEqual([
			'No such sender',
			'Item 3: Send ID is empty: fill it in.',
			'Item 4: Check Send ID. The service says: Sent before.',
			'Done all the same: items 1–2, 5. Leave them out when you run this again.',
		]);
	});

	it('speaks of one item as of one', () => {
		expect(errorOfRun([empty(0)], [1]).description).toBe(
			'Done all the same: item 1. Leave it out when you run this again.',
		);
	});
});
