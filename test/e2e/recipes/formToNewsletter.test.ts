import type { Browser, Page } from 'playwright-core';
import { hasBrowser, launchBrowser, newPage } from '../../support/browser';
import { exampleWorkflow } from '../../support/n8nExamples';
import { useStage } from '../stage';

jest.setTimeout(240_000);

const recipe = exampleWorkflow('form-to-newsletter');
const path = recipe.nodes.find(({ name }) => name === 'Sign-Up Form')!.webhookId!;

// A skipped test says so in the summary; its name says what is missing.
const inBrowser = hasBrowser() ? describe : describe.skip;

inBrowser('the recipe form-to-newsletter (skipped where no Chromium is installed)', () => {
	const on = useStage();
	let browser: Browser;
	let page: Page;
	let workflow: string;

	beforeAll(async () => {
		browser = await launchBrowser();
		page = await newPage(browser);
		workflow = await on.create(recipe);
		await on.n8n.workflows.activate(workflow);
	});

	afterAll(async () => await browser?.close());

	const signUp = async (name: string, email: string, hasConsented: boolean): Promise<string> => {
		await page.goto(`${on.n8n.url}/form/${path}`);
		await page.getByLabel('Name').fill(name);
		await page.getByLabel('Email').fill(email);
		if (hasConsented) await page.getByText('Yes, send me the newsletter').click();
		await page.locator('#submit-btn').click();
		await page.waitForURL(/form-waiting/);
		return await page.locator('h1:visible').innerText();
	};

	it('subscribes who consents, with the time of the consent and where it came from', async () => {
		expect(await signUp('Ada Lindqvist', 'ada@example.org', true)).toBe('Thank you');
		const [ada] = on.service.contacts.all();
		expect(ada).toMatchObject({
			...{ name: 'Ada Lindqvist', email: 'ada@example.org', subscribed: true },
			subscribed_from: 'Sign-up form',
		});
		const { consent_given: given } = ada!.custom_fields as Record<string, string>;
		expect(Math.abs(Date.now() - Date.parse(given!))).toBeLessThan(60_000);
	});

	it('subscribes somebody again who had unsubscribed and consents now', async () => {
		on.service.contacts.add({ email: 'back@example.org', subscribed: false });
		await signUp('Back Again', 'back@example.org', true);
		expect(on.service.contacts.byEmail('back@example.org')).toMatchObject({ subscribed: true });
	});

	it('subscribes nobody without consent, and says so', async () => {
		expect(await signUp('Ada', 'ada@example.org', false)).toBe('You are not subscribed');
		expect(on.service.requests).toEqual([]);
	});

	it('says so when an address is refused, and its execution fails', async () => {
		expect(await signUp('Bad', 'bad@refused.example', true)).toBe('That did not work');
		expect(on.service.contacts.size).toBe(0);
		const { error } = await on.n8n.workflows.waitFor(workflow, 'the failure', (executions) =>
			executions.find(({ status }) => status === 'error'),
		);
		expect(error!.message).toMatch(/^bad@refused\.example was not subscribed\./);
	});
});
