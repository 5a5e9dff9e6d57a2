/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleWorkflow } from '../../support/n8nExamples';
import { shared } from '../../support/sharedN8n';
import { useStage } from '../stage';
import { withParameters } from './accounts';

jest.setTimeout(240_000);

const on = useStage();

const run = async (fileName: string) =>
	await on.run(
		withParameters(exampleWorkflow('clean-up'), { 'Write File': { fileName } }),
		'Once a Month',
	);

const addContacts = () =>
	on.service.contacts.add([
		{ email: 'stays@example.org' },
		{ email: 'left@example.org', subscribed: false, custom_fields: { plan: 'pro' } },
		{ email: 'gone@example.org', subscribed: false, name: 'Gone, "for good"' },
	]);

const emails = () => on.service.contacts.all().map(({ email }) => email);

describe('the recipe clean-up', () => {
	it('writes unsubscribed contacts to a CSV file and deletes them', async () => {
		addContacts();
		const file = join(shared().fileFolder, 'unsubscribed.csv');
		const execution = await run(file);
		expect(execution.status).toBe('success');
		const [header, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
		expect(header).toContain('email');
		expect(lines).toHaveLength(2);
		expect(lines.join('\n')).toContain('left@example.org');
		expect(lines.join('\n')).toContain('"Gone, ""for good"""');
		expect(lines.join('\n')).toContain('pro');
		expect(emails()).toEqual(['stays@example.org']);
	});

	it('deletes nobody when the file cannot be written', async () => {
		addContacts();
		const execution = await run('/not-allowed/unsubscribed.csv');
		expect(execution.status).toBe('error');
		expect(emails()).toHaveLength(3);
	});

	it('does nothing when nobody has unsubscribed', async () => {
		on.service.contacts.add({ email: 'stays@example.org' });
		const file = join(shared().fileFolder, 'nobody.csv');
		expect((await run(file)).status).toBe('success');
		expect(existsSync(file)).toBe(false);
		expect(on.service.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it('fails when more were deleted than the file has', async () => {
		addContacts();
		const json = { contacts_removed: 3 };
		on.service.behaviour.faults.push({ kind: 'json', json, match: { method: 'DELETE' } });
		const { error } = await run(join(shared().fileFolder, 'fewer.csv'));
		expect(error!.message).toBe('Contacts that were deleted: 3. Contacts in the file: 2.');
	});
});
