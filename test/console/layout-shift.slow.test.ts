import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium, leftOut, logIn, openBrowser, slowDown, visit } from './browser.ts';
import { shownPages } from './shown-pages.ts';
import { startStage, type Stage } from './stage.ts';

const mostShift = 0.05;

/** The sum of all shifts without a cause by the reader, and what moved. */
const shiftsOf = (page: Page) =>
  page.evaluate<{ sum: number; moved: string[] }>(`new Promise((resolve) => {
    const moved = [];
    let sum = 0;
    const note = (entries) => {
      for (const entry of entries) {
        if (entry.hadRecentInput) continue;
        sum += entry.value;
        for (const { node } of entry.sources) moved.push(entry.value.toFixed(3) + ' ' + (node?.className || node?.nodeName));
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => {
      note(observer.takeRecords());
      observer.disconnect();
      resolve({ sum, moved });
    }, 500);
  })`);

describe.skipIf(!chromium)(`loading pages on a slow phone${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: BrowserContextOptions['storageState'];
  let portalUrl: string;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(Array.from({ length: 30 }, (_, index) => `order-of-shifts-${index}`));
    await stage.failuresOf(stage.failing, 6);
    await visit(browser, { refused: [401] }, async ({ page, context }) => {
      await logIn(page, stage.service);
      session = await context.storageState();
    });
    const path = `/operator/v1/agencies/${stage.agency.id}/portal-links`;
    portalUrl = (await stage.service.operator('POST', path, { label: 'Shifts', uses: 10 })).body.url as string;
  });
  afterAll(async () => {
    await browser.close();
    await stage.close();
  });

  async function judge(options: BrowserContextOptions & { refused?: readonly number[] }, url: string, shows: string): Promise<void> {
    await visit(browser, options, async ({ page }) => {
      await slowDown(page);
      await page.goto(url, { waitUntil: 'commit' });
      await page.locator(shows).first().waitFor();
      const { sum, moved } = await shiftsOf(page);
      expect(sum, moved.join(', ')).toBeLessThanOrEqual(mostShift);
    });
  }

  describe.each([
    ['wide', { width: 1440, height: 900 }],
    ['narrow', { width: 390, height: 844 }],
  ] as const)('%s', (_name, viewport) => {
    // A dialog opens over a page that is already there.
    test.each(shownPages.filter(({ first }) => first === undefined))('$name moves nothing while it loads', async ({ path, shows }) => {
      await judge({ viewport, storageState: session! }, stage.service.operatorUrl + path(stage), shows);
    });

    test('login and portal do not, either', async () => {
      await judge({ viewport, refused: [401] }, `${stage.service.operatorUrl}/console`, 'input[type=password]');
      await judge({ viewport }, portalUrl, '.card:nth-child(3) .breaker');
    });
  });
});
