import type { INodeParameters } from 'n8n-workflow';
import { Newsletter } from '../../../nodes/Newsletter/Newsletter.node';
import { operationsOf } from '../../unit/descriptionStates';
import { CONTACT_OPERATIONS } from './contact';
import { SEND_OPERATIONS } from './send';

export * from './operation';

/** The one catalogue that the tests of all operations go through. */
export const OPERATIONS = [...CONTACT_OPERATIONS, ...SEND_OPERATIONS];

/** The parameters of an operation's plain request. */
export function planned(resource: string, operation: string): INodeParameters {
	const found = OPERATIONS.find(
		({ parameters }) => parameters.resource === resource && parameters.operation === operation,
	);
	if (!found) throw new Error(`test/workflow/operations/${resource}.ts has no row "${operation}"`);
	return found.parameters;
}

// An operation without a row fails every test file that imports the catalogue.
for (const { resource, operation } of operationsOf(new Newsletter().description)) {
	planned(resource, operation);
}
