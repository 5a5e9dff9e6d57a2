/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { OWNER } from './n8nClient';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether there is a browser to test with; in CI there must be one. */
export const hasBrowser = (): boolean => process.env.CI !== undefined || existsSync(CHROMIUM);

/** A browser that reaches nothing but this machine. */
export const launchBrowser = async (): Promise<Browser> =>
	await chromium.launch({
		executablePath: CHROMIUM,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-background-networking',
			'--disable-dev-shm-usage',
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
		],
	});

export const newPage = async (browser: Browser): Promise<Page> =>
	await browser.newPage({ viewport: { width: 1600, height: 1100 } });

/** A page of the editor with the owner signed in. */
export const signedInPage = async (browser: Browser, url: string): Promise<Page> => {
	const page = await newPage(browser);
	await page.goto(`${url}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"]', OWNER.email);
	await page.fill('input[name="password"]', OWNER.password);
	await page.click('[data-test-id="form-submit-button"]');
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
	return page;
};
