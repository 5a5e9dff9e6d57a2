import type { ItemContext } from '../../transport/pipeline';
import type { Unused } from './autoMap';

const MOST_NAMES = 10;

/** Columns about consent come first, so that nobody overlooks them. */
const IS_CONSENT = /subscri|consent|opt/i;

function namesOf(columns: string[]): string {
	const isOther = (name: string) => Number(!IS_CONSENT.test(name));
	const names = columns.sort((one, other) => isOther(one) - isOther(other));
	const shown = names.slice(0, MOST_NAMES).join(', ');
	const more = names.length - MOST_NAMES;
	return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Tells the user which columns of the input Auto-Map has left out, in the output pane. */
export function hintAtUnused(
	context: ItemContext | undefined,
	{ ignored, unfit, toIgnore, seen }: Unused,
): void {
	const unknown = [...toIgnore].filter(([key]) => !seen.has(key)).map(([, name]) => name);
	const sentences = [
		ignored.size > 0 &&
			`Auto-Map did not use these fields of the input: ${namesOf([...ignored])}. To send them, set Unmapped Fields to Send as Custom Fields.`,
		unfit.size > 0 &&
			`Auto-Map left out lists and objects, which cannot be custom fields: ${namesOf([...unfit])}.`,
		unknown.length > 0 &&
			`Inputs to Ignore names fields that the input does not have: ${namesOf(unknown)}.`,
	].filter((sentence) => sentence !== false);
	if (sentences.length === 0) return;
	context?.addExecutionHints?.({
		message: sentences.join(' '),
		type: 'info',
		location: 'outputPane',
	});
}
