const OWN_FILE = /^var (\w+) = (require\('\.[^']+'\));$/gm;

/**
 * A Rollup plugin: a file of the package is loaded when something in it is used for the first time,
 * so that n8n's start does not wait for what only a run needs.
 */
export const requiredLater = {
	name: 'required-later',
	renderChunk: (code) =>
		code.replace(
			OWN_FILE,
			(_line, name, required) =>
				`const ${name} = new Proxy({}, { get: (_, key) => ${required}[key] });`,
		),
};
