import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { chromium, leftOut, openBrowser, type Session, sessionOf, slowDown, visit } from './browser.ts';
import { shownPages } from './shown-pages.ts';
import { startStage, type Stage } from './stage.ts';

const mostShift = 0.05;
/** What a slow phone carries within 1.5 seconds. */
const maxBytes = 120_000;
const mostFiles = 6;

const narrow = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

/** Requests for the names that rows show, and how much later than those for the rows they are answered. */
const names = /\/v1\/(agencies|creators)$/;
const lateMs = 300;

interface Load {
  /** The sum of all shifts without a cause by the reader, and what moved. */
  readonly shift: number;
  readonly moved: readonly string[];
  /** What the page named and had loaded when it first showed text or a picture. */
  readonly bytes: number;
  readonly files: number;
}

/**
 * What loading the page was like. Requests of its program do not count as its files: a busy machine ends some of them before it paints.
 * Shifts are known when the page has painted what it shows.
 */
const loadOf = (page: Page) =>
  page.evaluate<Load>(`new Promise((resolve) => {
    const moved = [];
    let shift = 0;
    const note = (entries) => {
      for (const entry of entries) {
        if (entry.hadRecentInput) continue;
        shift += entry.value;
        for (const { node } of entry.sources) moved.push(entry.value.toFixed(3) + ' ' + (node?.className || node?.nodeName));
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => {
      note(observer.takeRecords());
      observer.disconnect();
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const named = [...document.querySelectorAll('link[href], script[src]')].map(({ href, src }) => href ?? src);
      const loaded = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource').filter(({ name }) => named.includes(name)),
      ].filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= paint.startTime);
      resolve({ shift, moved, bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0), files: loaded.length });
    }, 250);
  })`);

describe.skipIf(!chromium)(`loading pages over a slow network${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  let deliveryUrl: string;
  let eventUrl: string;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(Array.from({ length: 12 }, (_, index) => `order-of-shifts-${index}`));
    await stage.failuresOf(stage.failing, 6);
    session = await sessionOf(browser, stage.service);
    const { body } = await stage.service.request('GET', `/v1/webhooks/${stage.good.id}/deliveries`, { key: stage.agency.key });
    deliveryUrl = `${consoleUrl()}/agencies/${stage.agency.id}/endpoints/${stage.good.id}/deliveries/${body.data[0].id}`;
    eventUrl = `${consoleUrl()}/agencies/${stage.agency.id}/events/${body.data[0].event_id}`;
  });
  afterAll(() => stage.close());

  const consoleUrl = () => `${stage.service.operatorUrl}/console`;

  async function judge(url: string, shows: string, options: BrowserContextOptions & { refused?: readonly number[] } = {}): Promise<void> {
    // A service that a busy machine slows down may refuse a request; the page repeats it.
    await visit(browser, { viewport: narrow, refused: [503], ...options }, async ({ page }) => {
      await slowDown(page);
      const late: Promise<void>[] = [];
      const answerLate = async (route: Route) => {
        const response = await route.fetch();
        await sleep(lateMs);
        await route.fulfill({ response });
      };
      await page.route(names, (route) => {
        late.push(answerLate(route));
      });
      await page.goto(url, { waitUntil: 'commit' });
      await page.locator(shows).first().waitFor();
      await Promise.all(late);
      const { shift, moved, bytes, files } = await loadOf(page);
      expect(shift, moved.join(', ')).toBeLessThanOrEqual(mostShift);
      expect(bytes).toBeLessThanOrEqual(maxBytes);
      expect(files).toBeLessThanOrEqual(mostFiles);
    });
  }

  // A dialog opens over a page that is already there.
  const loaded = shownPages.filter(({ first }) => first === undefined);

  test.concurrent.for(loaded)(
    '$name moves nothing on a phone, and needs few bytes and files to show something',
    async ({ path, shows }) => {
      await judge(stage.service.operatorUrl + path(stage), shows, { storageState: session });
    },
  );

  test.concurrent.for(loaded)('$name moves nothing on a wide screen', async ({ path, shows }) => {
    await judge(stage.service.operatorUrl + path(stage), shows, { storageState: session, viewport: wide });
  });

  test('a delivery, an event, the login, the portal and the home of the documentation do not, either', async () => {
    await judge(deliveryUrl, '[aria-label="Request headers"]', { storageState: session });
    await judge(eventUrl, '.endpoint-deliveries:nth-child(3)', { storageState: session });
    await judge(consoleUrl(), 'input[type=password]', { refused: [401] });
    const path = `/operator/v1/agencies/${stage.agency.id}/portal-links`;
    const link = { label: 'Shifts', scopes: ['read:webhooks', 'read:audit'], uses: 2 };
    const { url } = (await stage.service.operator('POST', path, link)).body as { url: string };
    await judge(url, '.card:nth-child(3) .breaker');
    await judge(url.replace('#', '/audit#'), '[aria-label="Audit log"] tbody tr');
    await judge(`${stage.service.baseUrl}/docs`, 'h1');
  });
});
