import { MINUTE_MS } from './durations';
import { randomFrom } from './randomFrom';
import type { ChangeBetween, Schedule } from './schedule';
import { Poller, SimulatedList } from './simulation';

const STATE_LIMIT_BYTES = 256 * 1024;
/** Polls after which changes between requests end, and after which all must be delivered. */
const MOST_MOVING_POLLS = 5;
const MOST_POLLS = 800;
/** A scan of a long list takes many polls of a short budget. */
const QUIET_POLLS = { unlimited: 3, short: 80 };

/** What is to be delivered, each as `id time stamp`. */
class Expectations {
	/** Must come, once. */
	readonly due = new Set<string>();
	/** May come, once: nobody can know whether a poll was in time for it. */
	readonly optional = new Set<string>();

	add(stamp: string, isDue: boolean): void {
		// A time stamp that the contact had before is no new one.
		(isDue && !this.optional.has(stamp) ? this.due : this.optional).add(stamp);
	}

	/** A contact has left, or has another time stamp now. */
	release(stamp: string): void {
		if (this.due.delete(stamp)) this.optional.add(stamp);
	}

	check(delivered: string[]): void {
		const all = new Set(delivered);
		expect(delivered.length - all.size).toBe(0);
		expect([...all].filter((one) => !this.due.has(one) && !this.optional.has(one))).toEqual([]);
		expect([...this.due].filter((one) => !all.has(one))).toEqual([]);
	}
}

/** A list as it is at activation. */
function listOf(schedule: Schedule, random: () => number): SimulatedList {
	const list = new SimulatedList(schedule.order, random);
	list.pageCap = schedule.pageCap;
	list.clockStepMs = schedule.clockStepMs;
	list.latencyMs = schedule.latencyMs;
	for (let index = 0; index < schedule.existing; index += 1) {
		list.add({ ageMs: (schedule.existing - index) * 37_000 + 20 * MINUTE_MS });
	}
	if (schedule.aheadMs) list.add({ ageMs: -schedule.aheadMs });
	if (!schedule.updatedBefore) return list;
	for (const id of [...list.contacts.keys()].filter(() => random() < 0.4)) {
		list.pass(1_000);
		list.update(id);
	}
	list.pass(20 * MINUTE_MS);
	return list;
}

