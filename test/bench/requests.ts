import '../support/setup';
import { runParts } from './parts';
import { limited } from './requestsLimited';
import { loadAndSize } from './requestsPackage';
import { returnAll } from './requestsReturnAll';
import { updates } from './requestsUpdate';
import { upserts } from './requestsUpsert';

runParts('requests', {
	upsert: upserts,
	list: returnAll,
	update: updates,
	limited,
	package: loadAndSize,
});
