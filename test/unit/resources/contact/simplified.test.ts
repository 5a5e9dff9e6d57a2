import { simplified } from '../../../../nodes/Newsletter/resources/contact/simplified';

it('a simplified contact lacks its token and its newsletter, and nothing else', () => {
	const contact = Object.freeze({
		id: 'con_1',
		workspace_id: 'wks_1',
		email: 'ada@example.com',
		unsub_token: 'secret',
		custom_fields: { unsub_token: 'kept' },
		anything: null,
	});
	expect(simplified(contact)).toEqual({
		id: 'con_1',
		email: 'ada@example.com',
		custom_fields: { unsub_token: 'kept' },
		anything: null,
	});
});
