import { byId, type OperationCase } from './operation';

const NUMBERS = [1, 2, 3];

export const SEND_OPERATIONS: OperationCase[] = [
	{
		operation: 'send create',
		isOnce: true,
		parameters: { resource: 'send', operation: 'create', pageId: byId('page') },
		match: { method: 'POST', path: '/sends' },
		answer: { id: 'snd_a', status: 'draft' },
		onThree: {
			parameters: { pageId: byId('=page{{ $json.n }}') },
			prepare: () => ({
				input: NUMBERS.map((n) => ({ n })),
				match: { path: '^/sends$', bodyContains: 'page2' },
			}),
			done: ({ sends }) =>
				NUMBERS.map((n) => sends.all().filter(({ page_id }) => page_id === `page${n}`).length),
			refused: ['Page', 'Newsletter ID'],
			noRecord: ['Page', 'Newsletter ID', 'Segment ID'],
			timeoutMs: 300_000,
			unclear: /may already have been created.*drafts/,
			output: { status: 'draft' },
		},
	},
	{
		operation: 'send send',
		isOnce: true,
		parameters: { resource: 'send', operation: 'send', sendId: 'snd_a' },
		match: { method: 'POST', path: '/sends/snd_a/send' },
		answer: { subscribers: 1, status: 'sending' },
		onThree: {
			parameters: { sendId: '={{ $json.id }}' },
			prepare: async (newsletter) => {
				const input = [];
				for (const n of NUMBERS) input.push({ n, id: (await newsletter.draft()).id });
				return { input, match: { path: `^/sends/${input[1]!.id}/send$` } };
			},
			done: ({ sends }) => sends.all().map(({ timesSent }) => timesSent),
			refused: ['Send ID', 'Sender ID'],
			noRecord: ['Send ID'],
			unclear: /may already be on its way.*[Cc]heck/,
			output: { status: 'sending' },
		},
	},
];
