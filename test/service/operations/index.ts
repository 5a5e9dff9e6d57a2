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

const operation = (
	[method, path]: [Operation['method'], path: string],
	errors: ErrorShape,
	work: Work,
	schemas: Pick<Operation, 'query' | 'body'>,
): Operation => ({ method, path, errors, work, ...schemas });

export const operations: Operation[] = [
	operation(['GET', '/contacts'], 'message', listContacts, { query: listQuery }),
	operation(['POST', '/contacts'], 'message', upsertContacts, { body: upsertBody }),
	operation(['DELETE', '/contacts'], 'message', deleteContacts, { query: deleteQuery }),
	operation(['PUT', '/contacts/:id'], 'errorText', updateContact, { body: updateBody }),
	operation(['POST', '/contacts/:id'], 'errorText', updateContactByPost, { body: postUpdateBody }),
	operation(['POST', '/sends'], 'errorMessage', createSend, { body: createSendBody }),
	operation(['POST', '/sends/:id/send'], 'errorMessage', sendIssue, { body: sendIssueBody }),
];
