import { ServiceError } from '../answers';
import type { SendInput } from '../sendStore';
import type { Work } from './index';

export const createSend: Work = (store, call) => {
	const input = call.body as SendInput;
	store.newsletter(input.workspace_id);
	return store.sends.create(input);
};

export const sendIssue: Work = (store, { params, body }) => {
	const found = store.sends.get(params.id!);
	if (!found) throw new ServiceError(404, `Send ${params.id} not found`);
	const { send } = found;
	if (send.status !== 'draft' && store.behaviour.sendTwice === 'refuse') {
		throw new ServiceError(400, `Send ${send.id} is not a draft`);
	}
	const contacts = [...store.newsletter(send.workspace_id).allRecords()];
	const { senderId } = (body ?? {}) as { senderId?: string };
	store.sends.start(found, senderId);
	return { subscribers: contacts.filter(({ subscribed }) => subscribed).length, status: 'sending' };
};
