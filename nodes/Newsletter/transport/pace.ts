import { sleep } from 'n8n-workflow';

import type { Failure } from './failures';
import { LONGEST_WAIT_MS } from './retry';

/** Requests in flight at once for one API key, in one n8n process. */
export const MOST_IN_FLIGHT = 5;

/** Creating an issue takes long, and must leave room for other requests. */
const MOST_CREATIONS = 2;

/** After a rate limit one request goes first; so many answers make room for one more at a time. */
const ANSWERS_FOR_ONE_MORE = 5;

const CANCELLED: Failure = { kind: 'cancelled', isUnsent: true };
const NO_TIME: Failure = { kind: 'noTime', isUnsent: true };

/** A request from its first try to its last. */
export interface Turn {
	/** Requests with one address go one after another, in the order asked. */
	address?: string;
	isCreation?: boolean;
}

interface Waiting {
	turn: Turn;
	/** Called when the request may go. */
	end: () => void;
}

/** The pace of each key that has requests under way. */
const paces = new Map<string, Pace>();

export function paceOf(apiKey: string): Pace {
	const pace = paces.get(apiKey) ?? new Pace(apiKey);
	paces.set(apiKey, pace);
	return pace;
}

/**
 * Lets the requests with one key go, in the order asked. A refused request pauses the key for the
 * time that it waits itself, and then queues again.
 */
export class Pace {
	/** How long the key has been paused since the service last answered otherwise, ms. */
	pausedMs = 0;

	private readonly turns = new Set<Turn>();
	private readonly inFlight = new Set<Turn>();
	private readonly queue: Waiting[] = [];
	/** The request that each address belongs to until it is over. */
	private readonly owners = new Map<string, Turn>();
	private pauses = 0;
	private longestPauseMs = 0;
	private answersSinceLimit = Infinity;

	constructor(private readonly apiKey: string) {}

	/** Waits until a try may go out. @returns why it may not, where it may not */
	async enter(
		turn: Turn,
		cancel: AbortSignal | undefined,
		deadlineMs: number,
	): Promise<Failure | undefined> {
		const leftMs = deadlineMs - Date.now();
		if (cancel?.aborted) return CANCELLED;
		if (leftMs <= 0) return NO_TIME;
		this.turns.add(turn);
		if (this.hasRoom() && this.mayGo(turn)) {
			this.go(turn);
			return undefined;
		}
		const timeout = leftMs < Infinity ? [AbortSignal.timeout(Math.ceil(leftMs))] : [];
		const tooLate = AbortSignal.any(cancel ? [cancel, ...timeout] : timeout);
		return await new Promise((resolve) => {
			const giveUp = () => {
				this.queue.splice(this.queue.indexOf(waiting), 1);
				resolve(cancel?.aborted ? CANCELLED : NO_TIME);
			};
			const end = () => {
				tooLate.removeEventListener('abort', giveUp);
				resolve(undefined);
			};
			const waiting = { turn, end };
			tooLate.addEventListener('abort', giveUp, { once: true });
			this.queue.push(waiting);
		});
	}

	/** Notes an answer that is no rate limit. */
	answered(): void {
		this.answersSinceLimit += 1;
		this.pausedMs = 0;
	}

	/**
	 * Lets nothing new go out for so long, and waits for it; not if the key would be paused for more
	 * than a minute in all. A cancelled execution ends its pause.
	 */
	async pause(ms: number, cancel: AbortSignal | undefined): Promise<void> {
		this.answersSinceLimit = 0;
		if (ms <= 0 || this.pausedMs + ms > LONGEST_WAIT_MS) return;
		this.pauses += 1;
		this.longestPauseMs = Math.max(this.longestPauseMs, ms);
		await sleep(ms, cancel).catch(() => undefined);
		this.pauses -= 1;
		if (this.pauses > 0) return;
		this.pausedMs += this.longestPauseMs;
		this.longestPauseMs = 0;
		this.admit();
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
		return this.pauses === 0 && this.inFlight.size < Math.min(places, MOST_IN_FLIGHT);
	}

	private mayGo(turn: Turn): boolean {
		const owner = turn.address === undefined ? turn : this.owners.get(turn.address);
		if (owner !== undefined && owner !== turn) return false;
		const creations = [...this.inFlight].filter(({ isCreation }) => isCreation).length;
		return turn.isCreation !== true || creations < MOST_CREATIONS;
	}

	private go(turn: Turn): void {
		this.inFlight.add(turn);
		if (turn.address !== undefined) this.owners.set(turn.address, turn);
	}

	private admit(): void {
		while (this.hasRoom()) {
			const next = this.queue.findIndex(({ turn }) => this.mayGo(turn));
			if (next < 0) break;
			const [waiting] = this.queue.splice(next, 1) as [Waiting];
			this.go(waiting.turn);
			waiting.end();
		}
		if (this.turns.size === 0 && this.pauses === 0) paces.delete(this.apiKey);
	}
}
