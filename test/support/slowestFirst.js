const Sequencer = require('@jest/test-sequencer').default;

// The files that take longest, in turn one that waits for n8n and one that computes. In a fresh checkout Jest cannot
// know, and one of them would run alone at the end.
const SLOW = [
	...['e2e/trigger', 'properties', 'issueFromNotion', 'sentOnceByRetryOnFail', 'editor'],
	...['upsertTenThousand', 'otherServices', 'faultMatrix', 'e2e/secrets', 'cost', 'everyOrder'],
];

const rankOf = ({ path }) =>
	SLOW.findIndex((name) => path.includes(`${name}.test.ts`)) + 1 || SLOW.length + 1;

module.exports = class extends Sequencer {
	sort(tests) {
		return [...super.sort(tests)].sort((a, b) => rankOf(a) - rankOf(b));
	}
};