/** Lets a schedule happen, and expects each contact that is due exactly once, and nothing else. */
export async function runSchedule(schedule: Schedule): Promise<void> {
	const { event, startFrom } = schedule;
	const random = randomFrom(schedule.seed);
	const list = listOf(schedule, random);
	const poller = new Poller(list, schedule);
	const expectations = new Expectations();
	const stamp = (id: string) => `${id} ${new Date(list.keyOf(id, event) as number).toISOString()}`;
	if (startFrom === 'beginning')
		for (const id of list.contacts.keys()) expectations.due.add(stamp(id));

	// Given up in docs/trigger.md: if contacts leave meanwhile, the first scan may miss one that is as new.
	const isRecent = (id: string) => (list.keyOf(id, event) as number) > list.nowMs - 10 * MINUTE_MS;
	for (const id of [...list.contacts.keys()].filter(isRecent)) {
		if (!expectations.due.has(stamp(id))) expectations.optional.add(stamp(id));
	}

	let isActive = false;
	const add = (count = 1, lateMs = 0) => {
		for (let n = 0; n < count; n += 1) expectations.add(stamp(list.add({ lateMs })), isActive);
	};
	const addAhead = (ms: number) => expectations.add(stamp(list.add({ ageMs: -ms })), isActive);
	const idAt = (pick: number) => [...list.contacts.keys()][pick % list.contacts.size];
	const update = (id = idAt(Math.floor(random() * 1000))) => {
		if (id === undefined) return;
		const before = stamp(id);
		list.update(id);
		// Only a time stamp that moved is a new one.
		if (stamp(id) === before) return;
		expectations.release(before);
		expectations.add(stamp(id), isActive);
	};
	const remove = (id = idAt(Math.floor(random() * 1000))) => {
		if (id === undefined) return;
		expectations.release(stamp(id));
		list.remove(id);
	};
	const swap = () => {
		add();
		remove();
	};
	const lateSwap = () => {
		const all = [...list.contacts.values()];
		const late = all.find(({ visibleMs }) => visibleMs > list.nowMs);
		if (late) list.reveal(late.id);
		remove(all.find(({ id }) => id !== late?.id)?.id);
	};
	const between: Record<ChangeBetween, () => void> = {
		add,
		addLate: () => add(1, MINUTE_MS),
		addPage: () => add(schedule.pageSize),
		remove,
		removePage: () => {
			// Given up in docs/trigger.md: several leave at once where no single poll reads the list.
			const count = schedule.budgetMs === Infinity ? schedule.pageSize : 1;
			for (let n = 0; n < count; n += 1) remove();
		},
		update,
		swap,
		lateSwap,
	};
	const betweens = new Map(schedule.between.map(({ request, change }) => [request, change]));
	list.beforeRequest = (number) => {
		const change = betweens.get(number);
		betweens.delete(number);
		if (change) between[change]();
	};

	const poll = async () => {
		const count = poller.delivered.length;
		const taken = await poller.poll();
		expect(taken).toBeLessThanOrEqual(schedule.maxContacts);
		expect(poller.stateBytes).toBeLessThan(STATE_LIMIT_BYTES);
		const keys = poller.delivered.slice(count).map(({ key }) => key);
		expect(keys).toEqual([...keys].sort());
		return taken;
	};
	const failingPoll = async (atRequest: number) => {
		const before = JSON.stringify(poller.state);
		const count = poller.delivered.length;
		const { beforeRequest, requests } = list;
		list.beforeRequest = (number) => {
			if (number - requests >= atRequest) throw new Error('the service fails');
			beforeRequest(number);
		};
		const hasFailed = await poll().then(
			() => false,
			(error: Error) => error.message === 'the service fails' || Promise.reject(error),
		);
		list.beforeRequest = beforeRequest;
		if (!hasFailed) return;
		expect(JSON.stringify(poller.state)).toBe(before);
		expect(poller.delivered.length).toBe(count);
	};

	await poll();
	isActive = true;
	for (const change of schedule.changes) {
		if (change.kind === 'add') add(change.count, change.lateMs);
		if (change.kind === 'import') add(change.count);
		if (change.kind === 'ahead') addAhead(change.ms);
		if (change.kind === 'update') update(idAt(change.pick));
		if (change.kind === 'remove') remove(idAt(change.pick));
		if (change.kind === 'pass') list.pass(change.ms);
		if (change.kind === 'reorder') list.reorder(change.order);
		if (change.kind === 'poll') await poll();
		if (change.kind === 'failingPoll') await failingPoll(change.atRequest);
		if (change.kind !== 'pass') list.pass(1_000);
	}
	list.pass(11 * MINUTE_MS);
	const enoughQuiet = schedule.budgetMs === Infinity ? QUIET_POLLS.unlimited : QUIET_POLLS.short;
	for (let polls = 0, quiet = 0; polls < MOST_POLLS && quiet < enoughQuiet; polls += 1) {
		if (polls === MOST_MOVING_POLLS) betweens.clear();
		quiet = (await poll()) === 0 && polls > MOST_MOVING_POLLS ? quiet + 1 : 0;
		list.pass(MINUTE_MS);
	}
	expectations.check(poller.delivered.map(({ id, key }) => `${id} ${key}`));
	await expectCheapRest(list, poller, schedule);
}

/** Longer than any time stamp is ahead. */
const LONG_MS = 200 * MINUTE_MS;

/** Long after the last delivery: one request where the list is in order, and nothing is written. */
async function expectCheapRest(
	list: SimulatedList,
	poller: Poller,
	{ order, budgetMs, pageSize, pageCap, aheadMs = 0, changes }: Schedule,
): Promise<void> {
	for (let polls = 0; polls < 3; polls += 1) {
		list.pass(LONG_MS);
		await poller.poll();
	}
	const { requests } = list;
	const { writes } = poller;
	const isInOrder = poller.state?.order != null;
	await poller.poll();
	// A scan that takes several polls has something to remember after each.
	if (budgetMs !== Infinity) return;
	// What one scan shows of such a list, the next does not.
	if (order !== 'random') expect(poller.writes).toBe(writes);
	// Whether a list of one full page goes on is seen only behind it.
	const size = Math.min(pageSize, pageCap);
	const count = list.contacts.size;
	const least = count === size || (count < size && count % 50 === 0) ? 2 : 1;
	const isAhead = aheadMs > 0 || changes.some(({ kind }) => kind === 'ahead');
	if (isInOrder && !isAhead) expect(list.requests - requests).toBeLessThanOrEqual(least);
}
