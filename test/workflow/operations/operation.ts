import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultMatch, Service } from '../../service';
import type { Wait } from '../faultMatrix/faults';
import type { Newsletter } from '../newsletter';

/** Three things to do, and how the request of the middle one is known. */
export interface Work {
	input: IDataObject[];
	match: FaultMatch;
}

/** What the fault matrix does with an operation, and what it expects. */
export interface OnThree {
	/** Each of the three takes its own values. */
	parameters: INodeParameters;
	/** Three requests, one after another, each of which may end the run. */
	isOneByOne?: boolean;
	/** All three in one request. */
	isGathered?: boolean;
	/** Lays out what the operation works on. */
	prepare(newsletter: Newsletter): Work | Promise<Work>;
	/** How often the service has done each of the three; absent where nothing is changed. */
	done?(service: Service): number[];
	/** The fields that a refusal names. */
	refused: string[];
	/** The fields that "no such record" names; `nothing` where that is no error, but an empty answer. */
	noRecord: string[] | 'nothing';
	/** How long its requests may take, ms. */
	timeoutMs?: Wait;
	/** What an unclear outcome says instead, where doing it twice would harm. */
	unclear?: RegExp;
	/** What each item of a success holds. */
	output: IDataObject;
}

export interface OperationCase {
	/** Its resource and name; behind a comma, which form of it. */
	operation: string;
	/** A plain request of it. */
	parameters: INodeParameters;
	/** That request, as a fault rule matches it. */
	match: { method: string; path: string };
	/** What the service answers where all goes well. */
	answer: IDataObject;
	/** It is done at most once, whatever becomes of the answer. */
	isOnce?: boolean;
	onThree: OnThree;
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const NUMBERS = [1, 2, 3];

/** Three contacts, as input items or as the service holds them. */
export const threeContacts = () =>
	NUMBERS.map((n) => ({ id: `con_${n}`, email: `c${n}@example.com` }));
