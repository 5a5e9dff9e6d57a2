import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { emailAddress } from './emailAddress';
import { booleanValue, isLeftEmpty, textValue, wholeNumber, type FieldSource } from './fieldValues';
import { optionalIdentifier } from './identifiers';

type Read = (source: FieldSource, field: string, value: unknown) => IDataObject[string];

/** The kinds of values; whether an expression that returns nothing is an error: see `isLeftEmpty`. */
const KINDS = {
	text: { read: textValue, mustYield: false },
	email: { read: emailAddress, mustYield: false },
	switch: { read: booleanValue, mustYield: true },
	identifier: { read: optionalIdentifier, mustYield: true },
	contactId: {
		read: (source, field, value) => optionalIdentifier(source, field, value, 'con_'),
		mustYield: true,
	},
	wholeNumber: {
		read: (source, field, value) =>
			isLeftEmpty(source, field, value)
				? undefined
				: wholeNumber(source, field, value, { least: 0 }),
		mustYield: true,
	},
} satisfies Record<string, { read: Read; mustYield: boolean }>;

/** A field with its name on the wire and the kind of its value, `raw` where it needs a look of its own. */
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

/** Takes the values of a collection to their names on the wire. */
export function named(fields: SentField[], values: IDataObject): IDataObject {
	const given = fields.filter(({ name }) => name in values);
	return Object.fromEntries(given.map(({ sent, name }) => [sent.as, values[name]]));
}

/**
 * Every value as its kind, under its name on the wire; what is empty is left out.
 *
 * @param collection where the fields stand among the parameters, if they do
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
		const { read, mustYield } = KINDS[sent.kind] as { read: Read; mustYield: boolean };
		const path = mustYield && collection ? `${collection}.${name}` : undefined;
		const value = read({ ...source, path }, displayName, raw[sent.as]);
		if (value !== undefined) values[sent.as] = value;
	}
	return values;
}
