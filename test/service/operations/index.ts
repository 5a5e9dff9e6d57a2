import type { OperationId } from '../contract';
import type { Operation } from './call';
import { deleteContacts } from './deleteContacts';
import { listContacts } from './listContacts';
import { createSend, sendIssue } from './sends';
import { updateContact, updateContactByPost } from './updateContact';
import { upsertContacts } from './upsertContacts';

export const operations: Record<OperationId, Operation> = {
	listContacts,
	upsertContacts,
	deleteContacts,
	updateContact,
	updateContactByPost,
	createSend,
	sendIssue,
};
