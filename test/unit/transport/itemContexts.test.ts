import type { IExecuteFunctions } from 'n8n-workflow';
import { itemContextsOf } from '../../../nodes/Newsletter/transport/itemContexts';

const parameters = { fixed: 'a', listed: { mode: 'id', value: 'con_1' }, own: '={{ $json.own }}' };

const itemsOf = () => {
	const getNodeParameter = jest.fn((name: string, item: number, ...rest: unknown[]) =>
		JSON.stringify([name, item, ...rest]),
	);
	const context = {
		getNode: () => ({ parameters }),
		getInputData: () => [{ json: {} }, { json: {} }],
		getNodeParameter,
	};
	return { getNodeParameter, items: itemContextsOf(context as unknown as IExecuteFunctions) };
};

it('a field with an expression is read for each item, another one once', () => {
	const { getNodeParameter, items } = itemsOf();
	const read = (name: string) => items.map((item) => item.getNodeParameter(name, ''));
	expect(new Set(read('fixed')).size).toBe(1);
	expect(new Set(read('own')).size).toBe(2);
	expect(getNodeParameter).toHaveBeenCalledTimes(3);
});

it('n8n is told how a field is to be read', () => {
	const { getNodeParameter, items } = itemsOf();
	items[1]!.getNodeParameter('listed', '', { extractValue: true });
	expect(getNodeParameter).toHaveBeenCalledWith('listed', 1, '', { extractValue: true });
});
