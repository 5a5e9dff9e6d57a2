import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import type { WorkflowOptions } from './engineWorkflow';
import { buildWorkflow } from './engineWorkflow';

export interface PollOptions extends Pick<WorkflowOptions, 'credentials' | 'nodeTypes'> {
	parameters?: INodeParameters;
	/** What an earlier life of the trigger had stored. */
	staticData?: IDataObject;
	mode?: WorkflowExecuteMode;
	/** n8n's five minutes by default; 'absent' is an n8n older than the budget. */
	budgetMs?: number | 'absent';
	/** As with durable cursors: a poll works on a copy, which is kept if the poll succeeds and changed it. */
	durable?: boolean;
	type?: string;
}

export interface Poll {
	poll(): Promise<INodeExecutionData[][] | null>;
	/** A copy of what is stored now. */
	staticData(): IDataObject;
	/** Puts back what was stored before. */
	restore(staticData: IDataObject): void;
	/** Writes and deletions, at any depth, since the start. */
	writes(): number;
	/** What n8n's log was warned of. */
	warnings: string[];
}

const FIVE_MINUTES_MS = 300_000;

export async function makePoll(options: PollOptions): Promise<Poll> {
	const { mode = 'trigger', budgetMs = FIVE_MINUTES_MS, durable = false } = options;
	const { staticData: before = {}, ...others } = options;
	const { workflow, additionalData } = buildWorkflow({
		...others,
		mode,
		workflow: {
			nodes: [
				{
					name: 'Trigger',
					type: options.type ?? 'n8n-nodes-newsletter.newsletterTrigger',
					parameters: options.parameters ?? {},
				},
			],
		},
	});
	const node = workflow.getNode('Trigger') as INode;
	const { poll } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	let writes = 0;
	const warnings: string[] = [];
	const count = () => {
		writes++;
	};
	const copied = (staticData: IDataObject) => counted(deepCopy(staticData), count);
	let stored = copied(before);

	const context = (staticData: IDataObject) => {
		const made = new PollContext(
			workflow,
			node,
			additionalData,
			mode,
			mode === 'manual' ? 'manual' : 'activate',
			undefined,
			undefined,
			undefined,
			undefined,
			() => staticData,
			budgetMs === 'absent' ? undefined : () => budgetMs,
		);
		if (budgetMs === 'absent') Reflect.deleteProperty(made, 'getPollBudgetMs');
		Object.defineProperty(made, 'logger', {
			value: { warn: (message: string) => warnings.push(message) },
		});
		return made;
	};

	return {
		async poll() {
			const used = durable ? copied(stored) : stored;
			const textBefore = JSON.stringify(used);
			const items = (await poll?.call(context(used))) ?? null;
			if (durable && JSON.stringify(used) !== textBefore) stored = used;
			return items;
		},
		staticData: () => deepCopy(stored),
		restore: (staticData) => {
			stored = copied(staticData);
		},
		writes: () => writes,
		warnings,
	};
}

/** Tells of each write and deletion, at any depth. */
function counted<T extends object>(target: T, count: () => void): T {
	const seen = new WeakMap<object, object>();
	const wrap = <O extends object>(value: O): O => {
		const known = seen.get(value);
		if (known) return known as O;
		const wrapped = new Proxy(value, {
			get(object, key, receiver) {
				const inner: unknown = Reflect.get(object, key, receiver);
				return typeof inner === 'object' && inner !== null ? wrap(inner) : inner;
			},
			set(object, key, next) {
				count();
				return Reflect.set(object, key, next);
			},
			deleteProperty(object, key) {
				count();
				return Reflect.deleteProperty(object, key);
			},
		});
		seen.set(value, wrapped);
		return wrapped;
	};
	return wrap(target);
}
