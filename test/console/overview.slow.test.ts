import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { chromium, fits, hurry, judge, leftOut, openBrowser, requestsOfMinute, type Session, sessionOf, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';
import { limits } from '../../generated/limits.ts';
import { freePort } from '../support/free-port.ts';

const orders = 3;

describe.skipIf(!chromium)(`the first screen of operators in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  let downId: string;
  beforeAll(async () => {
    stage = await startStage({ attemptMs: 3_000 });
    browser = await openBrowser();
    const { body } = await stage.service.request('POST', '/v1/webhooks', {
      key: stage.agency.key,
      body: { url: `http://127.0.0.1:${await freePort()}/`, label: 'Down', enabled_event_types: ['order.created'] },
    });
    downId = body.id;
    await stage.service.database.query({
      text: `INSERT INTO agencies (name) SELECT 'Agency ' || n FROM generate_series(1, 2500) n`,
    });
    await stage.order(Array.from({ length: orders }, (_, index) => `overview-${index}`));
    await stage.failuresOf(stage.failing, orders);
    await stage.failuresOf({ ...stage.failing, id: downId }, orders);
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  const on = (work: (page: Page) => Promise<void>) =>
    visit(browser, { storageState: session }, async ({ page }) => {
      await page.clock.install();
      await page.goto(`${stage.service.operatorUrl}/console`);
      await work(page);
    });

  /** Types letter by letter. The page's own timers set the pace, so that a busy machine does not make pauses that end the typing. */
  const typeFast = (page: Page, text: string) =>
    page.getByLabel('Search by name or id').evaluate(
      (field: { value: string; dispatchEvent(event: Event): void }, letters) =>
        new Promise<void>((resolve) => {
          const type = (length: number) => {
            field.value = letters.slice(0, length);
            field.dispatchEvent(new Event('input', { bubbles: true }));
            if (length === letters.length) resolve();
            else setTimeout(type, 20, length + 1);
          };
          type(1);
        }),
      text,
    );

  const sentenceOf = (page: Page, name: string) => page.locator('.incident').filter({ hasText: name }).locator('p').first().innerText();

  test('says in sentences which receivers fail, with the numbers of their ledgers', async () => {
    await on(async (page) => {
      await hurry(page, page.locator('.incident').nth(2).waitFor());
      const refused = stage.failing.receiver.received.length;
      expect(refused).toBe(4 * orders);
      const says = (name: string, sentence: RegExp) => hurry(page, expect.poll(() => sentenceOf(page, name)).toMatch(sentence));
      await says(
        'CRM',
        new RegExp(
          `^Northlight Agency · .* CRM has acknowledged nothing since \\d\\d:\\d\\d \\(${refused} responses with 5xx\\)\\. No delivery waits\\. After \\d more failed deliveries in a row it is disabled\\.$`,
        ),
      );
      await says('Down', /Down has not answered since \d\d:\d\d \(12 failed connections\)\. No delivery waits\./);
      const host = new URL(stage.hanging.receiver.url).host;
      await says(host, /has not answered since \d\d:\d\d \(\d+ timeouts?\)\./);
      const [, timeouts] = /\((\d+) timeouts?\)/.exec(await sentenceOf(page, host))!;
      expect(Number(timeouts)).toBeLessThanOrEqual(stage.hanging.receiver.received.length);
      await expect.poll(() => page.locator('.incident').count()).toBe(3);
      const row = page.getByRole('region', { name: 'Agencies' }).locator('tbody tr').first();
      await hurry(page, expect.poll(() => row.innerText()).toMatch(/^Northlight Agency\s+3 of 4 in trouble/));
    });
  });

  test('fits a phone and a desktop, and axe finds nothing serious, light and dark', async () => {
    await on(async (page) => {
      await hurry(page, page.locator('.incident').nth(2).waitFor());
      await page.locator('tbody tr').nth(5).waitFor();
      await judge(page, 'overview');
    });
  });

  test('its steps pause and contain', async () => {
    await on(async (page) => {
      const item = page.locator('.incident').filter({ hasText: 'Down' });
      await item.getByRole('button', { name: /^Pause/ }).click();
      await page.getByRole('button', { name: 'Pause endpoint' }).click();
      await hurry(page, item.waitFor({ state: 'detached' }));
      const { body } = await stage.service.request('GET', `/v1/webhooks/${downId}`, { key: stage.agency.key });
      expect(body).toMatchObject({ status: 'disabled', disabled_reason: 'manual' });
      await page.getByRole('button', { name: 'Contain agency… Northlight Agency' }).first().click();
      await page.getByLabel('Reason').fill('Ticket 7');
      await page.getByRole('dialog').getByRole('button', { name: 'Contain agency' }).click();
      const contained = page.locator('.incident').filter({ hasText: 'is contained' });
      await hurry(page, contained.waitFor());
      expect(await contained.locator('p').innerText()).toMatch(
        /^Northlight Agency is contained: all its keys are refused and 3 endpoints are paused since \d\d:\d\d\. Reason: Ticket 7$/,
      );
      const row = page.getByRole('region', { name: 'Agencies' }).locator('tbody tr').filter({ hasText: 'Northlight' });
      await page.getByLabel('Search by name or id').fill('northlight');
      await hurry(page, expect.poll(() => row.innerText()).toContain('contained'));
      await row.getByRole('link').click();
      await page.getByText(/Northlight Agency is contained/).waitFor();
      await page.locator('.card').filter({ hasText: 'Ledger' }).getByText('contained').waitFor();
      await page.goto(`${stage.service.operatorUrl}/console/audit`);
      await page.locator('tbody tr').filter({ hasText: 'agency.contained' }).first().getByText('contained', { exact: true }).waitFor();
      await stage.service.operator('DELETE', `/operator/v1/agencies/${stage.agency.id}/containment`);
    });
  });

  test('2,500 agencies are searched and paged by the service, and Back returns to the search', async () => {
    await on(async (page) => {
      const rows = page.getByRole('region', { name: 'Agencies' }).locator('tbody tr');
      await rows.nth(24).waitFor();
      expect(await rows.count()).toBe(25);
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(3_000);
      await page.getByText('2,501 agencies').waitFor();
      const requests: string[] = [];
      page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
      await typeFast(page, 'agency 1234');
      await page.getByText('1 agency', { exact: true }).waitFor();
      expect(requests.filter((path) => path.endsWith('/agency-activity')).length).toBeLessThanOrEqual(3);
      expect(requests.filter((path) => path.endsWith('/v1/agencies'))).toEqual([]);
      await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('agency 1234');
      await rows.first().getByRole('link').click();
      await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
      expect(requests.filter((path) => path.endsWith('/v1/agencies'))).toEqual([]);
      await page.goBack();
      await expect.poll(() => page.getByLabel('Search by name or id').inputValue()).toBe('agency 1234');
      await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Agency 1234')]);
      await page.getByLabel('Search by name or id').fill('');
      await page.getByLabel('Order').selectOption('Name');
      await expect.poll(() => rows.first().innerText()).toContain('Agency 1\t');
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect.poll(() => rows.first().innerText()).not.toContain('Agency 1\t');
      await page.goBack();
      await expect.poll(() => rows.first().innerText()).toContain('Agency 1\t');
    });
  });

  test('a page at rest makes at most 20 requests a minute', async () => {
    await on(async (page) => {
      await page.locator('tbody tr').first().waitFor();
      expect(await requestsOfMinute(page)).toBeLessThanOrEqual(20);
    });
  });

  test('1,000 endpoints that fail at once are a short list, which says how many there are', async () => {
    await stage.service.database.query({
      text: `
        WITH made AS (
          INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, api_version)
          SELECT a.id, 'https://hooks.example.com/' || n, a.name || ', endpoint ' || n, '', '', '{order.created}', '{}', '2026-07-06'
            FROM (SELECT id, name FROM agencies WHERE name LIKE 'Agency %' ORDER BY id LIMIT 100) a, generate_series(1, 10) n
          RETURNING agency_id, id
        )
        INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, http_5xx_count)
        SELECT agency_id, id, date_trunc('minute', now()), 'order.created', 3 FROM made`,
    });
    await on(async (page) => {
      const items = page.locator('.incident');
      await hurry(page, page.getByRole('button', { name: `Show all ${limits.incidentItems}` }).waitFor());
      expect(await items.count()).toBe(10);
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(3_500);
      const rows = page.getByRole('region', { name: 'Agencies' }).locator('tbody tr');
      const inTrouble = rows.filter({ hasText: /^Agency \d+\s*\d+ of 10 in trouble/ });
      await hurry(page, expect.poll(() => inTrouble.count()).toBeGreaterThan(20));
      for (const width of [390, 1440]) await fits(page, 'overview-of-a-thousand', width);
      await page.getByRole('button', { name: `Show all ${limits.incidentItems}` }).click();
      await page.getByText(/^The newest 100 of [\d,]+ incidents\.$/).waitFor();
      expect(await items.count()).toBe(limits.incidentItems);
      await page.getByText('More endpoints fail than are checked at once.').waitFor();
    });
  });
});
