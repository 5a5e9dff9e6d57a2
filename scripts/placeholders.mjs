// Refuses a release as long as author and addresses are placeholders.
import { readFileSync } from 'node:fs';

const placeholder =
	/Newsletter nodes maintainers|@example\.com"|example\.com\/n8n-nodes-newsletter/;

if (placeholder.test(readFileSync('package.json', 'utf8'))) {
	console.error(
		'Replace the placeholders for author, homepage, repository and issues in package.json.',
	);
	process.exit(1);
}
