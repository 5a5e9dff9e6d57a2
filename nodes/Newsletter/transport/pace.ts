/**
 * Who waits for what, among all requests with one API key in this n8n process:
 * 1. Five requests are in flight at most, two of them slow creations of issues; the others queue.
 * 2. Requests with one address go one after another, in the order asked.
 * 3. A rate limit pauses the key: nothing begins before the pause is over, whoever is cancelled
 *    meanwhile. The refused request queues again.
 * 4. After a pause one request goes first, and every five answers make room for one more.
 * 5. When the pauses since the last other answer come to more than a minute, all in the queue fail.
 */
import type { Failure } from './failures';
import { Pause } from './pause';

export const MOST_IN_FLIGHT = 5;
const MOST_CREATIONS = 2;
const ANSWERS_FOR_ONE_MORE = 8;

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
		if (this.hasRoom() && this.mayGo(turn)) {
			this.go(turn);
			return undefined;
		}
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

	/** Notes an answer that is no rate limit; one to a try from before a limit tells nothing of it. */
	answered(turn: Turn): void {
		if (turn.limitsBefore !== this.limits) return;
		this.answersSinceLimit += 1;
		this.pause.pausedMs = 0;
	}

	/**
	 * Pauses the key after a rate limit.
	 *
	 * @returns for how long, ms; `undefined` if that is too long, so that everybody fails
	 */
	limited(limit: Failure): number | undefined {
		this.limits += 1;
		this.answersSinceLimit = 0;
		const ms = this.pause.begin(limit.retryAfterMs, () => this.admit());
		if (ms !== undefined) return ms;
		// Those who wait have not asked at all: a limit tells so, unlike a failure with 503.
		for (const { end } of this.queue.splice(0)) end({ ...limit, kind: 'rateLimited' });
		return undefined;
	}

	/** Makes room for others between two tries. */
	rest(turn: Turn): void {
		this.inFlight.delete(turn);
		this.admit();
	}

	/** Ends a request, whether it was ever made or not. */
	leave(turn: Turn): void {
		this.turns.delete(turn);
		if (turn.address !== undefined && this.owners.get(turn.address) === turn) {
			this.owners.delete(turn.address);
		}
		this.rest(turn);
	}

	private hasRoom(): boolean {
		const places = 1 + Math.floor(this.answersSinceLimit / ANSWERS_FOR_ONE_MORE);
		return !this.pause.isUnderWay && this.inFlight.size < Math.min(places, MOST_IN_FLIGHT);
	}

	private mayGo(turn: Turn): boolean {
		const owner = turn.address === undefined ? turn : this.owners.get(turn.address);
		if (owner !== undefined && owner !== turn) return false;
		const creations = [...this.inFlight].filter(({ isCreation }) => isCreation).length;
		return !turn.isCreation || creations < MOST_CREATIONS;
	}

	private go(turn: Turn): void {
		turn.limitsBefore = this.limits;
		this.inFlight.add(turn);
		if (turn.address !== undefined) this.owners.set(turn.address, turn);
	}

	private admit(): void {
		while (this.hasRoom()) {
			const next = this.queue.findIndex(({ turn }) => this.mayGo(turn));
			if (next < 0) break;
			const [{ turn, end }] = this.queue.splice(next, 1) as [Waiting];
			this.go(turn);
			end();
		}
		if (this.turns.size === 0 && !this.pause.isUnderWay) paces.delete(this.apiKey);
	}
}
