import type { ItemContext } from '../../transport/pipeline';
import type { Unused } from './autoMap';

const MOST_NAMES = 10;

function namesOf(columns: Set<string>): string {
	const names = [...columns].slice(0, MOST_NAMES).join(', ');
	const more = columns.size - MOST_NAMES;
	return more > 0 ? `${names} and ${more} more` : names;
}

/** Tells the user which columns of the input Auto-Map has left out, in the output pane. */
export function hintAtUnused(context: ItemContext | undefined, { ignored, unfit }: Unused): void {
	const sentences = [
		ignored.size > 0 &&
			`Auto-Map did not use these fields of the input: ${namesOf(ignored)}. To send them, set Unmapped Fields to Send as Custom Fields.`,
		unfit.size > 0 &&
			`Auto-Map left out lists and objects, which cannot be custom fields: ${namesOf(unfit)}.`,
	].filter((sentence) => sentence !== false);
	if (sentences.length === 0) return;
	context?.addExecutionHints?.({
		message: sentences.join(' '),
		type: 'info',
		location: 'outputPane',
	});
}
