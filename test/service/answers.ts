import type { Behaviour } from './behaviour';
import type { OperationId } from './contract';

export interface Answer {
	status: number;
	body: unknown;
	/** Whether the store was changed. */
	applied: boolean;
}

/** A refusal of the service; its body gets the shape that the operation has. */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

type Shape = Exclude<Behaviour['errorShape'], 'documented'>;

const DOCUMENTED_SHAPES: Record<OperationId, Shape> = {
	listContacts: 'message',
	upsertContacts: 'message',
	deleteContacts: 'message',
	updateContact: 'errorText',
	updateContactByPost: 'errorText',
	createSend: 'errorMessage',
	sendIssue: 'errorMessage',
};

const inShape = (shape: Shape, status: number, text: string): unknown => {
	switch (shape) {
		case 'errorMessage':
			return { error: status, message: text };
		case 'message':
			return { message: text };
		case 'errorText':
			return { error: text };
	}
};

export const errorBody = (
	errorShape: Behaviour['errorShape'],
	operation: OperationId | undefined,
	status: number,
	text: string,
): unknown =>
	inShape(
		errorShape === 'documented'
			? operation
				? DOCUMENTED_SHAPES[operation]
				: 'message'
			: errorShape,
		status,
		text,
	);

/** What a web framework answers for a route that it does not have. */
export const routerNotFound = (method: string, path: string) => ({
	statusCode: 404,
	error: 'Not Found',
	message: `Route ${method}:${path} not found`,
	path,
});
