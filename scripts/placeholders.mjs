// Refuses a release as long as author and addresses are placeholders.
import { readFileSync } from 'node:fs';

const files = [
	'package.json',
	'credentials/NewsletterApi.credentials.ts',
	'nodes/Newsletter/Newsletter.node.json',
	'nodes/Newsletter/NewsletterTrigger.node.json',
];
const placeholder =
	/Newsletter nodes maintainers|@example\.com"|example\.com\/n8n-nodes-newsletter/;
const unfilled = files.filter((file) => placeholder.test(readFileSync(file, 'utf8')));

if (unfilled.length > 0) {
	console.error(
		`Replace the placeholders for author, repository, homepage and issues in ${unfilled.join(', ')}.`,
	);
	process.exit(1);
}
