import {
	NodeConnectionTypes,
	NodeOperationError,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { testConnection } from './credentialTest/connection';
import { simplified } from './resources/contact/simplified';
import { createClient, type Client } from './transport/client';
import { contactPages, type FetchPage } from './transport/list';
import { triggerDescription } from './trigger/fields';
import { scanAll, type SightedContact } from './trigger/scan';
import { selectDue } from './trigger/selection';
import { readSettings, type TriggerSettings } from './trigger/settings';
import { byTime, emptyState, isStateOf, settle, type TriggerState } from './trigger/state';

/** Contacts that a manual run shows. */
const SAMPLE_SIZE = 10;

/** Nodes whose poll is under way: polls can be slower than their interval. */
const polling = new Set<string>();

export class NewsletterTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Newsletter Trigger',
		name: 'newsletterTrigger',
		icon: {
			light: 'file:../../icons/newsletter.svg',
			dark: 'file:../../icons/newsletter.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["event"] }}',
		description: 'Starts the workflow when a contact is added to a newsletter, or changes',
		defaults: { name: 'Newsletter Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		sensitiveOutputFields: ['unsub_token'],
		credentials: [{ name: 'newsletterApi', required: true, testedBy: 'testConnection' }],
		properties: triggerDescription,
	};

	methods = { credentialTest: { testConnection } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		if (this.getMode() === 'manual') return await sample(this);

		const node = `${this.getWorkflow().id} ${this.getNode().id}`;
		if (polling.has(node)) return null;
		polling.add(node);
		try {
			return await pollOnce(this);
		} finally {
			polling.delete(node);
		}
	}
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const client = await createClient(context);
	const settings = readSettings(context, client.connection.newsletterId);
	const { scope, maxContacts } = settings;
	const staticData = context.getWorkflowStaticData('node');
	const stored = staticData.cursor;

	if (!isStateOf(scope, stored) && settings.startFrom === 'now') {
		staticData.cursor = await baseline(client, settings);
		return null;
	}
	const state = isStateOf(scope, stored) ? stored : emptyState(scope);
	const found = await scanAll(pagesOf(client, settings), scope.event, settings.pageSize);
	const due = selectDue(state, found, maxContacts);
	if (due.length > 0 || !isStateOf(scope, stored)) staticData.cursor = settle(state, due);
	return due.length > 0 ? [itemsOf(due, settings)] : null;
}

const pagesOf = (client: Client, { scope }: TriggerSettings): FetchPage =>
	contactPages(client, { newsletter_id: scope.newsletterId, ...scope.filters });

/** Everything that is there, the filters left aside: what matches them later was there before. */
async function baseline(client: Client, settings: TriggerSettings): Promise<TriggerState> {
	const { scope, pageSize } = settings;
	const fetchPage = contactPages(client, { newsletter_id: scope.newsletterId });
	return settle(emptyState(scope), await scanAll(fetchPage, scope.event, pageSize));
}

function itemsOf(sightings: SightedContact[], { simplify }: TriggerSettings): INodeExecutionData[] {
	return sightings.map(({ contact }) => ({ json: simplify ? simplified(contact) : contact }));
}

/** What a manual run shows: the newest contacts. The cursor is neither read nor written. */
async function sample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const client = await createClient(context);
	const settings = readSettings(context, client.connection.newsletterId);
	const { scope, pageSize } = settings;
	const found = await scanAll(pagesOf(client, settings), scope.event, pageSize);
	if (found.length === 0) {
		throw new NodeOperationError(
			context.getNode(),
			'No contact matches yet: add one to the newsletter, or change Filters, and try again.',
		);
	}
	return [itemsOf(found.sort(byTime).reverse().slice(0, SAMPLE_SIZE), settings)];
}
