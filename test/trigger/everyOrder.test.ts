import { beforeEachRequest } from '../support/betweenRequests';
import {
	add,
	addHistory,
	emailsOf,
	EVERY_ORDER,
	LiveTrigger,
	sorted,
	useService,
} from './liveTrigger';
import { MINUTE_MS, passTime, SECOND_MS } from './virtualTime';

const on = useService();

describe.each(EVERY_ORDER)('$event on a list in the order "$order"', ({ event, order }) => {
	/** A trigger that was activated on a newsletter of 120 contacts, two pages. */
	const activated = async (parameters = {}) => {
		on.service.behaviour.order = order;
		const old = addHistory(on.service, 120);
		const options = { parameters: { event, ...parameters } };
		return { trigger: await LiveTrigger.activated(on.service, options), old };
	};

	it('delivers what was added since the poll before, oldest first, and nothing twice', async () => {
		const { trigger } = await activated();
		for (const count of [1, 3, 150]) {
			const added = add(on.service, count);
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toEqual(emailsOf(added));
			for (let idle = 0; idle < 5; idle += 1) {
				passTime(MINUTE_MS);
				expect(await trigger.emails()).toBeNull();
			}
		}
	});

	it('delivers a contact for an update only where updates are asked for', async () => {
		const { trigger, old } = await activated();
		const update = async (subscribed: boolean) => {
			const { email } = on.service.contacts.update(old[5]!.id, { subscribed });
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toEqual(event === 'contactUpdated' ? [email] : null);
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toBeNull();
		};
		await update(false);
		await update(true);
		passTime(20 * MINUTE_MS);
		await update(false);
		const [added] = add(on.service);
		passTime(SECOND_MS);
		expect(await trigger.emails()).toEqual([added!.email]);
		for (const minutes of [0, 12]) {
			passTime(minutes * MINUTE_MS);
			on.service.contacts.update(added!.id, { name: `Ada ${minutes}` });
			passTime(SECOND_MS);
			expect(await trigger.emails()).toEqual(event === 'contactUpdated' ? [added!.email] : null);
		}
		await trigger.settle();
	});

	it('loses and doubles nothing while contacts come, go and change between its requests', async () => {
		const { trigger, old } = await activated();
		const { contacts } = on.service;
		const isOld = new Set(old.map(({ id }) => id));
		const updated = new Set<string>();
		const added = add(on.service, 130);
		const firstUpdate = event === 'contactUpdated' ? 3 : Infinity;
		const hook = beforeEachRequest(on.service, (number) => {
			if (number > 60) return;
			passTime(SECOND_MS);
			added.push(...add(on.service, 1 + (number % 3)));
			contacts.remove(old[number]!.id);
			contacts.remove(added[number]!.id);
			if (number >= firstUpdate) updated.add(contacts.update(old[60 + (number % 50)]!.id, {}).id);
		});
		for (let polls = 0; polls < 12; polls += 1) {
			await trigger.poll();
			passTime(MINUTE_MS);
		}
		hook.stop();
		await trigger.drain();

		const { delivered } = trigger;
		expect(delivered.filter((one, index) => delivered.indexOf(one) !== index)).toEqual([]);
		const ids = new Set(delivered.map((one) => one.split(' ')[0]!));
		expect([...ids].filter((id) => isOld.has(id) && !updated.has(id))).toEqual([]);
		const due = contacts
			.all()
			.filter(({ id }) => !isOld.has(id) || updated.has(id))
			.map(({ id, createdAt, updatedAt }) =>
				event === 'contactCreated' ? `${id} ${createdAt}` : `${id} ${updatedAt}`,
			);
		expect(due.filter((one) => !delivered.includes(one))).toEqual([]);
	});

	it('delivers a contact that becomes visible up to 10 minutes after its time stamp', async () => {
		const { trigger } = await activated();
		passTime(30 * MINUTE_MS);
		expect(await trigger.emails()).toBeNull();
		const [prompt] = add(on.service);
		expect(await trigger.emails()).toEqual([prompt!.email]);
		const lateByMinutes = async (minutes: number) => {
			const [late] = add(on.service, 1, { createdAt: Date.now() - minutes * MINUTE_MS });
			expect(await trigger.emails()).toEqual([late!.email]);
			passTime(MINUTE_MS);
			expect(await trigger.emails()).toBeNull();
		};
		await lateByMinutes(9.9);
		await lateByMinutes(0.5);
		await lateByMinutes(5);
		passTime(7 * MINUTE_MS);
		await lateByMinutes(9.9);
		await trigger.settle();
		await lateByMinutes(9.9);
		passTime(60 * MINUTE_MS);
		await lateByMinutes(9.9);
	});

	it('delivers a late contact among others that come every minute', async () => {
		const { trigger } = await activated();
		for (let minute = 0; minute < 18; minute += 1) {
			passTime(MINUTE_MS);
			const isLateOne = minute > 10 && minute % 3 === 0;
			const createdAt = Date.now() - 9.9 * MINUTE_MS;
			const late = isLateOne ? add(on.service, 1, { createdAt }) : [];
			const prompt = add(on.service);
			expect(await trigger.emails()).toEqual(emailsOf([...late, ...prompt]));
		}
	});

	it('delivers each contact of one time stamp once, also those that come a poll later', async () => {
		const { trigger } = await activated();
		const createdAt = Date.now();
		const first = add(on.service, 130, { createdAt });
		expect(sorted(await trigger.emails())).toEqual(sorted(emailsOf(first)));
		passTime(MINUTE_MS);
		const second = add(on.service, 70, { createdAt });
		expect(sorted(await trigger.emails())).toEqual(sorted(emailsOf(second)));
		passTime(MINUTE_MS);
		expect(await trigger.emails()).toBeNull();
	});

	it('delivers each contact once where the service tells the time in whole seconds', async () => {
		on.service.behaviour.timestampPrecision = 's';
		const { trigger } = await activated();
		for (let quarter = 0; quarter < 8; quarter += 1) {
			const added = add(on.service, 2);
			expect(sorted(await trigger.emails())).toEqual(sorted(emailsOf(added)));
			passTime(SECOND_MS / 4);
		}
		await trigger.settle();
	});

	it('delivers at most Max Contacts a poll and the rest, oldest first, with the next polls', async () => {
		const { trigger } = await activated({ options: { maxContacts: 40 } });
		const added = emailsOf(add(on.service, 95));
		expect(await trigger.drain()).toEqual([
			added.slice(0, 40),
			added.slice(40, 80),
			added.slice(80),
		]);
	});

	it('delivers contacts from before the activation, oldest first, if Start From is Beginning', async () => {
		on.service.behaviour.order = order;
		const options = { startFrom: 'beginning', maxContacts: 50 };
		const old = addHistory(on.service, 120);
		const trigger = await LiveTrigger.start(on.service, { parameters: { event, options } });
		const key = event === 'contactCreated' ? 'createdAt' : 'updatedAt';
		const byKey = emailsOf(old.sort((a, b) => Date.parse(a[key]) - Date.parse(b[key])));
		expect(await trigger.drain()).toEqual([
			byKey.slice(0, 50),
			byKey.slice(50, 100),
			byKey.slice(100),
		]);
		const [added] = add(on.service);
		expect(await trigger.emails()).toEqual([added!.email]);
		await trigger.settle();
	});
});
