import type { ErrorShape } from '../answers';
import {
	createSendBody,
	deleteQuery,
	listQuery,
	postUpdateBody,
	sendIssueBody,
	updateBody,
	upsertBody,
} from '../schemas';
import type { Store } from '../store';
import { deleteContacts } from './deleteContacts';
import { listContacts } from './listContacts';
import { createSend, sendIssue } from './sends';
import { updateContact, updateContactByPost } from './updateContact';
import { upsertContacts } from './upsertContacts';

/** A request that has passed the contract. */
export interface Call {
	params: { id?: string };
	query: unknown;
	body: unknown;
}

/** @returns the body of the answer; @throws ServiceError for every refusal */
export type Work = (store: Store, call: Call) => unknown;

export interface Operation {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	query?: object;
	body?: object;
	errors: ErrorShape;
	work: Work;
}

export const operations: Operation[] = [
	{ method: 'GET', path: '/contacts', query: listQuery, errors: 'message', work: listContacts },
	{ method: 'POST', path: '/contacts', body: upsertBody, errors: 'message', work: upsertContacts },
	{
		method: 'DELETE',
		path: '/contacts',
		query: deleteQuery,
		errors: 'message',
		work: deleteContacts,
	},
	{
		method: 'PUT',
		path: '/contacts/:id',
		body: updateBody,
		errors: 'errorText',
		work: updateContact,
	},
	{
		method: 'POST',
		path: '/contacts/:id',
		body: postUpdateBody,
		errors: 'errorText',
		work: updateContactByPost,
	},
	{
		method: 'POST',
		path: '/sends',
		body: createSendBody,
		errors: 'errorMessage',
		work: createSend,
	},
	{
		method: 'POST',
		path: '/sends/:id/send',
		body: sendIssueBody,
		errors: 'errorMessage',
		work: sendIssue,
	},
];
