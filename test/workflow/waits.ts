/** What the node asked to wait, ms, in a file that mocks n8n-workflow by `withoutWaits`. */
export const waits: number[] = [];

/** n8n-workflow whose `sleep` notes the wait and returns at once. */
export const withoutWaits = () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: async (ms: number) => {
		waits.push(ms);
	},
});

/** Forgets the waits of the test before. */
export const useNoWaits = (): void => {
	beforeEach(() => {
		waits.length = 0;
	});
};
