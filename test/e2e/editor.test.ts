import type { Browser, Page } from 'playwright-core';
import type { INodeParameters } from 'n8n-workflow';
import { hasBrowser, launchBrowser, signedInPage } from '../support/browser';
import { useStage } from './stage';
import { node } from './workflows';

jest.setTimeout(240_000);

const NODE = 'n8n-nodes-newsletter.newsletter';
const TRIGGER = 'n8n-nodes-newsletter.newsletterTrigger';

/** One operation and the trigger; which fields the others show is held by `unit/shownFields.test.ts`. */
const SCREENS = [
	{
		screen: 'contact upsert',
		type: NODE,
		parameters: { resource: 'contact', operation: 'upsert' },
		fields: [
			...['Resource', 'Operation', 'Data to Send', 'Email', 'Newsletter ID'],
			...['Additional Fields', 'Contact ID', 'Custom Fields', 'Custom Fields (JSON)'],
			...['First Name', 'Last Name', 'Name', 'Subscribed', 'Subscribed From'],
			...['Options', 'Batch Size', 'Keep Unsubscribed', 'Output'],
		],
	},
	{
		screen: 'trigger',
		type: TRIGGER,
		parameters: {},
		fields: [
			...['Poll Times', 'Mode', 'Event', 'Newsletter ID', 'Simplify'],
			...['Filters', 'Email', 'Subscribed'],
			...['Options', 'Max Contacts', 'Page Size', 'Start From'],
		],
	},
];

const plan = { key: 'plan', type: 'text', textValue: 'pro' };

/** The nodes of one workflow, which is loaded once: that takes seconds. */
const NODES = [
	...SCREENS,
	{ screen: 'search', type: NODE, parameters: { resource: 'contact', operation: 'update' } },
	{
		screen: 'custom field',
		type: NODE,
		parameters: {
			...{ resource: 'contact', operation: 'upsert' },
			additionalFields: { customFields: { fields: [plan] } },
		},
	},
];

const PARAMETERS = '[data-test-id="node-parameters"]';

// A skipped test says so in the summary; its name says what is missing.
const inBrowser = hasBrowser() ? describe : describe.skip;

inBrowser('the editor in a browser (skipped where no Chromium is installed)', () => {
	const on = useStage({ contacts: 250 });
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		browser = await launchBrowser();
		page = await signedInPage(browser, on.n8n.url);
		const nodes = NODES.map(({ screen, type, parameters }, index) =>
			node(screen, type, parameters as INodeParameters, { position: [index * 250, 0] }),
		);
		const id = await on.create({ name: 'It', nodes, connections: {} });
		await page.goto(`${on.n8n.url}/workflow/${id}`);
	});

	afterAll(async () => await browser?.close());

	const openNode = async (name: string) => {
		const parameters = page.locator(PARAMETERS);
		for (let tries = 0; tries < 5 && (await parameters.isVisible()); tries += 1) {
			await page.keyboard.press('Escape');
			await page.waitForTimeout(200);
		}
		await page.dblclick(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
		await page.waitForSelector(`${PARAMETERS} [data-test-id="parameter-item"]`);
	};

	/** Labels without the star of a required field and the buttons beside them. */
	const firstLines = (texts: string[]) =>
		texts.map((text) => text.split('\n')[0]!.replace('*', '').trim());

	const labels = async () =>
		firstLines(
			await page.locator(`${PARAMETERS} [data-test-id="input-label"]:visible`).allInnerTexts(),
		).sort();

	/** Adds every field that a collection offers, and gives the labels of all that then stands on the screen. */
	const labelsOfAllFields = async (expected: number) => {
		const adders = page.locator(`${PARAMETERS} [data-test-id="collection-parameter-add"]:visible`);
		const choice = page.locator('[data-test-id="collection-parameter-option"]:visible').first();
		// Parts of the screen come late, so few labels are final only after a while.
		const deadline = Date.now() + 40_000;
		while (Date.now() < deadline) {
			if ((await adders.count()) > 0) {
				await adders.first().click();
				// A click that meets the list of the field before on its way out opens nothing: click again.
				const isOpen = await choice.waitFor({ timeout: 1500 }).then(
					() => true,
					() => false,
				);
				if (isOpen) await choice.dispatchEvent('click');
			} else if ((await labels()).length >= expected) {
				break;
			} else {
				await page.waitForTimeout(200);
			}
		}
		return await labels();
	};

	it.each(SCREENS)('$screen shows its fields, no more and no less', async ({ screen, fields }) => {
		await openNode(screen);
		const shown = await labelsOfAllFields(fields.length);
		expect(shown).toEqual([...fields].sort());
	});

	it('a contact is found by its email in the list of the Contact field', async () => {
		await openNode('search');
		await page.click('[data-test-id="rlc-input"]');
		await page.fill('[data-test-id="rlc-search"]', 'contact7@example.com');
		const found = page.locator('[data-test-id="rlc-item"]:visible');
		await found.filter({ hasText: 'contact7@example.com' }).waitFor();
		expect(await found.count()).toBe(1);
	});

	it('a custom field is chosen from those that contacts have, also where its name was typed before', async () => {
		on.service.contacts.add({ custom_fields: { plan: 'pro', 'Favourite colour': 'red' } });
		await openNode('custom field');
		const field = page.locator('[data-test-id="rlc-input"]');
		expect(await field.inputValue()).toBe('plan');
		await page.click('[data-test-id="rlc-mode-selector"]');
		await page.click('[data-test-id="mode-list"]:visible');
		await field.click();
		await page.fill('[data-test-id="rlc-search"]', 'COLOUR');
		await page.click('[data-test-id="rlc-item"]:visible:has-text("Favourite colour")');
		expect(await field.inputValue()).toBe('Favourite colour');
	});

	it('the credential shows its fields and that it works', async () => {
		await openNode('search');
		await page.click('[data-test-id="credential-edit-button"]');
		const dialog = page.locator('[data-test-id="editCredential-modal"]');
		await dialog.getByText('Connection tested successfully').waitFor();
		const shown = firstLines(await dialog.locator('label').allInnerTexts());
		expect(shown.slice(0, 3)).toEqual(['Base URL', 'API Key', 'Newsletter ID']);
	});

	it('the list of nodes offers each operation and event under one entry with an icon', async () => {
		await page.goto(`${on.n8n.url}/workflow/new`);
		await page.click('[data-test-id="node-creator-plus-button"]');
		await page.fill('[data-test-id="node-creator-search-bar"]', 'Newsletter');
		const entry = page
			.locator('[data-test-id="item-iterator-item"]')
			.filter({ hasText: /^Newsletter/ })
			.first();
		const icon = entry.locator('img:visible').first();
		await icon.waitFor();
		const width = await icon.evaluate(
			(image) => (image as unknown as { naturalWidth: number }).naturalWidth,
		);
		expect(width).toBeGreaterThan(0);
		await entry.click();
		const category = page.locator('[data-test-id="node-creator-category-item"]');
		await category.filter({ hasText: 'Actions' }).click();
		const offered = await page.locator('[data-test-id="item-iterator-item"]').allInnerTexts();
		expect(offered).toEqual([
			...['On contact created', 'On contact created or updated'],
			...['CONTACT ACTIONS', 'Create or update contact', 'Delete many contacts'],
			...['Get many contacts', 'Update contact'],
			...['SEND ACTIONS', 'Create issue', 'Send issue'],
		]);
	});
});
