import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

/** An input item as operations see it: n8n's context of a declarative request. */
export type ItemContext = IExecuteSingleFunctions &
	Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;

/** Whether the node runs as a tool of an AI agent: n8n then adds "Tool" to its type. */
export const isTool = (item: IExecuteSingleFunctions): boolean =>
	item.getNode().type.endsWith('Tool');

/** The contexts of all items, each as n8n gives it to a declarative request. */
export function itemContextsOf(context: IExecuteFunctions): ItemContext[] {
	// n8n copies the node each time.
	const node = context.getNode();
	/** Values of fields without an expression, which are the same for all items. It saves much time. */
	const values = new Map<string, unknown>();
	const fieldOf = (itemIndex: number, name: string, ownDefault?: unknown, options?: object) => {
		if (values.has(name)) return values.get(name);
		const value: unknown = context.getNodeParameter(name, itemIndex, ownDefault, options);
		const field = node.parameters[name.split('.')[0] as string] ?? '';
		const isSameForAll = !JSON.stringify(field).includes('"=');
		if (isSameForAll) values.set(name, value);
		return value;
	};
	return context.getInputData().map((input, itemIndex) =>
		Object.assign(Object.create(context) as ItemContext, {
			getNode: () => node,
			getItemIndex: () => itemIndex,
			getInputData: () => input,
			getNodeParameter: (name: string, ownDefault?: unknown, options?: object) =>
				fieldOf(itemIndex, name, ownDefault, options),
			getCredentials: (type: string) => context.getCredentials(type, itemIndex),
		}),
	);
}
