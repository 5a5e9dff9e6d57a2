// Runs the trigger's property tests over many schedules, new ones unless a seed is given:
// node scripts/schedules.mjs [how many] [seed]
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { projectRoot } from './places.mjs';

const [schedules = '10000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
console.log(`${schedules} schedules, seed ${seed}`);
const { status } = spawnSync(
	process.execPath,
	[
		join(projectRoot, 'node_modules/jest/bin/jest.js'),
		...['--config', 'test/jest.config.js', '--selectProjects', 'trigger'],
		...['--', 'trigger/properties', 'trigger/uncertainOrder'],
	],
	{
		cwd: projectRoot,
		stdio: 'inherit',
		env: {
			...process.env,
			TRIGGER_SCHEDULES: schedules,
			TRIGGER_SEED: seed,
		},
	},
);
process.exitCode = status ?? 1;
