import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	booleanValue,
	emailValue,
	isLeftEmpty,
	optionalIdentifier,
	textValue,
	wholeNumber,
	type FieldSource,
} from './fieldValues';

type Read = (source: FieldSource, field: string, value: unknown) => IDataObject[string];

/** The kinds of values; whether an expression that returns nothing is an error: see `isLeftEmpty`. */
const KINDS = {
	text: { read: textValue, mustYield: false },
	email: { read: emailValue, mustYield: false },
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

/** A field whose value is sent as it is: its name on the wire and the kind of its value. */
export interface SentField {
	wire: string;
	kind: keyof typeof KINDS;
	field: INodeProperties;
}

/** Takes the values of a collection to their names on the wire. */
export function named(
	fields: Array<Pick<SentField, 'wire' | 'field'>>,
	values: IDataObject,
): IDataObject {
	const given = fields.filter(({ field }) => field.name in values);
	return Object.fromEntries(given.map(({ wire, field }) => [wire, values[field.name]]));
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
	const sent: IDataObject = {};
	for (const { wire, kind, field } of fields) {
		const { read, mustYield } = KINDS[kind] as { read: Read; mustYield: boolean };
		const path = mustYield && collection ? `${collection}.${field.name}` : undefined;
		const value = read({ ...source, path }, field.displayName, raw[wire]);
		if (value !== undefined) sent[wire] = value;
	}
	return sent;
}
