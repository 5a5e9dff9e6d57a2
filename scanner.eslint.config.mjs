// The rules of @n8n/scan-community-package, for the sources and for the built files that are packed.
// Run it with --no-inline-config, as n8n's scanner does.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { config } from '@n8n/node-cli/eslint';

export default [
	...config.filter(({ ignores }) => !ignores?.includes('dist')),
	{
		...n8nCommunityNodesPlugin.configs.recommended,
		files: ['dist/**/*.js'],
		rules: { ...n8nCommunityNodesPlugin.configs.recommended.rules, 'no-console': 'error' },
	},
];
