import { scrambledId } from './contactRecord';
import type { Send, StoredSend } from './types';

interface SendRecord {
	send: Send;
	senderIds: Array<string | null>;
}

export type SendInput = Pick<Send, 'workspace_id' | 'page_id'> & Partial<Send>;

/** The issues of all newsletters. */
export class SendStore {
	private readonly sends = new Map<string, SendRecord>();

	constructor(
		private readonly clock: () => number,
		private readonly nextSeq: () => number,
	) {}

	create(input: SendInput): Send {
		const now = new Date(this.clock()).toISOString();
		const send: Send = {
			subject: `page ${input.page_id}`,
			preheader: '',
			font: '',
			css: '',
			linkColor: '#0000ED',
			dividerColor: '#434343',
			dividerSize: 1,
			showCover: true,
			trackOpens: true,
			trackLinks: true,
			...input,
			id: scrambledId('snd_', this.nextSeq()),
			html: `<h1>Page ${input.page_id}</h1>`,
			status: 'draft',
			createdAt: now,
			updatedAt: now,
		};
		this.sends.set(send.id, { send, senderIds: [] });
		return send;
	}

	get(id: string): SendRecord | undefined {
		return this.sends.get(id);
	}

	start({ send, senderIds }: SendRecord, senderId: string | undefined): void {
		send.status = 'sending';
		senderIds.push(senderId ?? null);
		send.updatedAt = new Date(this.clock()).toISOString();
	}

	all(): StoredSend[] {
		return Array.from(this.sends.values(), ({ send, senderIds }) => ({
			...send,
			timesSent: senderIds.length,
			senderIds: [...senderIds],
		}));
	}

	clear(): void {
		this.sends.clear();
	}
}
