// Runs the trigger's property tests over many schedules: node scripts/schedules.mjs [how many] [seed]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './places.mjs';

const [schedules = '10000', seed] = process.argv.slice(2);
const { status } = spawnSync(
	process.execPath,
	[
		join(projectRoot, 'node_modules/jest/bin/jest.js'),
		...['--config', 'test/jest.config.js', '--selectProjects', 'trigger', '--', 'properties'],
	],
	{
		cwd: projectRoot,
		stdio: 'inherit',
		env: {
			...process.env,
			TRIGGER_SCHEDULES: schedules,
			...(seed !== undefined && { TRIGGER_SEED: seed }),
		},
	},
);
process.exitCode = status ?? 1;
