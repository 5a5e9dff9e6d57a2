import {
	contactOf,
	contactWithEmail,
	rawContactOf,
} from '../../../../nodes/Newsletter/resources/contact/contactFields';
import { source } from '../../node';

const contact = (raw: object, values: object = {}) =>
	contactOf(source, raw as never, values as never, 'UTC');

describe('rawContactOf', () => {
	it('takes the fields of the screen to the names on the wire', () => {
		const values = {
			email: 'ada@example.com',
			id: 'con_1',
			name: 'Ada Lovelace',
			firstName: 'Ada',
			lastName: 'Lovelace',
			subscribed: false,
			subscribedFrom: 'Form',
			customFieldsJson: '{"plan":"pro"}',
			customFields: {},
			other: 1,
		};
		expect(rawContactOf(values)).toEqual({
			email: 'ada@example.com',
			id: 'con_1',
			name: 'Ada Lovelace',
			first_name: 'Ada',
			last_name: 'Lovelace',
			subscribed: false,
			subscribed_from: 'Form',
		});
	});
});

describe('contactOf', () => {
	it('gives each value its documented type', () => {
		expect(
			contact(
				{
					id: ' con_1 ',
					email: ' ada@example.com ',
					name: ' Ada ',
					first_name: 1,
					last_name: 'Lovelace',
					subscribed: 'false',
					subscribed_from: 'Form',
				},
				{ customFieldsJson: '{"seats":3}' },
			),
		).toEqual({
			id: 'con_1',
			email: 'ada@example.com',
			name: 'Ada',
			first_name: '1',
			last_name: 'Lovelace',
			subscribed: false,
			subscribed_from: 'Form',
			custom_fields: { seats: 3 },
		});
	});

	it('leaves out what is empty, and has no key for it', () => {
		const raw = { id: '', email: '', name: ' ', first_name: null, subscribed: '' };
		const result = contact(raw, { customFieldsJson: '{}' });
		expect(Object.keys(result)).toEqual([]);
	});

	it('keeps a false', () => {
		expect(contact({ subscribed: false })).toEqual({ subscribed: false });
	});

	it('takes custom fields of the input before those of the screen', () => {
		const values = { customFieldsJson: '{"seats":1}' };
		expect(contact({ custom_fields: '{"seats":2}' }, values)).toEqual({
			custom_fields: { seats: 2 },
		});
	});

	it.each<[raw: object, sentence: string]>([
		[{ id: 'cnt_1' }, 'Contact ID must be an ID that starts with con_.'],
		[{ id: 'con_/1' }, 'Contact ID must be an ID without blanks, /, ? or #.'],
		[{ email: 'ada' }, 'Email must be one email address, such as ada@example.com.'],
		[{ name: {} }, 'Name must be text.'],
		[{ first_name: [] }, 'First Name must be text.'],
		[{ last_name: {} }, 'Last Name must be text.'],
		[{ subscribed: 'maybe' }, 'Subscribed must be true or false.'],
		[{ subscribed_from: {} }, 'Subscribed From must be text.'],
		[{ custom_fields: 'x' }, 'custom_fields is not valid JSON.'],
	])('names the field of %j', (raw, sentence) => {
		expect(() => contact(raw)).toThrow(`${sentence} [item 3]`);
	});

	it.each([[null], [''], [' ']])('takes an ID of %j for none', (id) => {
		expect(contact({ id, email: 'ada@example.com' })).toEqual({ email: 'ada@example.com' });
	});
});

describe('contactWithEmail', () => {
	it.each([[{}], [{ email: '' }], [{ email: ' ' }]])('%j has no email', (raw) => {
		expect(() => contactWithEmail(source, raw as never, {}, 'UTC')).toThrow(
			'Email is empty: fill it in. [item 3]',
		);
	});

	it('is the contact otherwise', () => {
		expect(contactWithEmail(source, { email: 'ada@example.com' }, {}, 'UTC')).toEqual({
			email: 'ada@example.com',
		});
	});
});
