import { useService } from './testClient';

const on = useService({ clock: () => Date.parse('2026-03-01T12:00:00.000Z') });

const created = () => on.service.contacts.all().map(({ createdAt }) => createdAt);

it('the first made-up contacts are a minute apart and end a minute ago', () => {
	on.service.contacts.add(3);
	expect(created()).toEqual([
		'2026-03-01T11:57:00.000Z',
		'2026-03-01T11:58:00.000Z',
		'2026-03-01T11:59:00.000Z',
	]);
});

it('one can have any field, with times as ISO strings or ms', () => {
	const contact = {
		id: 'con_mine',
		email: 'a@b.c',
		name: 'A B',
		first_name: 'A',
		last_name: 'B',
		subscribed: false,
		subscribed_from: 'form',
		custom_fields: [{ a: 1 }],
		createdAt: '2020-01-01T00:00:00.000Z',
		updatedAt: '2021-01-01T00:00:00.000Z',
	};
	expect(on.service.contacts.add({ ...contact, updatedAt: Date.parse(contact.updatedAt) })).toEqual(
		{
			...contact,
			workspace_id: on.service.newsletterId,
			unsub_token: 'unsub_mine',
		},
	);
});

it('an email or id that is there already is an error', () => {
	const { id } = on.service.contacts.add({ email: 'a@b.c' });
	expect(() => on.service.contacts.add({ email: 'A@b.c' })).toThrow('email A@b.c is taken');
	expect(() => on.service.contacts.add({ id, email: 'b@b.c' })).toThrow('is there already');
});

it('an update moves updatedAt on by itself, or to the time given', () => {
	const { id } = on.service.contacts.add({ email: 'a@b.c' });
	expect(on.service.contacts.update(id, { name: 'A' })).toMatchObject({
		name: 'A',
		updatedAt: '2026-03-01T12:00:00.001Z',
	});
	const updatedAt = '2030-01-01T00:00:00.000Z';
	expect(on.service.contacts.update(id, { updatedAt })).toMatchObject({ name: 'A', updatedAt });
	expect(() => on.service.contacts.update('con_none', {})).toThrow('no contact con_none');
});
