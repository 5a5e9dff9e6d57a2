/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import '../support/setup';
import { bareRequests, inFlight } from './bare';
import { newsletter, runOnce, type Credential } from './measuredNode';
import type { Read } from './listReader';

const SAMPLE_EVERY_MS = 20;

export type Reader = 'one' | 'five' | 'node';

export interface Reading {
	reader: Reader;
	credential: Credential;
	pageSize: number;
	/** Only the first page. */
	isWarmUp: boolean;
}

interface Listed {
	data: Array<{ id: string }>;
	total: number;
}

/** Every page once, and all contacts held, as the node has to. */
async function readBare(
	{ credential, pageSize, isWarmUp }: Reading,
	most: number,
): Promise<string[]> {
	const { ask, close } = bareRequests(credential, most);
	const pages: Listed[] = [];
	const read = async (page: number) => {
		const query = `newsletter_id=${credential.newsletterId}&limit=${pageSize}&page=${page}`;
		pages[page - 1] = (await ask('GET', `/contacts?${query}`)) as Listed;
	};
	await read(1);
	const last = isWarmUp ? 1 : Math.ceil((pages[0]?.total ?? 0) / pageSize);
	await inFlight(most, [2, last], read);
	close();
	return pages.flatMap(({ data }) => data).map(({ id }) => id);
}

async function readByNode({ credential, pageSize, isWarmUp }: Reading): Promise<string[]> {
	const parameters = {
		resource: 'contact',
		operation: 'getAll',
		returnAll: !isWarmUp,
		limit: pageSize,
		options: { pageSize },
	};
	const { items } = await runOnce(newsletter(credential, parameters), [{ json: {} }]);
	return items.map(({ json }) => String(json.id));
}

async function read(reading: Reading): Promise<Read> {
	globalThis.gc?.();
	const { rss: atStart } = process.memoryUsage();
	let peak = atStart;
	const sample = () => (peak = Math.max(peak, process.memoryUsage.rss()));
	const timer = setInterval(sample, SAMPLE_EVERY_MS);

	const beganMs = performance.now();
	const ids = await (reading.reader === 'node'
		? readByNode(reading)
		: readBare(reading, reading.reader === 'five' ? 5 : 1));
	const ms = performance.now() - beganMs;
	sample();
	clearInterval(timer);
	return { ms, contacts: new Set(ids).size, peakBytes: peak - atStart };
}

process.on('message', async (reading: Reading) => process.send?.(await read(reading)));
process.once('disconnect', () => process.exit());
