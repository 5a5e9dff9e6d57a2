/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { WorkflowRun } from '../../support/engine';
import { linksOf, type Newsletter } from '../newsletter';
import { isLate, type Outcome } from './outcomes';

export const LATE_MS = 54_321;
const NOBODY = 'http://127.0.0.1:9';

const options = {
	timeout: '={{ $json.timeout }}',
	proxy: '={{ $json.proxy }}',
};

export interface Kind {
	kind: 'send' | 'create';
	parameters: INodeParameters;
	/** What the user reads where nobody knows what became of it. */
	unclear: RegExp;
}

export const KINDS: Kind[] = [
	{
		kind: 'send',
		parameters: { operation: 'send', sendId: '={{ $json.id }}', requestOptions: options },
		unclear: /may already be on its way.*Check/,
	},
	{
		kind: 'create',
		parameters: {
			operation: 'create',
			pageId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			// A random text stands for the time of day: the body is another one in each try.
			additionalFields: { subject: "={{ 'Issue ' + Math.random() }}" },
			requestOptions: options,
		},
		unclear: /may already have been created.*Check/,
	},
];

/**
 * Lets no request time out but those that the service leaves without an answer, and these at once,
 * however busy the machine is.
 */
export function useTimeouts(newsletter: Newsletter): void {
	const timers = new Set<NodeJS.Timeout>();
	const hanging = () => newsletter.service.requests.filter(({ fault }) => fault === 'hang').length;

	beforeEach(() => {
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const controller = new AbortController();
			if (ms !== LATE_MS) return controller.signal;
			const before = hanging();
			const timer = setInterval(() => {
				if (hanging() > before) controller.abort();
			}, 1);
			timers.add(timer);
			return controller.signal;
		});
	});
	afterEach(() => {
		for (const timer of timers) clearInterval(timer);
		timers.clear();
		jest.restoreAllMocks();
	});
}

/** What the service has seen of one item: how often it was asked, and how often it did the work. */
interface Seen {
	asked: number;
	held: number;
}

interface ThreeItems {
	run: WorkflowRun;
	/** What each input item names: an issue or a page. */
	ids: string[];
	seen: Seen[];
	/** Each item of an output: the input item it is linked to, and of which item's issue it tells. */
	told(outputIndex?: number): Array<{ link: number | undefined; issue: number | 'none' }>;
}

interface Fate {
	outcome: Outcome;
	/** The item that meets the outcome. */
	at: number;
	/** How many requests meet it. Default: all. */
	times?: number;
	node: Partial<INode>;
}

/** Runs three items, one of which meets the outcome. */
export async function runThree(
	newsletter: Newsletter,
	{ kind, parameters }: Kind,
	{ outcome, at, times = Infinity, node }: Fate,
): Promise<ThreeItems> {
	const { service } = newsletter;
	const ids =
		kind === 'create'
			? ['page-a', 'page-b', 'page-c']
			: [await newsletter.draft(), await newsletter.draft(), await newsletter.draft()].map(
					({ id }) => id,
				);
	const bad = ids[at] as string;
	const match = kind === 'create' ? { bodyContains: `"${bad}"` } : { path: `/${bad}/` };
	if (outcome.fault) {
		service.behaviour.faults.push({ ...outcome.fault, match, times });
	}
	const input = ids.map(
		(id): INodeExecutionData => ({
			json: {
				id,
				timeout: id === bad && isLate(outcome) ? LATE_MS : 0,
				proxy: id === bad && !outcome.fault ? NOBODY : '',
			},
		}),
	);
	const run = await newsletter.run({ parameters, input, node });
	const seen = ids.map((id): Seen => {
		const sends = service.sends.all();
		return kind === 'create'
			? {
					asked: service.requests.filter(({ rawBody }) => rawBody.includes(`"${id}"`)).length,
					held: sends.filter(({ page_id }) => page_id === id).length,
				}
			: {
					asked: service.requests.filter(({ path }) => path.includes(`/${id}/`)).length,
					held: sends.find((send) => send.id === id)?.timesSent ?? 0,
				};
	});
	const told = (outputIndex = 0) =>
		run.output('Newsletter', outputIndex).map(({ json, error }, index) => {
			const issue = ids.indexOf(String(kind === 'create' ? json.page_id : json.id));
			const isIssue = !error && (kind === 'send' ? json.status === 'sending' : issue >= 0);
			return {
				link: linksOf(run, outputIndex)[index]?.[0],
				issue: isIssue ? issue : ('none' as const),
			};
		});
	return { run, ids, seen, told };
}
