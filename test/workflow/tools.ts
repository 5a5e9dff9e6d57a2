import { runTool, runToolByEngine } from '../support/engineTools';

/** The ways in which an AI's tool call reaches a node. */
export const TOOL_CALLERS = [
	{ caller: 'an MCP server', call: runTool },
	{ caller: 'an agent', call: runToolByEngine },
];

/** A parameter that the model fills. */
export const fromAi = (key: string, type: 'string' | 'number' | 'boolean' = 'string') =>
	`={{ $fromAI('${key}', 'The ${key}', '${type}') }}`;
