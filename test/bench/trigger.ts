import '../support/setup';
import { useMovableClock } from './clock';
import { runParts } from './parts';
import { backlogs } from './triggerBacklog';
import { idlePolls } from './triggerIdle';
import { longList } from './triggerLongList';
import { stateSizes } from './triggerState';

useMovableClock();
runParts('trigger', {
	idle: idlePolls,
	backlog: backlogs,
	state: stateSizes,
	long: longList,
});
