export const median = (figures: number[]): number =>
	[...figures].sort((a, b) => a - b)[figures.length >> 1] ?? NaN;

export const medianOf = <Name extends string>(figures: Array<Record<Name, number>>, name: Name) =>
	median(figures.map((figure) => figure[name]));

/**
 * Measures each subject once a round, so that what else the machine does falls on all alike.
 *
 * @param warmUps rounds before these, whose figures are left out: code is slow when it runs first
 */
export async function inRounds<Name extends string, Figure>(
	rounds: number,
	subjects: Record<Name, (round: number) => Promise<Figure>>,
	warmUps = 0,
): Promise<Record<Name, Figure[]>> {
	const names = Object.keys(subjects) as Name[];
	const figures = Object.fromEntries(names.map((name) => [name, [] as Figure[]]));
	for (let round = 1 - warmUps; round <= rounds; round += 1) {
		for (const name of names) {
			const figure = await subjects[name](round);
			if (round >= 1) figures[name]?.push(figure);
		}
	}
	return figures as Record<Name, Figure[]>;
}
