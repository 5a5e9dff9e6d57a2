import type { Behaviour } from './behaviour';

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

export type ErrorShape = Exclude<Behaviour['errorShape'], 'documented'>;

/** @param documented the shape of the operation's own refusals */
export const refusal = (
	{ errorShape }: Behaviour,
	documented: ErrorShape,
	status: number,
	text: string,
): Answer => {
	const bodies: Record<ErrorShape, unknown> = {
		errorMessage: { error: status, message: text },
		message: { message: text },
		errorText: { error: text },
	};
	return { status, body: bodies[errorShape === 'documented' ? documented : errorShape] };
};
