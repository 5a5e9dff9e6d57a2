/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { parseArgs } from 'node:util';
import { DEFAULT_API_KEY, DEFAULT_NEWSLETTER_ID, startService } from './index';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '0' },
		contacts: { type: 'string', default: '0' },
		'api-key': { type: 'string', default: DEFAULT_API_KEY },
		'newsletter-id': { type: 'string', default: DEFAULT_NEWSLETTER_ID },
	},
});

const main = async () => {
	const service = await startService({
		port: Number(values.port),
		contacts: Number(values.contacts),
		apiKey: values['api-key'],
		newsletterId: values['newsletter-id'],
	});
	const lines = [
		`Base URL:      ${service.url}`,
		`API key:       ${service.apiKey}`,
		`Newsletter ID: ${service.newsletterId}`,
		`Control:       ${service.controlUrl}`,
	];
	process.stdout.write(`${lines.join('\n')}\n`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.stop());
	}
};

void main();
