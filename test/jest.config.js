const { join } = require('node:path');

const root = join(__dirname, '..');

const project = (displayName) => ({
	displayName,
	rootDir: root,
	testEnvironment: 'node',
	testMatch: [`${root}/test/${displayName}/**/*.test.ts`],
	setupFiles: [`${root}/test/support/setup.ts`],
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{
				jsc: {
					parser: { syntax: 'typescript', decorators: true },
					target: 'es2022',
				},
			},
		],
	},
	// The benchmarks' loader takes a name that ends in `.node` for a compiled add-on.
	moduleNameMapper: { '^(.*/Newsletter(Trigger)?\\.node)\\.js$': '$1' },
	modulePathIgnorePatterns: [`${root}/dist`],
});

module.exports = {
	rootDir: root,
	projects: [
		...['unit', 'service', 'workflow', 'trigger'].map(project),
		{
			...project('e2e'),
			globalSetup: `${root}/test/support/sharedN8n.ts`,
			globalTeardown: `${root}/test/support/stopSharedN8n.ts`,
		},
	],
	testSequencer: `${root}/test/support/slowestFirst.js`,
	testTimeout: 60_000,
	maxWorkers: 2,
};
