// Runs the trigger's property tests over many schedules, new ones unless a seed is given:
// npm run test:schedules -- [how many] [seed]
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { projectRoot } from './places.mjs';

const [schedules = '10000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
console.log(`${schedules} schedules, seed ${seed}`);
const files = ['trigger/properties', 'trigger/uncertainOrder'];
const { status } = spawnSync('npm', ['run', 'test:trigger', '--', ...files], {
	cwd: projectRoot,
	stdio: 'inherit',
	env: { ...process.env, TRIGGER_SCHEDULES: schedules, TRIGGER_SEED: seed },
});
process.exitCode = status ?? 1;
