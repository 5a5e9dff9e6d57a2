/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import fc from 'fast-check';

import { FOUND_SCHEDULES } from './foundSchedules';
import { runSchedule } from './runSchedule';
import { busySchedules, importSchedules } from './schedule';

const RUNS = Number(process.env.TRIGGER_SCHEDULES ?? 500);
const IMPORT_RUNS = Math.ceil(RUNS * 0.03);
/** The same schedules at each run, unless others are asked for: `npm run test:schedules` does. */
const SEED = Number(process.env.TRIGGER_SEED ?? 1);
const AN_HOUR_MS = 3_600_000;

it.each([
	{ what: 'each new contact', schedules: busySchedules, numRuns: RUNS },
	{
		what: 'each of thousands with one time stamp',
		schedules: importSchedules,
		numRuns: IMPORT_RUNS,
	},
])(
	'$what is delivered exactly once, whatever happens ($numRuns schedules)',
	async ({ schedules, numRuns }) => {
		await fc.assert(fc.asyncProperty(schedules, runSchedule), { numRuns, seed: SEED });
	},
	AN_HOUR_MS,
);

it.each(FOUND_SCHEDULES)(
	'a schedule that once lost a contact loses none (seed $seed)',
	runSchedule,
);
