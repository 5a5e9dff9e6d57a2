import type { OnThree } from '../operations';
import { OPERATIONS as OF_THE_NODE, threeContacts } from '../operations';

export interface Operation extends OnThree {
	operation: string;
	/** Where the user meets its errors. */
	screen: 'node' | 'trigger' | 'search';
	isOnce?: boolean;
}

export const OPERATIONS: Operation[] = [
	...OF_THE_NODE.map(({ operation, isOnce, parameters, onThree }) => ({
		...{ operation, isOnce, screen: 'node' as const },
		...onThree,
		parameters: { ...parameters, ...onThree.parameters },
	})),
	{
		operation: 'trigger',
		screen: 'trigger',
		parameters: {},
		// Within what n8n gives a poll at the least.
		timeoutMs: [1000, 36_000],
		prepare: ({ service }) => {
			const nowMs = Date.now();
			service.contacts.add(
				threeContacts().map(({ email }, index) => ({
					email: `new-${email}`,
					createdAt: nowMs + index,
				})),
			);
			return { input: [], match: {} };
		},
		refused: ['Newsletter ID', 'Page Size'],
		noRecord: 'nothing',
		output: {},
	},
	{
		operation: 'contact search',
		screen: 'search',
		parameters: { resource: 'contact', operation: 'update' },
		prepare: ({ service }) => {
			service.contacts.add(threeContacts());
			return { input: [], match: {} };
		},
		refused: ['Newsletter ID'],
		noRecord: 'nothing',
		output: {},
	},
];
