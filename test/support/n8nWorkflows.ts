/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INode, INodeExecutionData, IRunData, IWorkflowBase } from 'n8n-workflow';
import type { N8nClient } from './n8nClient';

export type WorkflowJson = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'settings'>>;

export interface Execution {
	id: string;
	status: string;
	mode: string;
	finished: boolean;
	error?: IDataObject;
	runData: IRunData;
	/** The items of a node's first output. */
	items(node: string): INodeExecutionData[];
}

type RawExecution = Omit<Execution, 'runData' | 'items' | 'error'> & {
	data?: { resultData?: { runData?: IRunData; error?: IDataObject } };
};

const UNFINISHED = new Set(['new', 'running', 'waiting', 'unknown']);

const withItems = ({ data, ...execution }: RawExecution): Execution => {
	const runData = data?.resultData?.runData ?? {};
	const items = (node: string) => (runData[node] ?? []).flatMap((run) => run.data?.main?.[0] ?? []);
	return { ...execution, error: data?.resultData?.error, runData, items };
};

/** Waits until `look` finds something. */
export const until = async <T>(
	what: string,
	withinMs: number,
	look: () => T | undefined | Promise<T | undefined>,
): Promise<T> => {
	const deadline = Date.now() + withinMs;
	for (;;) {
		const seen = await look();
		if (seen !== undefined) return seen;
		if (Date.now() > deadline) throw new Error(`${what} did not happen within ${withinMs} ms`);
		await sleep(200);
	}
};

/** Workflows of a running n8n, driven as its editor does. */
export class N8nWorkflows {
	constructor(private readonly client: N8nClient) {}

	async create(workflow: WorkflowJson): Promise<string> {
		// n8n 1.x wants to be told that it is not active.
		const body = { settings: {}, active: false, ...workflow };
		return (await this.client.rest<{ id: string }>('POST', '/workflows', body)).id;
	}

	private async read(id: string) {
		return await this.client.rest<IWorkflowBase>('GET', `/workflows/${id}`);
	}

	/** Runs a saved workflow from a trigger node, and resolves with the ID of the execution. */
	async start(id: string, trigger: string): Promise<string> {
		const workflowData = await this.read(id);
		const { executionId } = await this.client.rest<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ workflowData, triggerToStartFrom: { name: trigger } },
		);
		return executionId;
	}

	/** Runs a saved workflow from a trigger node, and resolves with the execution when that has ended. */
	async run(id: string, trigger: string, withinMs = 60_000): Promise<Execution> {
		const executionId = await this.start(id, trigger);
		return await until(`the end of execution ${executionId}`, withinMs, async () => {
			const execution = await this.execution(executionId);
			// n8n 1.x stores the end of an execution before its data.
			const hasData = Object.keys(execution.runData).length > 0;
			return UNFINISHED.has(execution.status) || !hasData ? undefined : execution;
		});
	}

	async execution(id: string): Promise<Execution> {
		return withItems(
			await this.client.api<RawExecution>('GET', `/executions/${id}?includeData=true`),
		);
	}

	/** The executions of a workflow that have ended, oldest first. */
	async executions(workflowId: string): Promise<Execution[]> {
		const query = `workflowId=${workflowId}&includeData=true&limit=250`;
		const { data } = await this.client.api<{ data: RawExecution[] }>('GET', `/executions?${query}`);
		return data
			.filter(({ status }) => !UNFINISHED.has(status))
			.sort((a, b) => Number(a.id) - Number(b.id))
			.map(withItems);
	}

	/** Publishes a workflow, and resolves when its triggers are registered. */
	async activate(id: string): Promise<void> {
		await this.client.api('POST', `/workflows/${id}/activate`, {});
		const path = `/workflows/${id}/publication-status`;
		const publication = await until(`the publication of workflow ${id}`, 60_000, async () => {
			const { status, body } = await this.client.restAnswer('GET', path);
			// An older n8n has no such status: it registers the triggers before it answers.
			if (status === 404) return { status: 'published' };
			const { data } = body as { data: { status: string } };
			return data.status === 'in_progress' ? undefined : data;
		});
		if (publication.status !== 'published') {
			throw new Error(`Workflow ${id} was not published: ${JSON.stringify(publication)}`);
		}
	}

	async deactivate(id: string): Promise<void> {
		await this.client.api('POST', `/workflows/${id}/deactivate`);
	}

	/** What a trigger node keeps between polls; null where n8n has durable cursors. */
	async staticData(id: string, node: INode['name']): Promise<IDataObject | null> {
		const { staticData } = await this.read(id);
		return ((staticData as IDataObject | undefined)?.[`node:${node}`] as IDataObject) ?? null;
	}

	/** Waits until `look` finds what it wants among the workflow's ended executions. */
	async waitFor<T>(
		workflowId: string,
		what: string,
		look: (executions: Execution[]) => T | undefined,
		withinMs = 60_000,
	): Promise<T> {
		return await until(what, withinMs, async () => look(await this.executions(workflowId)));
	}
}
