import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { emailAddress } from './emailAddress';
import { booleanValue, isLeftEmpty, textValue, wholeNumber, type FieldSource } from './fieldValues';
import { optionalIdentifier } from './identifiers';

type Read = (source: FieldSource, field: string, value: unknown) => IDataObject[string];

/** How each kind of value is read. For `emptyExpressionFails`, see `isLeftEmpty`. */
const KINDS = {
	text: { read: textValue, emptyExpressionFails: false },
	email: { read: emailAddress, emptyExpressionFails: false },
	switch: { read: booleanValue, emptyExpressionFails: true },
	identifier: { read: optionalIdentifier, emptyExpressionFails: true },
	contactId: {
		read: (source, field, value) => optionalIdentifier(source, field, value, 'con_'),
		emptyExpressionFails: true,
	},
	wholeNumber: {
		read: (source, field, value) =>
			isLeftEmpty(source, field, value) ? undefined : wholeNumber(source, field, value, { min: 0 }),
		emptyExpressionFails: true,
	},
} satisfies Record<string, { read: Read; emptyExpressionFails: boolean }>;

/** A field, its name on the wire, and the kind of its value. `raw`: it is read elsewhere. */
export interface SentField extends INodeProperties {
	sent: { as: string; kind: keyof typeof KINDS | 'raw' };
}

/** The fields as n8n shows them, in the order of the alphabet. */
export const shown = (fields: SentField[]): INodeProperties[] =>
	fields
		.map(({ sent, ...field }): INodeProperties => {
			void sent;
			return field;
		})
		.sort((a, b) => (a.displayName < b.displayName ? -1 : 1));

/** The values of a collection, under their names on the wire. */
export function named(fields: SentField[], values: IDataObject): IDataObject {
	const given = fields.filter(({ name }) => name in values);
	return Object.fromEntries(given.map(({ sent, name }) => [sent.as, values[name]]));
}

/**
 * All values, each read as its kind. Empty ones are left out. Names are those on the wire.
 *
 * @param collection the parameter that holds the fields, if one does
 * @throws {NodeOperationError} naming the field, for a value of another kind
 */
export function sentValues(
	source: FieldSource,
	fields: SentField[],
	raw: IDataObject,
	collection?: string,
): IDataObject {
	const values: IDataObject = {};
	for (const { sent, name, displayName } of fields) {
		if (sent.kind === 'raw') continue;
		const { read, emptyExpressionFails } = KINDS[sent.kind] as {
			read: Read;
			emptyExpressionFails: boolean;
		};
		const path = emptyExpressionFails && collection ? `${collection}.${name}` : undefined;
		const value = read({ ...source, path }, displayName, raw[sent.as]);
		if (value !== undefined) values[sent.as] = value;
	}
	return values;
}
