/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type Service } from '../../service';
import { internetEnv, openInternet, prepareInternet } from '../../support/internet';
import { startN8n, type N8n } from '../../support/n8n';
import { exampleWorkflow } from '../../support/n8nExamples';
import type { Execution, WorkflowJson } from '../../support/n8nWorkflows';
import { createAccounts, withAccounts, withParameters, type Accounts } from './accounts';
import { Notion, type Page } from './notion';

export const recipe = exampleWorkflow('issue-from-notion');

/** The recipe as it judges ages a quarter of an hour later. */
export const aQuarterLater = JSON.parse(
	JSON.stringify(recipe).replaceAll('minutes: 15', 'minutes: 0'),
) as WorkflowJson;

export const TRIGGER = 'Every 15 Minutes';

/** An n8n that can be killed, Notion, and the newsletter service. */
export class NotionStage {
	readonly notion = new Notion('notion-key');

	service!: Service;

	n8n!: N8n;

	private accounts!: Accounts;

	private closing: Array<() => Promise<void>> = [];

	async open(): Promise<void> {
		const folder = mkdtempSync(join(tmpdir(), 'newsletter-notion-'));
		this.closing.push(async () => rmSync(folder, { recursive: true, force: true }));
		this.service = await startService({ contacts: 3 });
		this.closing.push(async () => await this.service.stop());
		const internet = await prepareInternet(folder);
		this.closing.push(await openInternet(internet, { 'api.notion.com': this.notion.website }));
		const env = { N8N_LOG_LEVEL: 'debug', N8N_DISABLE_UI: 'true' };
		this.n8n = await startN8n({ env: { ...internetEnv(internet), ...env } });
		this.closing.push(async () => await this.n8n.stop());
		const others = { notionApi: { apiKey: 'notion-key' } };
		this.accounts = await createAccounts(this.n8n, this.service, others);
	}

	async close(): Promise<void> {
		for (const close of this.closing.reverse()) await close();
	}

	/** A page that is ready, alone in its database. */
	readyPage(): Page {
		const number = String(this.notion.pages.size + 1).padStart(12, '0');
		const [database, id] = [
			`7e1b4c9a-02d5-4f38-b6e7-${number}`,
			`5f3a8d2c-71b9-4e06-a8c4-${number}`,
		];
		return this.notion.add(database, id, '2020-02-01');
	}

	/** @returns the ID of a workflow that looks at the page's database */
	async workflowFor(page: Page, workflow = recipe, waitSeconds = 0): Promise<string> {
		const databaseId = { __rl: true, mode: 'id', value: page.database };
		const adapted = withParameters(workflow, {
			'Ready Pages': { databaseId },
			'Pages in Sending': { databaseId },
			'Wait for Other Runs': { amount: waitSeconds },
		});
		return await this.n8n.workflows.create(withAccounts(adapted, this.accounts));
	}

	async run(page: Page, workflow = recipe): Promise<Execution> {
		return await this.n8n.workflows.run(await this.workflowFor(page, workflow), TRIGGER);
	}

	issuesOf({ id }: Page) {
		return this.service.sends.all().filter(({ page_id }) => page_id === id);
	}

	timesSent(page: Page): number {
		return this.issuesOf(page).reduce((sum, { timesSent }) => sum + timesSent, 0);
	}
}
