import fc from 'fast-check';
import { inPace, MOST_IN_FLIGHT } from '../../../nodes/Newsletter/transport/pace';

let keys = 0;
const freshKey = () => `key ${++keys}`;
const settled = async () => {
	for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** Work that ends when the test says so, and who has begun so far. */
function workshop(key: string) {
	const begun: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	const start = (name: string, signal?: AbortSignal) =>
		inPace(
			key,
			async () => {
				begun.push(name);
				await new Promise<void>((resolve, reject) => {
					ends.set(name, (error) => (error ? reject(error) : resolve()));
				});
				return `${name} done`;
			},
			signal,
			() => `${name} given up`,
		);
	return { begun, start, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

describe('the pace of one key', () => {
	it('lets five work at once and the others in the order of asking', async () => {
		const { begun, start, end } = workshop(freshKey());
		const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => start(name));
		await settled();
		expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);

		end('c');
		await settled();
		expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);

		for (const name of ['a', 'b', 'd', 'e', 'f']) end(name);
		await settled();
		end('g');
		expect(await Promise.all(all)).toEqual(
			['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name} done`),
		);
	});

	it('frees the place of work that throws', async () => {
		const { begun, start, end } = workshop(freshKey());
		const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => start(name));
		await settled();
		const refused = expect(all[0]).rejects.toThrow('broken');
		end('a', new Error('broken'));
		await refused;
		await settled();
		expect(begun).toContain('f');
		for (const name of ['b', 'c', 'd', 'e', 'f']) end(name);
		await Promise.all(all.slice(1));
	});

	it('is not slowed by the work of another key', async () => {
		const busy = workshop(freshKey());
		const free = workshop(freshKey());
		const all = ['a', 'b', 'c', 'd', 'e'].map((name) => busy.start(name));
		const other = free.start('x');
		await settled();
		expect(free.begun).toEqual(['x']);
		for (const name of ['a', 'b', 'c', 'd', 'e']) busy.end(name);
		free.end('x');
		await Promise.all([...all, other]);
	});

	it('ends the wait of whoever is cancelled, and lets the next one in', async () => {
		const { begun, start, end } = workshop(freshKey());
		const controller = new AbortController();
		const all = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name));
		const cancelled = start('f', controller.signal);
		const next = start('g');
		await settled();
		controller.abort();
		expect(await cancelled).toBe('f given up');

		end('a');
		await settled();
		expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
		for (const name of ['b', 'c', 'd', 'e', 'g']) end(name);
		await Promise.all([...all, next]);
	});

	it('begins nothing that was cancelled before', async () => {
		const { begun, start } = workshop(freshKey());
		expect(await start('a', AbortSignal.abort())).toBe('a given up');
		expect(begun).toEqual([]);
	});

	it('never exceeds five and keeps nobody waiting for good, whatever is cancelled or fails', async () => {
		const job = fc.record({
			turns: fc.nat(6),
			fate: fc.constantFrom('done', 'throws', 'cancelled'),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(job, { maxLength: 30 }), async (jobs) => {
				const key = freshKey();
				let inFlight = 0;
				let most = 0;
				let worked = 0;
				const run = async ({ turns, fate }: (typeof jobs)[number]) => {
					const controller = new AbortController();
					const work = inPace(
						key,
						async () => {
							worked += 1;
							inFlight += 1;
							most = Math.max(most, inFlight);
							for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
							inFlight -= 1;
							if (fate === 'throws') throw new Error('broken');
							return 'done';
						},
						controller.signal,
						() => 'given up',
					);
					if (fate === 'cancelled') controller.abort();
					return await work.catch(() => 'failed');
				};
				const results = await Promise.all(jobs.map(run));
				expect(results).not.toContain(undefined);
				expect(inFlight).toBe(0);
				expect(most).toBeLessThanOrEqual(MOST_IN_FLIGHT);
				expect(results.filter((result) => result !== 'given up')).toHaveLength(worked);
			}),
			{ numRuns: 200 },
		);
	});
});
