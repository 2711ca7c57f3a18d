import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { chromium, leftOut, logIn, openBrowser, slowDown, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

const loads = 3;
/** What a slow phone carries within 1.5 seconds. The times depend on the machine and are printed alone. */
const mostBytes = 120_000;
const mostRequests = 6;

interface Paint {
  readonly firstPaintMs: number;
  readonly bytes: number;
  readonly requests: number;
}

/**
 * When the page first showed text or a picture, and which of the files that it names it had loaded by then. Requests of its program are left
 * out: a busy machine ends some of them before it paints.
 */
const paintOf = `new Promise((resolve) => {
  new PerformanceObserver((list, observer) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (!paint) return;
    observer.disconnect();
    const named = [...document.querySelectorAll('link[href], script[src]')].map(({ href, src }) => href ?? src);
    const files = performance.getEntriesByType('resource').filter(({ name }) => named.includes(name));
    const loaded = [...performance.getEntriesByType('navigation'), ...files].filter(
      ({ responseEnd }) => responseEnd > 0 && responseEnd <= paint.startTime,
    );
    resolve({
      firstPaintMs: Math.round(paint.startTime),
      bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0),
      requests: loaded.length,
    });
  }).observe({ type: 'paint', buffered: true });
})`;

describe.skipIf(!chromium)(`the first paint on a slow phone${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: BrowserContextOptions['storageState'];
  let deliveryPath: string;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(['order-of-paints']);
    await visit(browser, { refused: [401] }, async ({ page, context }) => {
      await logIn(page, stage.service);
      session = await context.storageState();
      await page.goto(`${stage.service.operatorUrl}${endpointPath()}/deliveries`);
      await page.locator('tbody a').first().click();
      await page.locator('[aria-label="Request headers"]').waitFor();
      deliveryPath = new URL(page.url()).pathname;
    });
  });
  afterAll(async () => {
    await browser.close();
    await stage.close();
  });

  const agencyPath = () => `/console/agencies/${stage.agency.id}`;
  const endpointPath = () => `${agencyPath()}/endpoints/${stage.good.id}`;
  const operator = (path: string) => stage.service.operatorUrl + path;

  test.each([
    ['login', () => operator('/console'), 'input[type=password]'],
    ['first screen of the operator', () => operator('/console'), '[aria-label="Agencies"] tbody tr'],
    ['page of an agency', () => operator(agencyPath()), '.card:nth-child(3) .breaker'],
    ['page of an endpoint', () => operator(endpointPath()), '.heat-map'],
    ['page of a delivery', () => operator(deliveryPath), '[aria-label="Request headers"]'],
    ['home of the documentation', () => `${stage.service.baseUrl}/docs`, 'h1'],
  ] as const)('%s needs few bytes and requests', async (name, urlOf, shows) => {
    const paints: Paint[] = [];
    const completeMs: number[] = [];
    for (let load = 0; load < loads; load++) {
      const state = name === 'login' ? {} : { storageState: session! };
      // A service that a busy machine slows down may refuse a request; the page repeats it.
      await visit(browser, { viewport: { width: 390, height: 844 }, refused: [401, 503], ...state }, async ({ page }) => {
        await slowDown(page);
        await page.goto(urlOf(), { waitUntil: 'commit' });
        await page.locator(shows).first().waitFor();
        completeMs.push(Math.round(await page.evaluate<number>('performance.now()')));
        paints.push(await page.evaluate<Paint>(paintOf));
      });
    }
    const { firstPaintMs, bytes, requests } = paints.toSorted((one, other) => one.firstPaintMs - other.firstPaintMs)[1]!;
    const complete = completeMs.toSorted((one, other) => one - other)[1];
    console.log(`${name}: first paint ${firstPaintMs} ms after ${requests} requests with ${bytes} bytes, complete ${complete} ms`);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
    expect(requests).toBeLessThanOrEqual(mostRequests);
  });
});
