import { NEWSLETTER_ID, newsletterIdOf } from '../../../nodes/Newsletter/resources/newsletterId';
import { NEWSLETTER, node, source } from '../node';

const OTHER = 'wks_otherNewsletter000000';

describe('newsletterIdOf', () => {
	it.each([
		['the field', NEWSLETTER, OTHER, NEWSLETTER],
		['the field without blanks', ` ${NEWSLETTER}\n`, OTHER, NEWSLETTER],
		['the credential for an empty field', '', OTHER, OTHER],
		['the credential for a blank field', '  ', OTHER, OTHER],
		['the credential for no field', undefined, OTHER, OTHER],
	])('takes %s', (...[, field, credential, expected]) => {
		expect(newsletterIdOf(source, field, credential)).toBe(expected);
	});

	it.each([
		['too short', 'wks_1a2B3c4D5e6F7g8H9i0J'],
		['too long', 'wks_1a2B3c4D5e6F7g8H9i0Jkl'],
		['of another kind', 'con_1a2B3c4D5e6F7g8H9i0Jk'],
		['in capitals', 'WKS_1a2B3c4D5e6F7g8H9i0Jk'],
		['with a blank inside', 'wks_1a2B3c4D5e 6F7g8H9i0J'],
		['with a slash', 'wks_1a2B3c4D5e/6F7g8H9i0J'],
		['with a word before it', 'x wks_1a2B3c4D5e6F7g8H9i0'],
	])('refuses an ID %s, and says which of the two fields has it', (...[, id]) => {
		expect(() => newsletterIdOf(source, id, OTHER)).toThrow(
			'Newsletter ID must be wks_ followed by 21 characters, 25 in all. [item 3]',
		);
		expect(() => newsletterIdOf(source, '', id)).toThrow(
			'Newsletter ID in the credential must be wks_ followed by 21 characters, 25 in all. [item 3]',
		);
	});

	it('never falls back to the credential from a malformed field', () => {
		expect(() => newsletterIdOf(source, 'wks_', OTHER)).toThrow('Newsletter ID must be');
	});

	it.each([undefined, null, '', ' '])(
		'takes no credential for an expression that yields %j',
		(value) => {
			const withExpression = { ...node, parameters: { newsletterId: '={{ $json.newsletter }}' } };
			expect(() => newsletterIdOf({ node: withExpression, itemIndex: 3 }, value, OTHER)).toThrow(
				'Newsletter ID is an expression that returns nothing: correct it, or clear the field. [item 3]',
			);
		},
	);

	it.each(['=', '= '])('takes the credential for an expression left empty, %j', (newsletterId) => {
		const cleared = { node: { ...node, parameters: { newsletterId } }, itemIndex: 3 };
		expect(newsletterIdOf(cleared, '', OTHER)).toBe(OTHER);
	});

	it('says where to fill in an ID that is nowhere', () => {
		expect(() => newsletterIdOf(source, '', '')).toThrow(
			'Newsletter ID is empty: fill it in here or in the credential. [item 3]',
		);
	});

	it('is 25 characters long', () => {
		expect(NEWSLETTER).toHaveLength(25);
		expect(NEWSLETTER_ID.test(NEWSLETTER)).toBe(true);
	});
});
