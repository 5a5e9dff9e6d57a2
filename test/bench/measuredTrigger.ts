import type { INodeParameters } from 'n8n-workflow';
import { makePoll, type Poll } from '../support/poll';
import type { StandIn } from './standIn';

/** What a poll did and what it took. */
export interface Measured {
	/** The delivered contacts; null where the poll returned null. */
	ids: string[] | null;
	requests: number;
	ms: number;
	/** Writes to what n8n stores. */
	writes: number;
}

/** The trigger on n8n's own poll context, asking the stand-in service over HTTP. */
export class MeasuredTrigger {
	/** The ID of every contact delivered, in order. */
	readonly delivered: string[] = [];

	private constructor(
		private readonly standIn: StandIn,
		private readonly made: Poll,
	) {}

	static async start(standIn: StandIn, parameters: INodeParameters): Promise<MeasuredTrigger> {
		const made = await makePoll({
			parameters,
			credentials: { newsletterApi: await standIn.ask('credential') },
		});
		return new MeasuredTrigger(standIn, made);
	}

	async poll(): Promise<Measured> {
		await this.standIn.ask('takeRequests');
		const writesBefore = this.made.writes();
		const beganMs = performance.now();
		const output = await this.made.poll();
		const ms = performance.now() - beganMs;
		const ids = output && output.flat().map(({ json }) => String(json.id));
		this.delivered.push(...(ids ?? []));
		return {
			ids,
			requests: await this.standIn.ask('takeRequests'),
			ms,
			writes: this.made.writes() - writesBefore,
		};
	}
}
