/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startService } from './service';
import { inLine, node } from './e2e/workflows';
import { launchBrowser, signedInPage } from './support/browser';
import { startN8n, type N8n } from './support/n8n';
import { exampleWorkflow, RECIPES, withCredential } from './support/n8nExamples';
import { projectRoot } from './support/n8nInstall';
import type { WorkflowJson } from './support/n8nWorkflows';

const FOLDER = join(projectRoot, 'docs/pictures');
const MAX_BYTES = 150_000;
/** Widths of the window. A long workflow needs a smaller one to stay within `MAX_BYTES`. */
const WIDTHS = [2200, 2000, 1850, 1700, 1550, 1400];
/** Pixels left of the nodes of a canvas and above; right of them and below, where names and plus signs stand. */
const BEFORE = 40;
const AFTER = 90;
/** Hides all but the canvas (`marker` is an arrow head), and the badges of nodes without a credential. */
const ONLY_CANVAS = `
	body :not(.vue-flow__transformationpane, .vue-flow__transformationpane *, marker, marker *) { visibility: hidden }
	.vue-flow__transformationpane, marker { visibility: visible }
	[data-test-id="node-issues"] { display: none }
`;

const NODE = 'n8n-nodes-newsletter.newsletter';
const TRIGGER = 'n8n-nodes-newsletter.newsletterTrigger';

const bothNodes = inLine([
	node('New Contact', TRIGGER, {}),
	node(
		'Welcome Message',
		'n8n-nodes-base.emailSend',
		{ toEmail: '={{ $json.email }}' },
		{ typeVersion: 2.1, position: [220, 0] },
	),
	node(
		'Mark as Welcomed',
		NODE,
		{ resource: 'contact', operation: 'update' },
		{ position: [440, 0] },
	),
]);

const createOrUpdate: WorkflowJson = {
	name: 'Create or Update',
	nodes: [
		node('Create or Update Contact', NODE, {
			resource: 'contact',
			operation: 'upsert',
			email: '={{ $json.email }}',
			additionalFields: { name: '={{ $json.name }}', subscribedFrom: 'Website' },
			options: { keepUnsubscribed: true },
		}),
	],
	connections: {},
};

/** Where all nodes and notes of a canvas are on the screen. */
const canvasBox = async (page: Page) => {
	const boxes = await Promise.all(
		(await page.locator('.vue-flow__node').all()).map(async (each) => (await each.boundingBox())!),
	);
	const x = Math.min(...boxes.map((box) => box.x)) - BEFORE;
	const y = Math.min(...boxes.map((box) => box.y)) - BEFORE;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + AFTER;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + AFTER;
	return { x, y, width: right - x, height: bottom - y };
};

class Photographer {
	constructor(
		private readonly n8n: N8n,
		private readonly credential: { id: string; name: string },
		private readonly page: Page,
	) {}

	private async open(workflow: WorkflowJson) {
		const id = await this.n8n.workflows.create(withCredential(workflow, this.credential));
		await this.page.goto(`${this.n8n.url}/workflow/${id}`);
		await this.page.waitForSelector('.vue-flow__node');
	}

	async canvas(name: string, workflow: WorkflowJson) {
		await this.open(workflow);
		await this.page.addStyleTag({ content: ONLY_CANVAS });
		for (const width of WIDTHS) {
			await this.page.setViewportSize({ width, height: width });
			await this.page.waitForTimeout(500);
			await this.page.keyboard.press('1');
			await this.page.waitForTimeout(1500);
			const picture = await this.page.screenshot({ clip: await canvasBox(this.page) });
			writeFileSync(join(FOLDER, name), picture);
			if (picture.length < MAX_BYTES) return;
		}
		throw new Error(`${name} is larger than ${MAX_BYTES} bytes`);
	}

	async fields(name: string, workflow: WorkflowJson) {
		await this.page.setViewportSize({ width: 1400, height: 1000 });
		await this.open(workflow);
		await this.page.dblclick('[data-test-id="canvas-node"]');
		const fields = this.page.locator('[data-test-id="node-parameters"]');
		await fields.getByText('Keep Unsubscribed').waitFor();
		await this.page.mouse.move(0, 0);
		await this.page.waitForTimeout(1500);
		await fields.screenshot({ path: join(FOLDER, name) });
	}

	/** The form shows an address as users have it instead of the stand-in's. */
	async credentialForm(name: string) {
		await this.page.click('[data-test-id="credential-edit-button"]');
		const dialog = this.page.locator('[data-test-id="editCredential-modal"]');
		await dialog.getByText('Connection tested successfully').waitFor();
		await this.page.waitForTimeout(1500);
		await dialog
			.locator('[data-test-id="parameter-input-baseUrl"] input')
			.evaluate(
				(input) => ((input as unknown as { value: string }).value = 'https://api.example.com/v1'),
			);
		await dialog.screenshot({ path: join(FOLDER, name) });
	}
}

const main = async () => {
	mkdirSync(FOLDER, { recursive: true });
	const service = await startService({ contacts: 250 });
	const n8n = await startN8n();
	const browser = await launchBrowser();
	try {
		const { url: baseUrl, apiKey, newsletterId } = service;
		const credential = await n8n.createCredential({ baseUrl, apiKey, newsletterId });
		const page = await signedInPage(browser, n8n.url);
		const photographer = new Photographer(n8n, credential, page);
		await photographer.canvas('both-nodes.png', bothNodes);
		for (const recipe of RECIPES) {
			await photographer.canvas(`${recipe}.png`, exampleWorkflow(recipe));
		}
		await photographer.fields('create-or-update.png', createOrUpdate);
		await photographer.credentialForm('credential.png');
	} finally {
		await browser.close();
		await n8n.stop();
		await service.stop();
	}
};

void main();
