/** The minimal standard generator: numbers from 0 to 1, the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
	let value = seed;
	return () => {
		value = (value * 16_807) % 2_147_483_647;
		return (value - 1) / 2_147_483_646;
	};
}
