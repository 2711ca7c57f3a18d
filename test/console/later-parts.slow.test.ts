import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium, fits, leftOut, openBrowser, seriousFindings, type Session, sessionOf, visit, type Visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

describe.skipIf(!chromium)(`parts that are loaded later, in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  const on = (work: (visit: Visit) => Promise<void>, options: BrowserContextOptions & { readonly refused?: readonly number[] } = {}) =>
    visit(browser, { storageState: session, ...options }, work);
  const open = async (page: Page) => {
    await page.goto(`${stage.service.operatorUrl}/console`);
    await page.getByRole('region', { name: 'Agencies' }).waitFor();
  };
  const toData = (page: Page) => page.getByRole('link', { name: 'Exports and erasures' }).click();
  const box = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part of the console did not load' });

  test('a file that the service does not have any more is requested with the page again', async () => {
    await on(
      async ({ page, complaints }) => {
        await page.route('**/assets/data-*.js', (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
        await open(page);
        await toData(page);
        await box(page).waitFor();
        for (const width of [390, 1440]) await fits(page, 'part-is-gone', width);
        expect(await seriousFindings(page)).toEqual([]);
        // The rest of the console works, and the part is loaded with the page.
        await page.getByRole('link', { name: 'Operator tokens' }).click();
        await page.getByRole('heading', { name: 'Operator tokens' }).waitFor();
        await toData(page);
        await box(page).waitFor();
        await page.unrouteAll();
        await box(page).getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('heading', { name: 'Exports and erasures' }).waitFor();
        complaints.length = 0;
      },
      { refused: [404] },
    );
  });

  test('while the service is away a part waits, and shows itself when the service is back', async () => {
    await on(async ({ page, complaints }) => {
      await open(page);
      await page.route('**/console/**', (route) => route.abort());
      await toData(page);
      await page.getByText('The service does not answer.').waitFor();
      expect(await box(page).count()).toBe(0);
      await page.unrouteAll();
      await page.getByRole('heading', { name: 'Exports and erasures' }).waitFor({ timeout: 30_000 });
      await page.locator('.offline-banner').waitFor({ state: 'detached' });
      complaints.length = 0;
    });
  });

  test('samples that do not load leave the secret next to them, without a button that would lose it', async () => {
    await on(
      async ({ page }) => {
        await page.route('**/assets/recipes-*.js', (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
        await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}/endpoints/new`);
        await page.getByLabel('URL').fill(`${stage.good.receiver.url}?from=part`);
        await page.getByLabel('order.refunded').check();
        await page.getByRole('button', { name: 'Add endpoint' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('The samples that verify deliveries did not load.').waitFor();
        expect(await page.getByLabel('Signing secret', { exact: true }).innerText()).toMatch(/^svc_whsec_/);
        expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Copy', 'I have saved it']);
        await dialog.getByRole('button', { name: 'I have saved it' }).click();
      },
      { refused: [404] },
    );
  });

  test('what is shown once stays although Escape is pressed twice, when a browser closes dialogs without a question', async () => {
    await on(async ({ page }) => {
      await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}/access`);
      await page.getByRole('button', { name: 'Create API key' }).click();
      await page.getByLabel('Label').fill('Shown once');
      await page.getByLabel('read:orders').check();
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = page.getByLabel('API key', { exact: true });
      await key.waitFor();
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('dialog[open]').count()).toBe(1);
      expect(await key.isVisible()).toBe(true);
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  });
});
