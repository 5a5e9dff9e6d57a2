import '../support/setup';
import { useMovableClock } from './clock';
import { runParts } from './parts';
import { backlogs } from './triggerBacklog';
import { idlePolls } from './triggerIdle';

useMovableClock();
runParts('trigger', {
	idle: idlePolls,
	backlog: backlogs,
});
