/**
 * Who waits for what, among all requests with one API key in this n8n process:
 * 1. Five requests are in flight at most, two of them slow creations of issues; the others queue.
 * 2. Requests with one address go one after another, in the order asked.
 * 3. A rate limit pauses the key: nothing begins before the pause is over, whoever is cancelled
 *    meanwhile. The refused request queues again.
 * 4. After a pause one request goes first, and every eight answers make room for one more.
 * 5. All in the queue fail when the pauses since the last other answer come to more than a minute,
 *    or when ten requests in a row time out.
 */
import type { Failure } from './failures';
import { Pause } from './pause';
import { isLimit } from './retry';

export const MOST_IN_FLIGHT = 5;
const MOST_CREATIONS = 2;
const ANSWERS_FOR_ONE_MORE = 8;
const MOST_TIMEOUTS = 10;

/** A request from its first try to its last. */
export interface Turn {
	/** What it writes to, if to one contact or issue. */
	address?: string;
	isCreation: boolean;
	/** Limits before its last try. */
	limitsBefore?: number;
}

interface Waiting {
	turn: Turn;
	/** Ends the wait: the request may go, or has failed. */
	end: (failure?: Failure) => void;
}

/** The pace of each key that has requests under way. */
const paces = new Map<string, Pace>();

export function paceOf(apiKey: string): Pace {
	const pace = paces.get(apiKey) ?? new Pace(apiKey);
	paces.set(apiKey, pace);
	return pace;
}

export class Pace {
	private readonly turns = new Set<Turn>();
	private readonly inFlight = new Set<Turn>();
	private readonly queue: Waiting[] = [];
	/** The request that each address belongs to until it is over. */
	private readonly owners = new Map<string, Turn>();
	private readonly pause = new Pause();
	private limits = 0;
	private answersSinceLimit = Infinity;
	private timeoutsInARow = 0;

	constructor(private readonly apiKey: string) {}

	/** Waits until a try may go out. @returns why it may not, where it may not */
	async enter(
		turn: Turn,
		cancel: AbortSignal | undefined,
		deadlineMs: number,
	): Promise<Failure | undefined> {
		const leftMs = deadlineMs - Date.now();
		if (cancel?.aborted) return { kind: 'cancelledUnsent' };
		if (leftMs <= 0) return { kind: 'noTime' };
		this.turns.add(turn);
		if (this.hasRoom() && this.takesPlace(turn)) return undefined;
		// A poll has a deadline, and cannot be cancelled.
		const isPoll = leftMs < Infinity;
		const tooLate = isPoll ? AbortSignal.timeout(Math.ceil(leftMs)) : cancel;
		return await new Promise((resolve) => {
			const giveUp = () => {
				this.queue.splice(this.queue.indexOf(waiting), 1);
				resolve({ kind: isPoll ? 'noTime' : 'cancelledUnsent' });
			};
			const end = (failure?: Failure) => {
				tooLate?.removeEventListener('abort', giveUp);
				resolve(failure);
			};
			const waiting = { turn, end };
			tooLate?.addEventListener('abort', giveUp, { once: true });
			this.queue.push(waiting);
		});
	}

	/**
	 * Notes what came of a try. A rate limit pauses the key.
	 *
	 * @returns for how long, ms; `undefined` where all in the queue have failed, and this one should
	 */
	answered(turn: Turn, failure: Failure | undefined): number | undefined {
		if (failure && isLimit(failure)) {
			this.limits += 1;
			this.answersSinceLimit = 0;
			const ms = this.pause.begin(failure.retryAfterMs, () => this.admit());
			// Those who wait have not asked at all: a limit tells so, unlike a failure with 503.
			if (ms === undefined) this.failQueue({ ...failure, kind: 'rateLimited' });
			return ms;
		}
		this.timeoutsInARow = failure?.kind === 'timedOut' ? this.timeoutsInARow + 1 : 0;
		// An answer to a try from before a limit tells nothing of it.
		if (turn.limitsBefore === this.limits) {
			this.answersSinceLimit += 1;
			this.pause.pausedMs = 0;
		}
		if (this.timeoutsInARow < MOST_TIMEOUTS) return 0;
		this.failQueue({ kind: 'silent' });
		return undefined;
	}

	/** Makes room for others, between two tries or at the end of a request, made or not. */
	leave(turn: Turn, isOver: boolean): void {
		const { address = '' } = turn;
		this.inFlight.delete(turn);
		if (isOver) this.turns.delete(turn);
		if (isOver && this.owners.get(address) === turn) this.owners.delete(address);
		this.admit();
	}

	private hasRoom(): boolean {
		return this.pause.sleeping === 0 && this.inFlight.size < MOST_IN_FLIGHT;
	}

	/** Takes a place, unless an earlier request to the address or too many of its kind are under way. */
	private takesPlace(turn: Turn): boolean {
		const { address, isCreation } = turn;
		if (address && (this.owners.get(address) ?? turn) !== turn) return false;
		const places = 1 + Math.floor(this.answersSinceLimit / ANSWERS_FOR_ONE_MORE);
		const alike = [...this.inFlight].filter((other) => other.isCreation === isCreation).length;
		if (alike >= Math.min(places, isCreation ? MOST_CREATIONS : MOST_IN_FLIGHT)) return false;
		turn.limitsBefore = this.limits;
		this.inFlight.add(turn);
		if (address) this.owners.set(address, turn);
		return true;
	}

	private admit(): void {
		while (this.queue.length > 0 && this.hasRoom()) {
			const next = this.queue.findIndex(({ turn }) => this.takesPlace(turn));
			if (next < 0) break;
			const [{ end }] = this.queue.splice(next, 1) as [Waiting];
			end();
		}
		if (this.turns.size === 0 && this.pause.sleeping === 0) paces.delete(this.apiKey);
	}

	private failQueue(failure: Failure): void {
		for (const { end } of this.queue.splice(0)) end(failure);
	}
}
