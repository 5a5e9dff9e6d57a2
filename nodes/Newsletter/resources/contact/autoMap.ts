import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../transport/pipeline';
import { choice, fieldError, isBlank, textValue, type FieldSource } from '../fieldValues';
import { isoDate } from '../isoDate';
import { columnKey, meaningOf, type Meaning } from './columns';
import { customFieldsFromJson } from './customFields';

/**
 * Fields that the service or n8n sets, as names or as `columnKey` writes them. They are never sent: the
 * unsubscribe token of a contact from Get Many must not become a custom field.
 */
const NEVER_SENT = new Set(['unsubtoken', 'workspaceid', 'createdAt', 'updatedAt', 'row_number']);

/** The columns of a run that had a value and were not sent, for one hint. */
export interface Unused {
	ignored: Set<string>;
	/** Lists and objects, which cannot become custom fields. */
	unfit: Set<string>;
	/** The names in Inputs to Ignore, and the columns of all items; both by `columnKey`. */
	toIgnore: Map<string, string>;
	seen: Set<string>;
}

interface Column {
	name: string;
	key: string;
	value: unknown;
}

/** The value as a custom field: text, number, boolean, null or date. `undefined` for anything else. */
function customFieldValue(value: unknown, timezone: string): unknown {
	// JSON would write it as null.
	if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
	return value !== null && typeof value === 'object' ? isoDate(value, timezone) : value;
}

/** Rows of data tables and other services have an `id`, too. It is not that of a contact. */
const isOtherId = ({ wire }: Meaning, value: unknown) =>
	wire === 'id' && !/^\s*con_\S/.test(String(value));

/** Finds the column of each contact field. If several have its name, the best one is used. */
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

/** The names in Inputs to Ignore, by `columnKey`. They may be in quotes, or one a line. */
function namesToIgnore(field: string): Map<string, string> {
	const names = field.split(/[,;\r\n]+/).map((name) => name.replace(/^[\s"']+|[\s"']+$/g, ''));
	return new Map(names.filter((name) => !isBlank(name)).map((name) => [columnKey(name), name]));
}

/**
 * The contact that an input item describes, under the names on the wire.
 *
 * @param unmappedFields the option Unmapped Fields
 * @param unused gets what is left out
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
