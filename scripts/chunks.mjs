/**
 * The file of dist that a module goes into. A folder becomes one file, since each further file costs
 * n8n's start its own look-ups; what only a run needs is not in a file that n8n's start loads.
 */
const CHUNKS = [
	// The operations name these three when n8n loads them, unlike the rest of their folders.
	[/\/transport\/pipeline\.ts$/, 'resources'],
	[/\/trigger\/fields\.ts$/, 'resources'],
	[/\/transport\/retry\.ts$/, 'resources'],
	[/\/transport\//, 'transport'],
	[/\/trigger\//, 'trigger'],
	[/\/(resources|listSearch|credentialTest)\//, 'resources'],
];

export function chunkOf(module) {
	const path = module.replaceAll('\\', '/');
	return CHUNKS.find(([pattern]) => pattern.test(path))?.[1];
}
