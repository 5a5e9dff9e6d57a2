import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The root of a Node installation of this machine that has its headers, as node-gyp wants it, or undefined. */
export function nodeHeadersFolder() {
	const binaries = [
		process.env.npm_node_execpath,
		...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node')),
	].filter((binary) => binary && existsSync(binary));
	return binaries
		.map((binary) => dirname(dirname(realpathSync(binary))))
		.find((root) => existsSync(join(root, 'include/node/common.gypi')));
}
