import { useNewsletter } from './newsletter';
import { OPERATIONS } from './operations';
import { TOOL_CALLERS } from './tools';

const newsletter = useNewsletter();
/** An AI tool is not offered to delete all contacts: deleteMany.test.ts. */
const OF_TOOLS = OPERATIONS.filter(({ operation }) => operation !== 'contact deleteMany, all');

describe.each(OF_TOOLS)(
	'$operation works as a tool of an AI agent',
	({ parameters, match, answer }) => {
		it.each(TOOL_CALLERS)('called by $caller makes its request and answers', async ({ call }) => {
			newsletter.service.behaviour.faults.push({ kind: 'json', json: answer });
			const credentials = newsletter.credentials();
			const { text, error } = await call({ credentials, parameters, args: {} });
			expect(error).toBeUndefined();
			const asked = newsletter.asked.map(({ method, path }) => ({ method, path }));
			expect(asked).toEqual([{ method: match.method, path: `/v1${match.path}` }]);
			expect(JSON.parse(text!)).toHaveLength(1);
		});

		it.each(TOOL_CALLERS)("called by $caller fails in the service's words", async ({ call }) => {
			const body = { message: 'No, and here is why' };
			newsletter.service.behaviour.faults.push({ kind: 'status', status: 400, body });
			const credentials = newsletter.credentials();
			const { error } = await call({ credentials, parameters, args: {} });
			expect(error?.message).toContain('No, and here is why');
		});
	},
);
