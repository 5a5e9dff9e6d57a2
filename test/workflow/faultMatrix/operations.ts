import type { Service } from '../../service';
import { DEFAULT_NEWSLETTER_ID } from '../../service';
import type { Operation } from './operation';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const NUMBERS = [1, 2, 3];
const input = NUMBERS.map((n) => ({ n, email: `c${n}@example.com`, id: `con_${n}` }));
const emails = ({ contacts }: Service) => contacts.all().map(({ email }) => email);
const NEWSLETTERS = [
	DEFAULT_NEWSLETTER_ID,
	'wks_secondNewsletter00001',
	'wks_thirdNewsletter000001',
];

const upsert = {
	screen: 'node',
	prepare: () => ({ input, match: { path: '^/contacts$', bodyContains: 'c2@example.com' } }),
	done: (service) =>
		input.map(({ email }) => emails(service).filter((stored) => stored === email).length),
	refused: ['Newsletter ID'],
	noRecord: ['Newsletter ID', 'Contact ID'],
} satisfies Partial<Operation>;
const UPSERT = { resource: 'contact', operation: 'upsert', email: '={{ $json.email }}' };

const prepareUpdate: Operation['prepare'] = ({ service }) => {
	service.contacts.add(input.map(({ id, email }) => ({ id, email, name: 'Old' })));
	return { input, match: { path: '^/contacts/con_2$' } };
};
const updated: Operation['done'] = ({ contacts }) =>
	contacts.all().map(({ name }) => (name === 'New' ? 1 : 0));

const prepareDeletion: Operation['prepare'] = ({ service }) => {
	for (const id of NEWSLETTERS.slice(1)) service.addNewsletter(id);
	for (const id of NEWSLETTERS) service.newsletter(id).add({ subscribed: false });
	return {
		input: NEWSLETTERS.map((id) => ({ id })),
		match: { path: '^/contacts$', query: { newsletter_id: NEWSLETTERS[1]! } },
	};
};
const deleted: Operation['done'] = (service) =>
	NEWSLETTERS.map((id) => 1 - service.newsletter(id).size);

export const OPERATIONS: Operation[] = [
	{
		operation: 'contact getAll',
		screen: 'node',
		parameters: {
			resource: 'contact',
			operation: 'getAll',
			limit: 1,
			options: { pageSize: 1, startPage: '={{ $json.n }}' },
		},
		prepare: ({ service }) => {
			service.behaviour.order = 'oldest';
			service.contacts.add(input.map(({ id, email }) => ({ id, email })));
			return { input, match: { path: '^/contacts$', page: 2 } };
		},
		refused: ['Newsletter ID', 'Page Size'],
		noRecord: 'nothing',
		answer: { email: expect.stringMatching(/^c\d@example.com$/) },
	},
	{
		...upsert,
		operation: 'contact upsert, gathered',
		parameters: UPSERT,
		isGathered: true,
		answer: { synced: 3, contacts: 3 },
	},
	{
		...upsert,
		operation: 'contact upsert, one by one',
		parameters: { ...UPSERT, options: { batchSize: 1 } },
		isOneByOne: true,
		answer: { synced: 1, contacts: 1 },
	},
	{
		operation: 'contact update',
		screen: 'node',
		parameters: {
			resource: 'contact',
			operation: 'update',
			contactId: byId('={{ $json.id }}'),
			updateFields: { name: 'New' },
		},
		prepare: prepareUpdate,
		done: updated,
		refused: ['Contact', 'Newsletter ID'],
		noRecord: ['Contact'],
		answer: { name: 'New' },
	},
	{
		operation: 'contact update, POST',
		screen: 'node',
		parameters: {
			resource: 'contact',
			operation: 'update',
			contactId: byId('={{ $json.id }}'),
			updateFields: { name: 'New' },
			options: { requestForm: 'post' },
		},
		prepare: prepareUpdate,
		done: updated,
		refused: ['Contact', 'Newsletter ID'],
		noRecord: ['Contact'],
		answer: { name: 'New' },
	},
	{
		operation: 'contact deleteMany',
		screen: 'node',
		parameters: { resource: 'contact', operation: 'deleteMany', newsletterId: '={{ $json.id }}' },
		prepare: prepareDeletion,
		done: deleted,
		refused: ['Newsletter ID'],
		noRecord: 'nothing',
		answer: { deleted: true, contacts_removed: 1 },
	},
	{
		operation: 'contact deleteMany, all',
		screen: 'node',
		isOnce: true,
		parameters: {
			resource: 'contact',
			operation: 'deleteMany',
			contactsToDelete: 'all',
			newsletterId: '={{ $json.id }}',
			confirmation: '={{ $json.id }}',
		},
		prepare: prepareDeletion,
		done: deleted,
		refused: ['Newsletter ID'],
		noRecord: 'nothing',
		unclear: /may already have been deleted.*Check in the service/,
		answer: { deleted: true, contacts_removed: 1 },
	},
	{
		operation: 'send create',
		screen: 'node',
		parameters: { resource: 'send', operation: 'create', pageId: byId('=page{{ $json.n }}') },
		isOnce: true,
		prepare: () => ({ input, match: { path: '^/sends$', bodyContains: 'page2' } }),
		done: ({ sends }) =>
			NUMBERS.map((n) => sends.all().filter(({ page_id: page }) => page === `page${n}`).length),
		refused: ['Page', 'Newsletter ID'],
		noRecord: ['Page', 'Newsletter ID', 'Segment ID'],
		timeoutMs: 300_000,
		unclear: /may already have been created.*drafts/,
		answer: { status: 'draft' },
	},
	{
		operation: 'send send',
		screen: 'node',
		parameters: { resource: 'send', operation: 'send', sendId: '={{ $json.id }}' },
		isOnce: true,
		prepare: async (newsletter) => {
			const drafts = [];
			for (const n of NUMBERS) drafts.push({ n, id: (await newsletter.draft()).id });
			return { input: drafts, match: { path: `^/sends/${drafts[1]!.id}/send$` } };
		},
		done: ({ sends }) => sends.all().map(({ timesSent }) => timesSent),
		refused: ['Send ID', 'Sender ID'],
		noRecord: ['Send ID'],
		unclear: /may already be on its way.*[Cc]heck/,
		answer: { status: 'sending' },
	},
	{
		operation: 'trigger',
		screen: 'trigger',
		parameters: {},
		// Within what n8n gives a poll at the least.
		timeoutMs: [1000, 36_000],
		prepare: ({ service }) => {
			const nowMs = Date.now();
			service.contacts.add(
				input.map(({ email }, index) => ({ email: `new-${email}`, createdAt: nowMs + index })),
			);
			return { input: [], match: {} };
		},
		refused: ['Newsletter ID', 'Page Size'],
		noRecord: 'nothing',
		answer: {},
	},
	{
		operation: 'contact search',
		screen: 'search',
		parameters: { resource: 'contact', operation: 'update' },
		prepare: ({ service }) => {
			service.contacts.add(input.map(({ id, email }) => ({ id, email })));
			return { input: [], match: {} };
		},
		refused: ['Newsletter ID'],
		noRecord: 'nothing',
		answer: {},
	},
];
