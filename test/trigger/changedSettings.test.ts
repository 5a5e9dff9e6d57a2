import type { INodeParameters } from 'n8n-workflow';
import {
	add,
	addHistory,
	emailsOf,
	LiveTrigger,
	SECOND_NEWSLETTER_ID,
	useService,
} from './liveTrigger';
import { MINUTE_MS, passTime } from './virtualTime';

const on = useService();

const activated = async (parameters: INodeParameters = {}) =>
	await LiveTrigger.activated(on.service, { parameters });

describe('a change of the settings', () => {
	const CHANGES: Array<{ what: string; parameters: INodeParameters }> = [
		{ what: 'newsletter', parameters: { newsletterId: SECOND_NEWSLETTER_ID } },
		{ what: 'filter by subscribed', parameters: { filters: { subscribed: true } } },
		{ what: 'filter by email', parameters: { filters: { email: '@example.com' } } },
		{ what: 'event', parameters: { event: 'contactUpdated' } },
	];

	it.each(CHANGES)('delivers nothing of before after another $what', async ({ parameters }) => {
		on.service.behaviour.emailSearch = 'contains';
		const second = on.service.addNewsletter(SECOND_NEWSLETTER_ID);
		addHistory(on.service, 30);
		second.add(10);
		const trigger = await activated();
		add(on.service, 3);
		second.add(3);

		const changed = await trigger.restarted({ parameters });
		expect(await changed.emails()).toBeNull();
		passTime(MINUTE_MS);
		expect(await changed.emails()).toBeNull();
		const [inFirst] = add(on.service);
		const inSecond = second.add({ email: 'second@example.com' });
		expect(await changed.emails()).toEqual([
			parameters.newsletterId === undefined ? inFirst!.email : inSecond.email,
		]);

		const back = await changed.restarted({
			parameters: { newsletterId: '', filters: {}, event: 'contactCreated' },
		});
		expect(await back.emails()).toBeNull();
		const [last] = add(on.service);
		expect(await back.emails()).toEqual([last!.email]);
	});

	it('delivers nothing of before where the credential names another newsletter', async () => {
		const second = on.service.addNewsletter(SECOND_NEWSLETTER_ID);
		second.add(10);
		addHistory(on.service, 30);
		const trigger = await activated();
		second.add(3);
		const changed = await trigger.restarted({ credential: { newsletterId: SECOND_NEWSLETTER_ID } });
		expect(await changed.emails()).toBeNull();
		second.add({ email: 'second@example.com' });
		expect(await changed.emails()).toEqual(['second@example.com']);
	});

	it('delivers the contacts of the new newsletter first where it starts from the beginning', async () => {
		const second = on.service.addNewsletter(SECOND_NEWSLETTER_ID);
		const there = second.add(10);
		addHistory(on.service, 30);
		const trigger = await LiveTrigger.start(on.service, {
			parameters: { options: { startFrom: 'beginning' } },
		});
		expect(await trigger.emails()).toHaveLength(30);
		const changed = await trigger.restarted({ parameters: { newsletterId: SECOND_NEWSLETTER_ID } });
		expect(await changed.emails()).toEqual(emailsOf(there));
	});

	it.each([
		{ what: 'Simplify', parameters: { simplify: false } },
		{ what: 'Max Contacts', parameters: { options: { maxContacts: 7 } } },
		{ what: 'Page Size', parameters: { options: { pageSize: 7 } } },
		{ what: 'Start From', parameters: { options: { startFrom: 'beginning' } } },
	])('keeps the cursor where only $what is another', async ({ parameters }) => {
		addHistory(on.service, 30);
		const trigger = await activated();
		const added = add(on.service, 3);
		const changed = await trigger.restarted({ parameters });
		expect(await changed.emails()).toEqual(emailsOf(added));
		passTime(MINUTE_MS);
		expect(await changed.emails()).toBeNull();
	});

	it('keeps the cursor where the newsletter is named in the node instead of the credential', async () => {
		addHistory(on.service, 30);
		const trigger = await activated();
		const [added] = add(on.service);
		const named = await trigger.restarted({
			parameters: { newsletterId: on.service.newsletterId },
		});
		expect(await named.emails()).toEqual([added!.email]);
	});
});
