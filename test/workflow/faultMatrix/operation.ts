import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultMatch, Service } from '../../service';
import type { Newsletter } from '../newsletter';
import type { Wait } from './faults';

/** Three things to do, and how the request of the middle one is known. */
export interface Work {
	input: IDataObject[];
	match: FaultMatch;
}

export interface Operation {
	operation: string;
	screen: 'node' | 'trigger' | 'search';
	parameters: INodeParameters;
	/** An issue is created and sent at most once, whatever becomes of the answer. */
	isOnce?: boolean;
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
	answer: IDataObject;
}
