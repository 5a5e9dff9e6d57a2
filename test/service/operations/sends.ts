import { ServiceError } from '../answers';
import type { SendInput } from '../sendStore';
import type { Operation } from './call';

export const createSend: Operation = (store, call) => {
	const input = call.body as SendInput;
	store.newsletter(input.workspace_id);
	return { status: 200, body: store.sends.create(input), applied: true };
};

export const sendIssue: Operation = (store, call) => {
	const { sendTwice, unsubscribedExcluded } = store.behaviour;
	const found = store.sends.get(call.params.id!);
	if (!found) throw new ServiceError(404, `Send ${call.params.id} not found`);
	const { send } = found;
	if (send.status !== 'draft' && sendTwice === 'refuse') {
		throw new ServiceError(400, `Send ${send.id} is not a draft`);
	}
	const contacts = [...store.newsletter(send.workspace_id).allRecords()];
	const recipients = contacts.filter((record) => record.subscribed || !unsubscribedExcluded);
	const { senderId } = (call.body ?? {}) as { senderId?: string };
	store.sends.start(found, senderId);
	return {
		status: 200,
		body: { subscribers: recipients.length, status: 'sending' },
		applied: true,
	};
};
