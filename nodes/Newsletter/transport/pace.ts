/** Requests in flight at once for one API key, in one n8n process. */
export const MOST_IN_FLIGHT = 5;

interface Pace {
	inFlight: number;
	waiting: Array<() => void>;
}

const paces = new Map<string, Pace>();

/**
 * Runs `work` when one of the key's places is free, in order of asking. The place is kept through
 * the waits of its retries, which slows everybody down when the service asks for that.
 *
 * @throws {Error} nothing of its own: `onAbort` decides what a cancelled wait brings
 */
export async function inPace<T>(
	apiKey: string,
	work: () => Promise<T>,
	signal: AbortSignal | undefined,
	onAbort: () => T,
): Promise<T> {
	if (!(await takePlace(apiKey, signal))) return onAbort();
	try {
		return await work();
	} finally {
		leavePlace(apiKey);
	}
}

async function takePlace(apiKey: string, signal: AbortSignal | undefined): Promise<boolean> {
	if (signal?.aborted) return false;
	const pace = paces.get(apiKey) ?? { inFlight: 0, waiting: [] };
	paces.set(apiKey, pace);
	if (pace.inFlight < MOST_IN_FLIGHT) {
		pace.inFlight += 1;
		return true;
	}
	return await new Promise<boolean>((resolve) => {
		const enter = () => {
			signal?.removeEventListener('abort', giveUp);
			resolve(true);
		};
		const giveUp = () => {
			pace.waiting.splice(pace.waiting.indexOf(enter), 1);
			resolve(false);
		};
		signal?.addEventListener('abort', giveUp, { once: true });
		pace.waiting.push(enter);
	});
}

/** A place that is left goes straight to the next in line, or is given up with the key's record. */
function leavePlace(apiKey: string): void {
	const pace = paces.get(apiKey);
	if (!pace) return;
	const next = pace.waiting.shift();
	if (next) {
		next();
		return;
	}
	pace.inFlight -= 1;
	if (pace.inFlight === 0) paces.delete(apiKey);
}
