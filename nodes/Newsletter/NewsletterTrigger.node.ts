import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { testConnection } from './credentialTest/connection';
import { simplified } from './resources/contact/simplified';
import { createClient, type Client } from './transport/client';
import { contactPages, type FetchPage } from './transport/list';
import { readBaseline } from './trigger/baseline';
import { isDeliveredFrom, noteDelivery } from './trigger/deliveries';
import { triggerDescription } from './trigger/fields';
import { pollTime, type PollTime } from './trigger/pollTime';
import { afterPoll } from './trigger/progress';
import { sampleContacts } from './trigger/sample';
import { scan, type ScanLimits } from './trigger/scan';
import { conclude } from './trigger/selection';
import { readSettings, type TriggerSettings } from './trigger/settings';
import { emptyState, type TriggerState } from './trigger/state';
import { stateOf } from './trigger/storedState';
import type { Contact } from './transport/types';

/** Nodes whose poll is under way: polls can be slower than their interval. */
const polling = new Set<string>();

/**
 * The beginnings that this process has found. With durable cursors n8n throws away what the poll of
 * an activation has stored, where it delivers nothing; a later beginning would lose what came between.
 */
const beginnings = new Map<string, TriggerState>();

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
			return await pollOnce(this, node);
		} finally {
			polling.delete(node);
		}
	}
}

const itemsOf = (contacts: Contact[], { simplify }: TriggerSettings): INodeExecutionData[] =>
	contacts.map((contact) => ({ json: simplify ? simplified(contact) : contact }));

const pagesOf = (client: Client, { newsletterId, filters }: TriggerSettings['scope']): FetchPage =>
	contactPages(client, { newsletter_id: newsletterId, ...filters });

async function pollOnce(
	context: IPollFunctions,
	node: string,
): Promise<INodeExecutionData[][] | null> {
	// A copy: what a failed poll changed on the way would be saved by the next one.
	const staticData = context.getWorkflowStaticData('node');
	const stored = JSON.stringify(staticData.cursor ?? null);
	if (isDeliveredFrom(node, stored, Date.now())) return null;

	const { deadlineMs, isTimeUp, timed } = pollTime(context);
	const client = await createClient(context, { deadlineMs });
	const settings = readSettings(context, client.connection.newsletterId);
	const { scope, maxContacts: most, pageSize } = settings;
	const limits = { pageSize, most, isTimeUp, now: Date.now };

	const state = stateOf(scope, JSON.parse(stored)) ?? stateOf(scope, beginnings.get(node));

	let contacts: Contact[] = [];
	let next: TriggerState;
	if (state?.walk?.baselineMs != null || (state === undefined && settings.startFrom === 'now')) {
		next = await baseline(timed, client, settings, state ?? emptyState(scope), limits);
		beginnings.set(node, next);
	} else {
		const before = state ?? emptyState(scope);
		const found = await scan(timed(pagesOf(client, scope)), before, scope.event, limits);
		const conclusion = conclude(before, found, most);
		contacts = conclusion.taken.map(({ contact }) => contact);
		next = afterPoll(before, found, conclusion);
	}
	if (stateOf(scope, JSON.parse(stored)) !== undefined) beginnings.delete(node);
	if (JSON.stringify(next) !== stored) staticData.cursor = next;
	if (contacts.length === 0) return null;
	noteDelivery(node, stored, Date.now());
	return [itemsOf(contacts, settings)];
}

/** Everything that is there, the filters left aside: what matches them later was there before. */
async function baseline(
	timed: PollTime['timed'],
	client: Client,
	{ scope }: TriggerSettings,
	state: TriggerState,
	limits: ScanLimits,
): Promise<TriggerState> {
	const pages = timed(pagesOf(client, { ...scope, filters: {} }));
	const isFiltered = Object.values(scope.filters).some((filter) => filter !== undefined);
	return await readBaseline(pages, state, scope.event, limits, isFiltered);
}

/** What a manual run shows. The cursor is neither read nor written. */
async function sample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const client = await createClient(context);
	const settings = readSettings(context, client.connection.newsletterId);
	const { scope, pageSize } = settings;
	const pages = pagesOf(client, scope);
	return [itemsOf(await sampleContacts(context, pages, scope.event, pageSize), settings)];
}
