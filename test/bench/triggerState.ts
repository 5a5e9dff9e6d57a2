import { MINUTE_MS } from './clock';
import { MeasuredTrigger } from './measuredTrigger';
import { count, progress, table, type Part, type Reaches } from './report';
import { StandIn } from './standIn';

const IMPORTED = 100_000;
const HISTORY = 2_000;
const PAGE_SIZE = 1_000;
const LIMIT_BYTES = 256 * 1024;
const MOST_POLLS = 300;

interface Import {
	name: string;
	/** Over how many minutes it goes; 0: all of it has one time stamp. */
	minutes: number;
}

const IMPORTS: Import[] = [
	{ name: 'spread over 10 minutes', minutes: 10 },
	{ name: 'with one time stamp', minutes: 0 },
];

async function measure(
	{ name, minutes }: Import,
	maxContacts: number,
	reaches: Reaches,
): Promise<string[]> {
	return await StandIn.with(async (standIn) => {
		const older = { count: HISTORY, apartMs: MINUTE_MS, agoMs: MINUTE_MS, updatedEvery: 7 };
		await standIn.ask('add', older);
		const trigger = await MeasuredTrigger.start(standIn, {
			event: 'contactCreated',
			options: { maxContacts, pageSize: PAGE_SIZE },
		});
		await trigger.poll();
		await standIn.pass(11 * MINUTE_MS);

		const parts = Math.max(1, minutes);
		const part = { count: IMPORTED / parts, apartMs: (minutes * MINUTE_MS) / IMPORTED };
		const due: string[] = [];
		let largest = 0;
		let polls = 0;
		let isOver = false;
		while (!isOver && polls < MOST_POLLS) {
			await standIn.pass(MINUTE_MS);
			if (polls < parts) due.push(...(await standIn.ask('add', part)));
			const { ids, stateBytes } = await trigger.poll();
			polls += 1;
			largest = Math.max(largest, stateBytes);
			isOver = ids === null && trigger.delivered.length >= IMPORTED;
		}
		const key = `${name}, ${count(maxContacts)} a poll`;
		reaches.atMost(`Bytes of state during an import (${key})`, largest, LIMIT_BYTES - 1);
		reaches.onceEach(`Import (${key})`, trigger.delivered, due);
		progress(`  ${key}: ${count(largest)} bytes, ${polls} polls`);
		return [`${count(IMPORTED)} ${name}`, ...[maxContacts, polls, largest].map(count)];
	});
}

/** How much the trigger remembers. */
export const stateSizes: Part = async (reaches) => {
	progress(`Imports of ${count(IMPORTED)} contacts ...`);
	const rows: string[][] = [];
	for (const way of IMPORTS) {
		for (const maxContacts of [1_000, 10_000]) {
			rows.push(await measure(way, maxContacts, reaches));
		}
	}
	return [
		'The largest state, as JSON, while an import is delivered by a poll a minute; it may have',
		`${count(LIMIT_BYTES)} bytes. List newest first, page size ${count(PAGE_SIZE)}.`,
		'',
		table(['Import', 'Max Contacts', 'Polls until all was delivered', 'Bytes'], rows),
	].join('\n');
};
