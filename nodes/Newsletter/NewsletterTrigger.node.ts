import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { testConnection } from './credentialTest/connection';
import { simplified } from './resources/contact/simplified';
import { createClient } from './transport/client';
import { contactPages } from './transport/list';
import type { Contact } from './transport/types';
import { triggerDescription } from './trigger/fields';
import { poll } from './trigger/poll';
import { pollTimeOf } from './trigger/pollTime';
import { sampleContacts } from './trigger/sample';
import { readSettings, type TriggerSettings } from './trigger/settings';
import { newState, stateOf, type TriggerState } from './trigger/state';

/** By node, the poll that is running: polls can be slower than their interval. */
const polls = new Map<string, Promise<void>>();

/**
 * By node, the state after a poll that found no saved state. With durable cursors, n8n throws away the
 * state of the poll at activation. The next poll then uses this one, and needs no new first scan.
 */
const unsavedStates = new Map<string, TriggerState>();

/**
 * By node, the state with which the last poll that delivered contacts began, and when it ended. If a poll
 * soon begins with the same state, it came too early: n8n saves durable cursors a moment after the poll.
 */
const lastDeliveries = new Map<string, { savedText: string; atMs: number }>();

/** If n8n has not saved the state by then, it is lost, and the contacts are due again. */
const SAVED_WITHIN_MS = 30_000;

/** IDs of contacts that were left out, and that n8n's log has named. */
const warnedIds = new Set<string>();

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
		const running = polls.get(node);
		// n8n takes the expressions away from both polls as soon as one of them has ended.
		if (running) return await running.then(() => null);
		let end = () => {};
		polls.set(node, new Promise((resolve) => (end = resolve)));
		try {
			const time = pollTimeOf(this);
			const client = await createClient(this, time);
			const settings = readSettings(this, client.connection.newsletterId);
			const { scope, startFrom } = settings;

			// The whole state is in `staticData.cursor`. Its own `cursor` is a place.
			const staticData = this.getWorkflowStaticData('node');
			// The poll works on a copy: n8n would save what a failed poll has changed on the way.
			const savedText = JSON.stringify(staticData.cursor ?? null);
			const last = lastDeliveries.get(node);
			if (last?.savedText === savedText && Date.now() < last.atMs + SAVED_WITHIN_MS) return null;

			const saved = stateOf(JSON.parse(savedText), scope);
			const unsaved = stateOf(unsavedStates.get(node), scope);
			const before = saved ?? unsaved ?? newState(scope, startFrom);
			// The first scan has no filters, so that an old contact that matches them later is not new.
			const filters = before.cursor === null ? {} : scope.filters;
			const fetchPage = contactPages(client, { newsletter_id: scope.newsletterId, ...filters });
			const { contacts, unreadable, state } = await poll(before, settings, fetchPage, time);

			if (unreadable.length > 0) warnOnce(this, unreadable);
			if (saved !== undefined) unsavedStates.delete(node);
			else if (contacts.length === 0) unsavedStates.set(node, state);
			if (JSON.stringify(state) !== savedText) staticData.cursor = state;
			if (contacts.length === 0) return null;
			lastDeliveries.set(node, { savedText, atMs: Date.now() });
			return [itemsOf(contacts, settings)];
		} finally {
			polls.delete(node);
			end();
		}
	}
}

const itemsOf = (contacts: Contact[], { simplify }: TriggerSettings): INodeExecutionData[] =>
	contacts.map((contact) => ({ json: simplify ? simplified(contact) : contact }));

function warnOnce({ logger }: IPollFunctions, unreadable: string[]): void {
	const ids = unreadable.filter((id) => !warnedIds.has(id));
	if (ids.length === 0) return;
	for (const id of ids) warnedIds.add(id);
	logger.warn(
		`Newsletter Trigger leaves out contacts whose time stamp cannot be read: ${ids.join(', ')}`,
	);
}

/** What a manual run shows. The stored state is neither read nor written. */
async function sample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const client = await createClient(context);
	const settings = readSettings(context, client.connection.newsletterId);
	const { scope, pageSize } = settings;
	const fetchPage = contactPages(client, { newsletter_id: scope.newsletterId, ...scope.filters });
	const contacts = await sampleContacts(context, fetchPage, scope.event, pageSize);
	return [itemsOf(contacts, settings)];
}
