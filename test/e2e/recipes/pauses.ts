import type { WorkflowJson } from '../../support/n8nWorkflows';

type Links = Record<string, { main: Array<Array<{ node: string; type: 'main'; index: number }>> }>;

const linksOf = ({ connections }: WorkflowJson) => connections as unknown as Links;

/** The nodes after `start`, along the first link of each. */
export const pathOf = (workflow: WorkflowJson, start: string): string[] => {
	const next = linksOf(workflow)[start]?.main[0]?.[0]?.node;
	return next === undefined ? [] : [next, ...pathOf(workflow, next)];
};

/** Longer than a test waits, and short enough for n8n to keep the execution in its memory. */
const PAUSE_SECONDS = 60;

/** The workflow with a node before `name` that passes its items on after a pause. */
export const withPauseBefore = (workflow: WorkflowJson, name: string): WorkflowJson => {
	const pause = `Pause before ${name}`;
	const links = linksOf(JSON.parse(JSON.stringify(workflow)) as WorkflowJson);
	for (const link of Object.values(links).flatMap(({ main }) => main.flat())) {
		if (link.node === name) link.node = pause;
	}
	links[pause] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	return {
		...workflow,
		nodes: [
			...workflow.nodes,
			{
				...{ id: pause, name: pause, type: 'n8n-nodes-base.wait', typeVersion: 1.1 },
				...{ position: [0, 0], parameters: { amount: PAUSE_SECONDS, unit: 'seconds' } },
			},
		],
		connections: links as unknown as WorkflowJson['connections'],
	};
};
