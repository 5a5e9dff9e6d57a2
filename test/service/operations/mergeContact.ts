import type { ContactRecord } from '../contactRecord';
import type { ContactStore } from '../contactStore';
import type { Store } from '../store';
import type { ContactFields, CustomFields } from '../types';

/** Spreading keeps a key such as `__proto__` a plain property; Object.assign would not. */
const mergeCustomFields = (
	stored: CustomFields | undefined,
	given: CustomFields | undefined,
): CustomFields | undefined =>
	stored === undefined || given === undefined || Array.isArray(stored) || Array.isArray(given)
		? given
		: { ...stored, ...given };

export const mergeContact = (
	{ behaviour }: Store,
	contacts: ContactStore,
	record: ContactRecord,
	fields: ContactFields,
): void => {
	contacts.change(record, {
		...fields,
		custom_fields:
			behaviour.customFieldsUpdate === 'merge'
				? mergeCustomFields(record.custom_fields, fields.custom_fields)
				: fields.custom_fields,
	});
};
