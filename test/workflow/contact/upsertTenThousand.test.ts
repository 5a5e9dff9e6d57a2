import { DEFAULT_NEWSLETTER_ID } from '../../service';
import { errorOf, jsonOf, linksOf, useNewsletter } from '../newsletter';
import { seeded } from '../../support/seeded';

const newsletter = useNewsletter({
	resource: 'contact',
	operation: 'upsert',
	dataToSend: 'autoMapInputData',
});

const COUNT = 10_000;
const BATCHES = COUNT / 1000;
const OTHER_ID = 'wks_unknownNewsletter0001';
const ALL = Array.from({ length: COUNT }, (_, index) => index);

const ascending = (a: number, b: number) => a - b;
const itemsOf = (emails: string[]) => emails.map((email) => ({ json: { email } }));
const isRefused = (email: unknown) => String(email).endsWith('@refused.example');
const stored = () => new Set(newsletter.service.contacts.all().map(({ email }) => email));

/** Places anywhere among the contacts, rising. */
function placesOf(count: number, seed: number): number[] {
	const random = seeded(seed);
	const places = new Set<number>();
	while (places.size < count) places.add(Math.floor(random() * COUNT));
	return [...places].sort(ascending);
}

const emailsWith = (bad: number[]) => {
	const places = new Set(bad);
	return ALL.map((index) =>
		places.has(index) ? `x${index}@refused.example` : `c${index}@a.example`,
	);
};

/** The items that an error names: `(items 3, 7–9)`. */
function namedIn(message: string): number[] {
	const named = /\(items? ([^)]*)\)/.exec(message)?.[1] ?? '';
	return named.split(', ').flatMap((run) => {
		const [from = NaN, to = from] = run.split('–').map(Number);
		return Array.from({ length: to - from + 1 }, (_, step) => from + step);
	});
}

/** 2·b·⌈log2 n⌉ + 1 requests more than batches, n being the contacts of one. */
const bound = (bad: number) => BATCHES + 2 * bad * Math.ceil(Math.log2(1000)) + 1;

const CASES = [1, 40].map((count) => ({ count, bad: placesOf(count, 4711 + count) }));

describe.each(CASES)('10,000 contacts with $count refused ones', ({ count, bad }) => {
	const emails = emailsWith(bad);
	const good = ALL.filter((index) => !bad.includes(index));
	const expectAllStored = () => {
		expect(stored()).toEqual(new Set(good.map((index) => emails[index])));
		expect(newsletter.service.requests.length).toBeLessThanOrEqual(bound(count));
		expect(newsletter.service.maxInFlight).toBe(1);
	};
	const refusal = (index: number) => ({
		error: expect.stringContaining(`${emails[index]} is not accepted`),
	});

	it('are all stored but these, which the error of the run names', async () => {
		const run = await newsletter.run({ input: itemsOf(emails) });
		expectAllStored();
		const { message, context } = errorOf(run)!;
		expect(namedIn(message)).toEqual(bad);
		expect(message).toContain(`${COUNT - count} contacts were synced`);
		expect(context.itemIndex).toBe(bad[0]);
	});

	it('are all stored but these, which leave as error items in their places', async () => {
		const run = await newsletter.run({
			parameters: { options: { output: 'contacts' } },
			input: itemsOf(emails),
			node: { onError: 'continueRegularOutput' },
		});
		expectAllStored();
		expect(linksOf(run).flat()).toEqual(ALL);
		const json = jsonOf(run);
		expect(bad.map((index) => json[index])).toEqual(bad.map(refusal));
		expect(good.map((index) => json[index])).toEqual(
			good.map((index) => ({ email: emails[index], synced: true })),
		);
	});

	it('are all stored but these, which go to the error output', async () => {
		const run = await newsletter.run({
			input: itemsOf(emails),
			node: { onError: 'continueErrorOutput' },
		});
		expectAllStored();
		expect(linksOf(run).flat().sort(ascending)).toEqual(good);
		expect(jsonOf(run).reduce((sum, { synced }) => sum + Number(synced), 0)).toBe(COUNT - count);
		expect(linksOf(run, 1).flat()).toEqual(bad);
		const rows = bad.map((index) => ({ email: emails[index], ...refusal(index) }));
		expect(jsonOf(run, 1)).toEqual(rows);
	});
});

describe.each([
	{
		what: 'contacts are all refused',
		emails: ALL.map((index) => `x${index}@refused.example`),
		says: /@refused\.example is not accepted/,
	},
	{
		what: 'newsletter is refused',
		emails: emailsWith([]),
		newsletterId: OTHER_ID,
		says: new RegExp(`Invalid newsletter ID ${OTHER_ID}`),
	},
])('10,000 contacts whose $what', ({ emails, newsletterId = DEFAULT_NEWSLETTER_ID, says }) => {
	const options = { parameters: { newsletterId }, input: itemsOf(emails) };

	it('are 12 requests at most, and the error names all', async () => {
		const run = await newsletter.run(options);
		expect(newsletter.service.requests.length).toBeLessThanOrEqual(12);
		const { message, description } = errorOf(run)!;
		expect(namedIn(message)).toEqual(ALL);
		expect(message).toMatch(/\b0 contacts were synced/);
		expect(description).toMatch(says);
		// Once for those that were refused alone, and once for those that were not tried.
		if (newsletterId === OTHER_ID) expect(description?.split(OTHER_ID)).toHaveLength(3);
	});
});

describe('10,000 contacts of which many have one email, in whatever case', () => {
	const random = seeded(12);
	const contacts = ALL.map((index) => {
		const email = `c${Math.floor(random() * 7000)}@${random() < 0.005 ? 'refused' : 'a'}.example`;
		return { email: random() < 0.5 ? email : email.toUpperCase(), name: `name ${index}` };
	});

	it('are stored with what came last, in the order of the input', async () => {
		newsletter.service.behaviour.badContact = ({ email }) => isRefused(email.toLowerCase());
		const run = await newsletter.run({
			input: contacts.map((json) => ({ json })),
			node: { onError: 'continueErrorOutput' },
		});
		const accepted = contacts.filter(({ email }) => !isRefused(email.toLowerCase()));
		const last = new Map(accepted.map(({ email, name }) => [email.toLowerCase(), name]));
		const held = newsletter.service.contacts.all();
		expect(new Map(held.map(({ email, name }) => [email.toLowerCase(), name]))).toEqual(last);
		expect(held).toHaveLength(last.size);
		expect(linksOf(run, 1).flat()).toEqual(
			ALL.filter((index) => isRefused(contacts[index]!.email.toLowerCase())),
		);

		const turns = new Map<string, number[]>();
		for (const { body, status } of newsletter.service.requests) {
			if (status !== 200) continue;
			const sent = (body as { contacts: typeof contacts }).contacts;
			expect(new Set(sent.map(({ email }) => email.toLowerCase())).size).toBe(sent.length);
			for (const { email, name } of sent) {
				const key = email.toLowerCase();
				turns.set(key, [...(turns.get(key) ?? []), Number(name.slice('name '.length))]);
			}
		}
		for (const numbers of turns.values()) {
			expect(numbers).toEqual([...numbers].sort(ascending));
		}
	});
});
