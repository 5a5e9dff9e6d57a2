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
	it('is the first error as it is where nothing was done', () => {
		const first = refused(0, 'No such sender');
		expect(errorOfRun([first, empty(1)], [])).toBe(first.error);
		expect(first.error.description).toBe('No such sender');
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
