import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { chromium, leftOut, logIn, openBrowser, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

describe.skipIf(!chromium)(`live pages in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(Array.from({ length: 115 }, (_, number) => `tip-${number}`));
  });
  afterAll(() => stage.close());

  const deliveries = () => `${stage.service.operatorUrl}/console/agencies/${stage.agency.id}/endpoints/${stage.good.id}/deliveries`;
  const rowsOf = (page: Page) => page.getByRole('region', { name: 'Deliveries', exact: true }).locator('tbody tr');
  const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

  test('new rows wait for the reader, and leave the pages that the reader opened', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await logIn(page, stage.service);
      await page.goto(deliveries());
      await untilLive(page);
      await expect.poll(() => rowsOf(page).count()).toBe(100);
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => rowsOf(page).count()).toBe(115);
      const shown = await rowsOf(page).first().innerText();

      await stage.order(['order-new-1', 'order-new-2', 'order-new-3']);
      await page.getByRole('button', { name: '3 new' }).waitFor();
      expect(await rowsOf(page).count()).toBe(115);
      expect(await rowsOf(page).first().innerText()).toBe(shown);

      await page.getByRole('button', { name: '3 new' }).click();
      await expect.poll(() => rowsOf(page).first().innerText()).not.toBe(shown);
      await expect.poll(() => page.getByRole('button', { name: /new$/ }).count()).toBe(0);
      await stage.order(Array.from({ length: 105 }, (_, number) => `tip-later-${number}`));
      await page.getByRole('button', { name: '100 or more new' }).waitFor();
    });
  });

  test('five tabs share one stream, and the next one continues it when the one that reads it closes', async () => {
    await visit(browser, { refused: [401] }, async ({ page: first, context }) => {
      const opened: Page[] = [];
      context.on('request', (request) => {
        if (request.url().endsWith('/v1/webhooks/live')) opened.push(request.frame().page());
      });
      await logIn(first, stage.service);
      const tabs = [first];
      for (let number = 1; number < 5; number += 1) tabs.push(await context.newPage());
      for (const tab of tabs) {
        await tab.goto(deliveries());
        await untilLive(tab);
        await expect.poll(() => rowsOf(tab).count()).toBe(100);
      }
      await expect.poll(() => opened).toEqual([first]);
      await stage.order(['order-of-tabs']);
      for (const tab of tabs) await tab.getByRole('button', { name: '1 new' }).waitFor();

      await first.close();
      await expect.poll(() => opened.length).toBe(2);
      const [, second, ...rest] = tabs;
      await stage.order(['order-of-the-rest']);
      for (const tab of [second!, ...rest]) await tab.getByRole('button', { name: '2 new' }).waitFor();
    });
  });
});
