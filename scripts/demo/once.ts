/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import type { Execution } from '../../test/support/n8nWorkflows';
import type { Stage } from './stage';

interface Row {
	what: string;
	inN8n: number | string;
	inService: number | string;
	isRight: boolean;
}

const row = (what: string, inN8n: number, inService: number, wanted: boolean): Row => ({
	what,
	inN8n,
	inService,
	isRight: wanted && inN8n === inService && inN8n > 0,
});

const succeeded = ({ status }: Execution) => status === 'success';

const emailsOf = (execution: Execution, node: string): string[] =>
	execution.items(node).map(({ json }) => String(json.email));

/** The service's own record says what was written: a contact of the example that it holds now. */
const syncContacts = async ({ service, n8n, workflowIds }: Stage): Promise<Row> => {
	const run = await n8n.workflows.run(workflowIds['contact-sync'], 'Start');
	const synced = run
		.items('Create or Update Contacts')
		.reduce((sum, { json }) => sum + Number(json.synced), 0);
	const stored = emailsOf(run, 'One Item per Person').filter((email) =>
		service.contacts.byEmail(email),
	);
	return row('Contacts synced', synced, stored.length, succeeded(run));
};

const deliverNewContacts = async (stage: Stage, before: Set<string>): Promise<Row> => {
	const { service, n8n, workflowIds } = stage;
	const added = service.contacts.all().filter(({ id }) => !before.has(id));
	const deliveredBy = (executions: Execution[]) =>
		executions.filter(succeeded).flatMap((execution) => emailsOf(execution, 'New Contact'));
	const delivered = await n8n.workflows
		.waitFor(workflowIds['new-contact'], 'the delivery of the new contacts', (executions) => {
			const emails = deliveredBy(executions);
			return emails.length >= added.length ? emails : undefined;
		})
		.catch(async () => deliveredBy(await n8n.workflows.executions(workflowIds['new-contact'])));
	const isEachOnce = added.every(
		({ email }) => delivered.filter((other) => other === email).length === 1,
	);
	return row('New contacts delivered', delivered.length, added.length, isEachOnce);
};

const sendIssue = async ({ service, n8n, workflowIds }: Stage): Promise<Row> => {
	const run = await n8n.workflows.run(workflowIds['create-and-send'], 'Start');
	const subscribers = Number(run.items('Send the Issue')[0]?.json.subscribers ?? 0);
	const sent = service.sends.all().filter(({ timesSent }) => timesSent === 1);
	const isSentOnce = sent.length === 1 && service.sends.all().length === 1;
	const subscribed = service.contacts.all().filter((contact) => contact.subscribed).length;
	return row(
		'Subscribers an issue went to',
		subscribers,
		isSentOnce ? subscribed : 0,
		succeeded(run),
	);
};

const table = (rows: Row[]): string => {
	const cells = [
		['', 'n8n says', 'service holds', ''],
		...rows.map(({ what, inN8n, inService, isRight }) => [
			what,
			String(inN8n),
			String(inService),
			isRight ? 'ok' : 'WRONG',
		]),
	];
	const widths = cells[0]!.map((_, column) =>
		Math.max(...cells.map((line) => line[column]!.length)),
	);
	const lines = cells.map((line) =>
		line
			.map((cell, column) =>
				column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
			)
			.join('  ')
			.trimEnd(),
	);
	return `\n${lines.join('\n')}\n`;
};

/** Runs the three workflows, prints what happened, and gives the exit code. */
export const runOnce = async (stage: Stage): Promise<number> => {
	const before = new Set(stage.service.contacts.all().map(({ id }) => id));
	const rows = [
		await syncContacts(stage),
		await deliverNewContacts(stage, before),
		await sendIssue(stage),
	];
	process.stdout.write(table(rows));
	return rows.every(({ isRight }) => isRight) ? 0 : 1;
};
