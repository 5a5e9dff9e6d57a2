const project = (displayName, timeout) => ({
	displayName,
	rootDir: '..',
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	setupFiles: ['<rootDir>/test/support/setup.ts'],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' } },
		],
	},
	modulePathIgnorePatterns: ['<rootDir>/dist'],
	testTimeout: timeout,
});

module.exports = {
	rootDir: '..',
	projects: [
		project('unit', 5_000),
		project('service', 15_000),
		project('workflow', 20_000),
		project('trigger', 60_000),
		project('e2e', 300_000),
	],
};
