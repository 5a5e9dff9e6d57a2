/** The three bodies in which the service says what is wrong, as switches of the stand-in. */
export const ERROR_SHAPES = [
	{ shape: '{ error: number, message }', errorShape: 'errorMessage' },
	{ shape: '{ message }', errorShape: 'message' },
	{ shape: '{ error: text }', errorShape: 'errorText' },
] as const;
