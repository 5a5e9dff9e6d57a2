export interface Answer {
	status: number;
	body: unknown;
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

export type ErrorShape = 'errorMessage' | 'message' | 'errorText';

/** @param shape that of the operation's own refusals */
export const refusal = (shape: ErrorShape, status: number, text: string): Answer => {
	const bodies: Record<ErrorShape, unknown> = {
		errorMessage: { error: status, message: text },
		message: { message: text },
		errorText: { error: text },
	};
	return { status, body: bodies[shape] };
};
