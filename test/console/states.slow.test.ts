import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium, fits, leftOut, openBrowser, seriousFindings, type Session, sessionOf, visit } from './browser.ts';
import { limits } from '../../generated/limits.ts';
import { startStage, type Stage } from './stage.ts';

/** Where the content of a page begins on a phone at most: below the name of the application, the menu, the title and the tabs. */
const mostHeadPx = 340;
const unknownId = '0198f09f-2d16-7a8b-9c30-e4f7a1b5d289';
const phone = { width: 390, height: 844 };

describe.skipIf(!chromium)(`states of endpoints, keys and addresses in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  const on = (path: string, work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) =>
    visit(browser, { storageState: session, ...options }, async ({ page }) => {
      await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}${path}`);
      await work(page);
    });
  const request = (method: string, path: string, body: object) => stage.service.request(method, path, { key: stage.agency.key, body });

  test('a listener is called so, and its deliveries wait until it connects', async () => {
    const { body } = await request('POST', '/v1/webhook-listeners', { enabled_event_types: ['order.created'] });
    await stage.order(['order-of-listener']);
    await on(`/endpoints/${body.id}`, async (page) => {
      await page.getByRole('heading', { name: 'Listener' }).waitFor();
      await page.getByText('Listener, not connected: deliveries wait until svc listen connects.').waitFor();
      await page.getByText('when the listener connects').waitFor();
      expect(await page.getByText('listener.invalid').count()).toBe(0);
      await page.getByRole('link', { name: 'Deliveries' }).click();
      await page.getByRole('region', { name: 'Deliveries' }).getByText('when the listener connects').waitFor();
      await page.getByRole('region', { name: 'Deliveries' }).locator('tbody a').first().click();
      await page.getByRole('link', { name: 'Open the event' }).click();
      const picture = page.getByRole('img', { name: /attempts of \d deliveries/ });
      await picture.getByText('Listener · waits until the listener connects').waitFor();
      // The other receivers have acknowledged, failed and not answered yet: one is between its attempts at most.
      const lane = picture.locator('g', { has: page.locator('.lane-name', { hasText: 'waits until' }) }).last();
      expect(await lane.locator('.planned').count()).toBe(0);
      expect(await lane.locator('.waits').count()).toBe(1);
      await page.goBack();
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByLabel('Label').fill('Laptop');
      expect(await page.getByLabel('URL').count()).toBe(0);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { name: 'Laptop' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });
    await stage.service.request('DELETE', `/v1/webhook-listeners/${body.id}`, { key: stage.agency.key });
  });

  test('more deliveries than are counted are “more than” that number wherever they are shown', async () => {
    const { body } = await request('POST', '/v1/webhook-listeners', { enabled_event_types: ['order.created'] });
    const queue = (count: number) =>
      stage.service.database.query({
        text: `
          INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation, due_at)
          SELECT e.agency_id, e.id, 'order.created', uuidv7(), 'creator-1', now(), e.generation, now() + interval '1 hour'
            FROM webhook_endpoints e, generate_series(1, $2::int) WHERE e.id = $1`,
        values: [body.id, count],
      });
    const tile = (page: Page) => page.locator('.tiles > div', { has: page.locator('dt', { hasText: 'Waiting' }) }).locator('dd');
    await queue(limits.countedPending);
    await on(`/endpoints/${body.id}`, async (page) => {
      await expect.poll(() => tile(page).innerText()).toMatch(/^10,000\s*deliveries now/);
    });
    await queue(1);
    await on(`/endpoints/${body.id}`, async (page) => {
      await expect.poll(() => tile(page).innerText()).toMatch(/^more than 10,000\s*deliveries now/);
      for (const width of [390, 1440]) await fits(page, 'many-wait', width);
      await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}`);
      const card = page.locator('.card').filter({ hasText: 'Listener' });
      await expect.poll(() => card.innerText()).toContain('more than 10,000 deliveries wait');
    });
    await stage.service.request('DELETE', `/v1/webhook-listeners/${body.id}`, { key: stage.agency.key });
  });

  test('a cell of the heat map has the hue of the share that failed, and the depth of its attempts', async () => {
    const cellMs = 5 * 60_000;
    const cellOf = (hoursAgo: number) => new Date(Math.floor((Date.now() - hoursAgo * 3_600_000) / cellMs) * cellMs).toISOString();
    const cells = [
      { at: cellOf(2), delivered: 300, failed: 1, hue: 1 },
      { at: cellOf(3), delivered: 300, failed: 0, hue: 0 },
      { at: cellOf(4), delivered: 2, failed: 2, hue: 2 },
      { at: cellOf(5), delivered: 0, failed: 4, hue: 3 },
    ];
    for (const { at, delivered, failed } of cells)
      await stage.service.database.query({
        text: `INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, http_5xx_count)
               VALUES ($1, $2, $3, 'order.created', $4, $5)`,
        values: [stage.agency.id, stage.good.id, at, delivered, failed],
      });
    await on(`/endpoints/${stage.good.id}`, async (page) => {
      const shown = async ({ at }: { at: string }) => {
        const cell = page.locator(`.cell[data-start="${at}"]`);
        return { class: await cell.getAttribute('class'), depth: Number(await cell.getAttribute('fill-opacity')) };
      };
      const all = await Promise.all(cells.map(shown));
      expect(all.map((cell) => cell.class)).toEqual(cells.map(({ hue }) => `cell hue-${hue}`));
      expect(all[0]!.depth).toBeGreaterThan(all[3]!.depth);
    });
  });

  test('the labels of the heat map are as large on a phone as elsewhere, and its minutes stay in sight', async () => {
    await on(
      `/endpoints/${stage.good.id}`,
      async (page) => {
        const hours = page.locator('.heat-map .tick');
        await hours.first().waitFor();
        const heights = await hours.evaluateAll((all) => all.map((text) => text.getBoundingClientRect().height));
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(11);
        expect(await page.locator('.heat-minutes .tick').allTextContents()).toHaveLength(4);
        const { x } = (await page.locator('.heat-minutes').boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(0);
        const scrolled = 'document.querySelector("[aria-label=\'Heat map\']").scrollLeft';
        await expect.poll(() => page.evaluate<number>(scrolled)).toBeGreaterThan(0);
      },
      { viewport: phone },
    );
  });

  test('what a paused endpoint missed is counted, and recovered after it is enabled', async () => {
    const body = { url: stage.good.receiver.url, label: 'Paused', enabled_event_types: ['order.created'] };
    const { id } = (await request('POST', '/v1/webhooks', body)).body;
    await stage.order(['order-of-active']);
    await request('PATCH', `/v1/webhooks/${id}`, { status: 'disabled' });
    await stage.order(['order-of-paused-1', 'order-of-paused-2']);
    await on(`/endpoints/${id}`, async (page) => {
      await page.getByText('The events that it missed can then be recovered.').waitFor();
      expect(await page.getByRole('button', { name: 'Send test event' }).getAttribute('title')).toBe('Enable the endpoint first.');
      await page.getByRole('button', { name: 'Recover missed events…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('The endpoint is disabled. Enable the endpoint to recover what it missed.').waitFor();
      await dialog.getByText(/^[23] events would be queued, once each\./).waitFor();
      expect(await dialog.getByRole('button', { name: /^Recover/ }).count()).toBe(0);
      for (const width of [390, 1440]) await fits(page, 'recover-disabled', width);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByRole('button', { name: 'Enable endpoint' }).click();
      await page.getByText('The endpoint is enabled.').waitFor();
      await page.getByRole('button', { name: 'Recover missed events…' }).click();
      await dialog.getByRole('button', { name: /^Recover [23] events$/ }).click();
      await dialog.getByText(/^[23] events were queued\. The tab Deliveries shows their outcome\.$/).waitFor();
    });
  });

  test('what is not there is said in plain words, without a button that would not help', async () => {
    const gone = 'It was deleted, it is older than the service stores, or the address is wrong.';
    const places: [path: string, heading: string, text: string][] = [
      [`/endpoints/${unknownId}`, 'Endpoint', gone],
      [`/events/${unknownId}`, 'Event', gone],
      [`/endpoints/${stage.good.id}/deliveries/${unknownId}`, 'Ledger', gone],
      [`/endpoints/${stage.good.id}/nowhere`, 'Ledger', 'Choose a tab of this endpoint.'],
      ['/nowhere', 'Page not found', 'There is no page at this address'],
      [`/../${unknownId}`, 'Agency not found', 'It was deleted, or the address is wrong'],
    ];
    await visit(browser, { storageState: session, refused: [404] }, async ({ page }) => {
      for (const [path, heading, text] of places) {
        await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}${path}`);
        await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
        await page.getByText(text).waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
        expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        expect(await seriousFindings(page)).toEqual([]);
      }
    });
  });

  test('the table of keys fits its page, and says what is a portal link', async () => {
    await stage.service.operator('POST', `/operator/v1/agencies/${stage.agency.id}/portal-links`, { label: 'Support' });
    await on('/access', async (page) => {
      const table = page.getByRole('region', { name: 'API keys' });
      await table.getByText('Portal link').waitFor();
      await table.getByText(/^all \d+ scopes$/).waitFor();
      for (const width of [1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
      }
    });
  });

  test('the audit log leaves out details without a value', async () => {
    await on('/audit', async (page) => {
      await page.locator('.entry-details').first().waitFor();
      expect(await page.locator('.entry-details').allInnerTexts()).not.toContainEqual(expect.stringMatching(/null|: ;|[{}]/));
    });
  });

  test('the head of a page is short on a phone, and its rows of links scroll to the current one', async () => {
    await on(
      `/endpoints/${stage.good.id}`,
      async (page) => {
        const begins = async () => (await page.locator('main .section').first().boundingBox())!.y;
        await page.locator('.tiles').waitFor();
        await expect.poll(begins).toBeLessThanOrEqual(mostHeadPx);
        expect(await page.locator('header.top').count()).toBe(1);
        await page.getByRole('navigation', { name: 'Endpoint' }).getByRole('link', { name: 'Settings' }).click();
        await page.getByRole('heading', { name: 'Signing secret' }).waitFor();
        const current = page.getByRole('navigation', { name: 'Endpoint' }).locator('[aria-current]');
        const isWithin = async () => {
          const { x, width } = (await current.boundingBox())!;
          return x >= 0 && x + width <= phone.width;
        };
        await expect.poll(isWithin).toBe(true);
        expect(await seriousFindings(page)).toEqual([]);
      },
      { viewport: phone },
    );
  });
});
