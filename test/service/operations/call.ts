import type { Answer } from '../answers';
import type { Store } from '../store';

/** A request that has passed the contract. */
export interface Call {
	params: { id?: string };
	query: Record<string, unknown>;
	body: unknown;
}

/** @throws ServiceError for every refusal */
export type Operation = (store: Store, call: Call) => Answer;
