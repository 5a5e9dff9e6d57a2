import { errorOf, useNewsletter } from '../newsletter';
import { fromAi, TOOL_CALLERS } from '../tools';

const UPSERT = { resource: 'contact', operation: 'upsert', email: 'ada@example.com' };
const newsletter = useNewsletter(UPSERT);

beforeEach(() => {
	newsletter.service.behaviour.faults = [{ kind: 'status', status: 413, times: null }];
});

it('a request that is too large for the service names Batch Size', async () => {
	expect(errorOf(await newsletter.run())?.message).toBe(
		'The service takes no request as large as this: lower Batch Size.',
	);
});

it.each(TOOL_CALLERS)(
	'$caller is not told of Batch Size, which a tool does not have',
	async ({ call }) => {
		const { error } = await call({
			credentials: newsletter.credentials(),
			parameters: { ...UPSERT, email: fromAi('email') },
			args: { email: 'ada@example.com' },
		});
		expect(error?.message).toContain('request is too large for the service (413)');
		expect(error?.message).not.toContain('Batch Size');
	},
);
