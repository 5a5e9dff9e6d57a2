/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import type { Service } from '../../service';

/** What the node asked to wait between tries, ms. */
export const waits: number[] = [];

/** How long each request may take, ms, in the order they were begun. */
export const timeouts: number[] = [];

let controllers: AbortController[] = [];
let onFirstWait: (() => Promise<void>) | undefined;

/** n8n-workflow whose `sleep` notes the wait and returns at once. */
export const withVirtualTime = () => ({
	...jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow'),
	sleep: async (ms: number) => {
		waits.push(ms);
		const begin = onFirstWait;
		onFirstWait = undefined;
		await begin?.();
	},
});

/** Does something within the first wait that follows. */
export const atFirstWait = (action: () => Promise<void>): void => {
	onFirstWait = action;
};

/** Waits without waiting, without jitter, and time-outs that end when `whileHanging` says so. */
export function useVirtualTime(): void {
	beforeEach(() => {
		forgetTime();
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			timeouts.push(ms);
			const controller = new AbortController();
			controllers.push(controller);
			return controller.signal;
		});
	});
	afterEach(() => jest.restoreAllMocks());
}

export function forgetTime(): void {
	waits.length = 0;
	timeouts.length = 0;
	controllers = [];
	onFirstWait = undefined;
}

/** Turns of the event loop in which an answer that was sent on this machine is surely read. */
const TURNS = 30;

/**
 * Lets the time of the requests that hang run out as soon as nothing else has been under way for a
 * while. The time of the others runs out as well, but they have their answer by then.
 */
export async function whileHanging<T>(service: Service, work: Promise<T>): Promise<T> {
	let isOver = false;
	const over = () => {
		isOver = true;
	};
	work.then(over, over);

	let ended = 0;
	let seen = 0;
	let quietTurns = 0;
	while (!isOver) {
		await new Promise((next) => setImmediate(next));
		const { requests } = service;
		const hanging = requests.filter(({ fault }) => fault === 'hang').length;
		const answered = requests.filter(({ status }) => status !== null).length;
		const isQuiet =
			controllers.length === requests.length && hanging + answered === requests.length;
		quietTurns = isQuiet && requests.length === seen ? quietTurns + 1 : 0;
		seen = requests.length;
		if (quietTurns < TURNS || hanging === ended) continue;
		ended = hanging;
		for (const controller of controllers) controller.abort();
	}
	return await work;
}
