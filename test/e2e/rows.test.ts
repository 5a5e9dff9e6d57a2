import type { INode, INodeParameters } from 'n8n-workflow';
import { useStage } from './stage';
import { byId, inLine, node } from './workflows';

jest.setTimeout(240_000);

const on = useStage();

/** Runs n8n's own nodes, and Auto-Map on the rows that they give. */
const autoMapped = async (before: INode[], options: INodeParameters = {}) => {
	const parameters = { resource: 'contact', operation: 'upsert', dataToSend: 'autoMapInputData' };
	const execution = await on.run(
		inLine([
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			...before,
			node('Create', 'n8n-nodes-newsletter.newsletter', { ...parameters, options }),
		]),
	);
	expect([execution.status, execution.error?.message]).toEqual(['success', undefined]);
	const [request] = on.service.requests as Array<{ body: { contacts: object[] } }>;
	const hints = execution.runData.Create?.[0]?.hints ?? [];
	return { contacts: request!.body.contacts, hints: hints.map(({ message }) => message) };
};

it("rows of n8n's Data table are synced by email, whatever their own id", async () => {
	const { id: project } = await on.n8n.client.rest<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project}/data-tables`;
	const columns = ['email', 'first_name', 'plan'].map((name) => ({ name, type: 'string' }));
	const table = await on.n8n.client.rest<{ id: string }>('POST', tables, {
		name: 'People',
		columns,
	});
	const data = [
		{ email: 'ada@example.com', first_name: 'Ada', plan: 'pro' },
		{ email: 'bob@example.com', first_name: 'Bob', plan: null },
	];
	await on.n8n.client.rest('POST', `${tables}/${table.id}/insert`, { data, returnType: 'count' });
	const parameters = { resource: 'row', operation: 'get', returnAll: true };
	const rows = node(
		'Rows',
		'n8n-nodes-base.dataTable',
		{ ...parameters, dataTableId: byId(table.id) },
		{ typeVersion: 1.1 },
	);
	const { contacts, hints } = await autoMapped([rows]);
	expect(contacts).toEqual([
		{ email: 'ada@example.com', first_name: 'Ada' },
		{ email: 'bob@example.com', first_name: 'Bob' },
	]);
	expect(hints).toEqual([expect.stringContaining('of the input: plan, id.')]);
});

it('a CSV that Excel saved as UTF-8 is synced, with the byte order mark before its first column', async () => {
	const csv =
		'\ufeffE-Mail;First Name;Sign-up Date\r\nj\u00f6rg@b\u00fccher.example;J\u00f6rg;2026-01-31\r\n';
	const base64 = Buffer.from(csv, 'utf8').toString('base64');
	const text = { mode: 'raw', jsonOutput: JSON.stringify({ base64 }) };
	const toFile = { operation: 'toBinary', sourceProperty: 'base64' };
	const fromFile = { operation: 'csv', options: { delimiter: ';' } };
	const version = { typeVersion: 1.1 };
	const { contacts, hints } = await autoMapped(
		[
			node('Text', 'n8n-nodes-base.set', text, { typeVersion: 3.4 }),
			node('File', 'n8n-nodes-base.convertToFile', toFile, version),
			node('Rows', 'n8n-nodes-base.extractFromFile', fromFile, version),
		],
		{ unmappedFields: 'customFields' },
	);
	expect(contacts).toEqual([
		{
			email: 'j\u00f6rg@b\u00fccher.example',
			first_name: 'J\u00f6rg',
			custom_fields: { 'Sign-up Date': '2026-01-31' },
		},
	]);
	expect(hints).toEqual([]);
});
