import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../transport/pipeline';
import { choice, fieldError, isBlank, textValue, type FieldSource } from '../fieldValues';
import { isoDate } from '../isoDate';
import { columnKey, meaningOf, type Meaning } from './columns';
import { customFieldsFromJson } from './customFields';

/**
 * What the service and n8n give a row, as names or as `columnKey` writes them. It is never sent, so that
 * a contact that Get Many returned does not take its unsubscribe token along into its custom fields.
 */
const NEVER_SENT = new Set(['unsubtoken', 'workspaceid', 'createdAt', 'updatedAt', 'row_number']);

/** The columns of a run that had a value and were not sent, for one hint. */
export interface Unused {
	ignored: Set<string>;
	/** Lists and objects, which cannot become custom fields. */
	unfit: Set<string>;
	/** What Inputs to Ignore names and no row had so far, and what rows had; by `columnKey`. */
	toIgnore: Map<string, string>;
	seen: Set<string>;
}

interface Column {
	name: string;
	key: string;
	value: unknown;
}

/** A value that can be a custom field: texts, numbers, booleans, null and dates. */
function customFieldValue(value: unknown, timezone: string): unknown {
	// JSON would write it as null.
	if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
	return value !== null && typeof value === 'object' ? isoDate(value, timezone) : value;
}

/** Data tables and other services have an `id`, too, which is not that of a contact. */
const isOtherId = ({ wire }: Meaning, value: unknown) =>
	wire === 'id' && !/^\s*con_\S/.test(String(value));

/** Takes the columns of an item to the fields of a contact, the best name for each. */
function mapped(columns: Column[]): { raw: IDataObject; others: Column[] } {
	const best = new Map<string, Column & Meaning>();
	const others: Column[] = [];
	for (const column of columns) {
		const meaning = meaningOf(column);
		if (meaning === undefined) {
			others.push(column);
			continue;
		}
		if (isBlank(column.value)) continue;
		const before = best.get(meaning.wire);
		const isWorse = before !== undefined && before.rank <= meaning.rank;
		if (isWorse || isOtherId(meaning, column.value)) {
			others.push(column);
			continue;
		}
		if (before) others.push(before);
		best.set(meaning.wire, { ...column, ...meaning });
	}
	const raw = [...best.values()].map(({ wire, value }) => [wire, value]);
	return { raw: Object.fromEntries(raw) as IDataObject, others };
}

/** The names in Inputs to Ignore, by `columnKey`; also as people paste them, by line or in quotes. */
function namesToIgnore(field: string): Map<string, string> {
	const names = field.split(/[,;\r\n]+/).map((name) => name.replace(/^[\s"']+|[\s"']+$/g, ''));
	return new Map(names.filter((name) => !isBlank(name)).map((name) => [columnKey(name), name]));
}

/**
 * The contact that an input item describes, under the names on the wire.
 *
 * @param unmappedFields the option Unmapped Fields
 * @param unused is told what is left out
 */
export function autoMapped(
	item: ItemContext,
	source: FieldSource,
	unmappedFields: unknown,
	unused: Unused,
): IDataObject {
	const timezone = item.getTimezone();
	const given = item.getNodeParameter('inputsToIgnore', '') as unknown;
	const inputsToIgnore = Array.isArray(given) ? given.join(',') : given;
	const atIgnored = { ...source, path: 'inputsToIgnore' };
	const toIgnore = namesToIgnore(textValue(atIgnored, 'Inputs to Ignore', inputsToIgnore) ?? '');
	for (const [key, name] of toIgnore) unused.toIgnore.set(key, name);
	const at = { ...source, path: 'options.unmappedFields' };
	const use = choice(at, 'Unmapped Fields', unmappedFields, ['ignore', 'customFields']);

	const columns = Object.entries(item.getInputData().json)
		// Excel begins its CSV files with a byte order mark.
		.map(([name, value]) => ({ name: name.replace(/^\ufeff/, ''), key: columnKey(name), value }))
		.filter(({ name, key }) => {
			unused.seen.add(key);
			return !toIgnore.has(key) && !NEVER_SENT.has(key) && !NEVER_SENT.has(name);
		});
	const { raw, others } = mapped(columns);
	const unmapped: Array<[string, unknown]> = [];
	for (const { name, value } of others) {
		const stored = customFieldValue(value, timezone);
		if (stored !== undefined) {
			if (use === 'customFields') unmapped.push([name, stored]);
			else if (!isBlank(value)) unused.ignored.add(name);
		} else if (typeof value === 'object') unused.unfit.add(name);
	}
	if (unmapped.length === 0) return raw;

	const sent = customFieldsFromJson(source, 'custom_fields', raw.custom_fields);
	if (Array.isArray(sent)) {
		throw fieldError(
			source,
			'custom_fields is an array, to which other fields cannot be added: set Unmapped Fields to Ignore.',
		);
	}
	const customFields = Object.fromEntries([...unmapped, ...Object.entries(sent ?? {})]);
	return { ...raw, custom_fields: customFields as IDataObject };
}
