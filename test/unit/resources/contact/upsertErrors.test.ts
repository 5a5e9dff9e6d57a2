import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { bulkError } from '../../../../nodes/Newsletter/resources/contact/upsertErrors';
import { fieldError } from '../../../../nodes/Newsletter/resources/fieldValues';
import type { ItemError } from '../../../../nodes/Newsletter/resources/itemErrors';
import { toNodeApiError } from '../../../../nodes/Newsletter/transport/errors';
import { node } from '../../node';

const local = (itemIndex: number, sentence = 'Email is empty: fill it in.'): ItemError => ({
	itemIndex,
	error: fieldError({ node, itemIndex }, sentence),
});
const refused = (itemIndex: number, detail: string): ItemError => ({
	itemIndex,
	error: toNodeApiError(
		node,
		{ kind: 'refused', status: 400, detail },
		{ texts: { refused: 'Check the values.' }, apiKey: '', itemIndex },
	),
});

describe('bulkError', () => {
	it('is the one error itself where nothing was synced', () => {
		const one = local(3);
		expect(bulkError(node, [one], 0)).toBe(one.error);
		expect(one.error).toBeInstanceOf(NodeOperationError);
	});

	it.each<[errors: ItemError[], synced: number, message: string]>([
		[[local(3)], 1, '1 contact could not be synced (item 3); 1 contact was synced.'],
		[[local(3)], 997, '1 contact could not be synced (item 3); 997 contacts were synced.'],
		[
			[local(0), refused(2, 'bad'), local(7)],
			0,
			'3 contacts could not be synced (items 0, 2, 7); 0 contacts were synced.',
		],
	])('says how many were synced and which items were not', (errors, synced, message) => {
		const error = bulkError(node, errors, synced);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe(message);
	});

	it('gives each reason once, with its items', () => {
		const errors = [local(0), refused(2, 'bad domain'), local(4), refused(5, 'blocked')];
		expect(bulkError(node, errors, 1).description).toBe(
			[
				'Item 0, 4: Email is empty: fill it in.',
				'Item 2: Check the values. The service says: bad domain.',
				'Item 5: Check the values. The service says: blocked.',
			].join('\n'),
		);
	});

	it('names every item, hundreds as a range, and ten reasons in full', () => {
		const errors = Array.from({ length: 300 }, (_, index) => refused(index, `reason ${index}.`));
		const error = bulkError(node, [...errors, local(300)], 0);
		expect(error.message).toContain('(items 0–300)');
		const lines = error.description?.split('\n') ?? [];
		expect(lines).toHaveLength(12);
		expect(lines[9]).toMatch(/^Item 9: .*reason 9\.$/);
		expect(lines[10]).toMatch(/^Item 10–299: /);
		expect(lines[10]).not.toContain('reason');
		expect(lines[11]).toMatch(/^Item 300: /);
	});

	it("carries the first error's status, item and cause", () => {
		expect(bulkError(node, [refused(2, 'bad'), local(4)], 1)).toMatchObject({
			httpCode: '400',
			context: { itemIndex: 2 },
			failure: { cause: 'configuration-invalid' },
		});
	});

	it('keeps its words where the service speaks of a network error', () => {
		const error = bulkError(node, [refused(2, 'ECONNREFUSED')], 1);
		expect(error.message).toBe('1 contact could not be synced (item 2); 1 contact was synced.');
		expect(error.description).toContain('ECONNREFUSED');
	});
});
