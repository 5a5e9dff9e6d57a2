import type { OnError } from 'n8n-workflow';
import { triesOf } from './expected';
import { FAULTS, type Fault } from './faults';
import { OPERATIONS, type Operation } from './operations';

export type Cell = Operation & Fault;

export const CELLS: Cell[] = OPERATIONS.flatMap((operation) =>
	FAULTS.map((fault) => ({ ...operation, ...fault })),
);

/** Those after whose fault another request is made. */
export const PASSING = CELLS.filter((cell) => triesOf(cell, cell) > 1);

const MODES: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** Those that take input items, with each way in which a node can take an error. */
export const WITH_ITEMS = CELLS.filter(({ screen }) => screen === 'node').flatMap((cell) =>
	MODES.map((onError) => ({ ...cell, onError })),
);
