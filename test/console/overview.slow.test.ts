import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { chromium, fits, hurry, judge, leftOut, openBrowser, requestsOfMinute, type Session, sessionOf, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';
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
          `^Northlight Agency · .* CRM\\s+Has failed every attempt since \\d\\d:\\d\\d \\(${refused} attempts answered 503\\)\\. ${orders} deliveries to replay\\.\\s+The owner of the receiver at \\S+ must act first: Read the log of the receiver, and correct its error\\. Then choose Repair\\.$`,
        ),
      );
      const crm = page.locator('.incident').filter({ hasText: 'CRM' });
      expect(await crm.getByText('Last response:').innerText()).toBe('Last response: <b>Down for maintenance</b>');
      await says(
        '· Down',
        /Down\s+Has failed every attempt since \d\d:\d\d \(12 attempts: Connection refused\)\. 3 deliveries to replay\./,
      );
      const host = new URL(stage.hanging.receiver.url).host;
      await says(host, /Has failed every attempt since \d\d:\d\d \(\d+ attempts?: Response timed out\)\./);
      const [, timeouts] = /\((\d+) attempts?: Response/.exec(await sentenceOf(page, host))!;
      expect(Number(timeouts)).toBeLessThanOrEqual(stage.hanging.receiver.received.length);
      await expect.poll(() => page.locator('.incident').count()).toBe(3);
      const row = page.getByRole('region', { name: 'Agencies' }).locator('tbody tr').first();
      await hurry(page, expect.poll(() => row.innerText()).toMatch(/^Northlight Agency\s+3 of 4 with an incident/));
    });
  });

  test('fits a phone and a desktop, and axe finds nothing serious, light and dark', async () => {
    await on(async (page) => {
      await hurry(page, page.locator('.incident').nth(2).waitFor());
      await page.locator('tbody tr').nth(5).waitFor();
      await judge(page, 'overview');
    });
  });

  test('in UTC, a time is shown once, and the footer offers no other', async () => {
    await visit(browser, { storageState: session, timezoneId: 'UTC' }, async ({ page }) => {
      await page.goto(`${stage.service.operatorUrl}/console`);
      await page.locator('.incident time').first().waitFor();
      expect((await page.locator('footer').innerText()).trim()).toBe('Times are in UTC.');
      expect(await page.locator('.incident time').first().getAttribute('title')).toMatch(/^[\d-]+ [\d:]+ UTC$/);
    });
  });

  test('its steps pause and contain', async () => {
    await on(async (page) => {
      const item = page.locator('.incident').filter({ hasText: '· Down' });
      await item.getByRole('button', { name: /^Pause/ }).click();
      await page.getByRole('button', { name: 'Pause endpoint' }).click();
      await hurry(page, item.getByText(/disabled at \d\d:\d\d\. 3 deliveries to replay\./).waitFor());
      const agency = page.getByRole('region', { name: 'Agencies' }).locator('tbody tr').first();
      await hurry(page, expect.poll(() => agency.innerText()).toMatch(/\d of 4 with an incident, 1 paused/));
      const { body } = await stage.service.request('GET', `/v1/webhooks/${downId}`, { key: stage.agency.key });
      expect(body).toMatchObject({ status: 'disabled', disabled_reason: 'manual' });
      expect(await page.getByRole('button', { name: /Contain/ }).count()).toBe(0);
      await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}/access`);
      await page.getByRole('button', { name: 'Contain agency…' }).click();
      await page.getByLabel('Reason').fill('Ticket 7');
      await page.getByRole('dialog').getByRole('button', { name: 'Contain agency' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.goto(`${stage.service.operatorUrl}/console`);
      const contained = page.locator('.incident').filter({ hasText: 'has been contained' });
      await hurry(page, contained.waitFor());
      expect(await contained.locator('p').innerText()).toMatch(
        /^Northlight Agency\s+has been contained since \d\d:\d\d: all its keys are refused and 3 endpoints are paused\. Reason: Ticket 7$/,
      );
      const row = page.getByRole('region', { name: 'Agencies' }).locator('tbody tr').filter({ hasText: 'Northlight' });
      await page.getByLabel('Search by name or id').fill('northlight');
      await hurry(page, expect.poll(() => row.innerText()).toContain('contained'));
      await row.getByRole('link').click();
      await page.getByText(/Northlight Agency has been contained/).waitFor();
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

  test('a group is acknowledged with a note, and muted, which lists it last and out of the title', async () => {
    await on(async (page) => {
      const item = page.locator('.incident').filter({ hasText: 'CRM' });
      await item.getByRole('button', { name: /^Acknowledge/ }).click();
      await page.getByRole('dialog').getByLabel('Note').fill('Ticket 8');
      await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
      await item.getByText(/^Acknowledged by OPERATOR_TOKEN at \d\d:\d\d: Ticket 8/).waitFor();
      await item.getByRole('button', { name: /^Mute/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Mute' }).click();
      await item.getByText(/^Muted by OPERATOR_TOKEN at \d\d:\d\d, until/).waitFor();
      expect(await page.locator('.incident').last().innerText()).toContain('CRM');
      const rows = await page.locator('.incident').count();
      await expect.poll(() => page.title()).toBe(`(${rows - 1}) Overview · Agency Service`);
      await item.getByRole('button', { name: /^Unmute/ }).click();
      await item.getByText(/Muted by/).waitFor({ state: 'detached' });
    });
  });

  test('2,000 endpoints of one host that fail at once are one row, with the endpoints that were checked', async () => {
    await stage.service.database.query({
      text: `
        WITH made AS (
          INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, api_version)
          SELECT a.id, 'https://hooks.example.com/' || n, a.name || ', endpoint ' || n, '', '', '{order.created}', '{}', '2026-07-06'
            FROM (SELECT id, name FROM agencies WHERE name LIKE 'Agency %' ORDER BY id LIMIT 200) a, generate_series(1, 10) n
          RETURNING agency_id, id
        ), failed AS (
          INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, http_5xx_count)
          SELECT agency_id, id, date_trunc('minute', now()), 'order.created', 3 FROM made
        ), errors AS (
          INSERT INTO episode_errors (agency_id, endpoint_id, code, number, error, attempt_count, first_at, last_at)
          SELECT agency_id, id, '503', 1, 'http_status', 3, now(), now() FROM made
        )
        INSERT INTO endpoint_episodes (agency_id, endpoint_id, number, began_at, last_failed_at, minute, delivered_of_minute, delivered_before, delivered_count,
               http_4xx_count, http_5xx_count, timeout_count, connection_error_count, tls_error_count, other_count)
        SELECT agency_id, id, 1, now(), now(), date_trunc('minute', now()), 0, 0, 0, 0, 3, 0, 0, 0, 0 FROM made`,
    });
    await on(async (page) => {
      const group = page.locator('.incident').filter({ hasText: 'hooks.example.com' }).first();
      await hurry(
        page,
        group.getByText(/^[\d,]+ endpoints of Agency \d+, Agency \d+, Agency \d+ and \d+ other agencies have failed since/).waitFor(),
      );
      await page.getByText('More endpoints fail than are checked at once.').waitFor();
      const members = group.getByRole('list', { name: 'Endpoints of hooks.example.com' }).getByRole('listitem');
      await group.getByText(/^[\d,]+ endpoints$/).click();
      await members.first().waitFor();
      expect(await members.count()).toBe(10);
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(4_500);
      await group.getByRole('button', { name: 'Show more' }).click();
      expect(await members.count()).toBe(60);
      expect(await members.first().innerText()).toMatch(
        /^Agency \d+ · Agency \d+, endpoint \d+\s+Has failed every attempt since \d\d:\d\d \(3 attempts answered 503\)\./,
      );
      for (const width of [390, 1440]) await fits(page, 'overview-of-2000', width);
      await group.getByRole('button', { name: /^Repair/ }).click();
      await page
        .getByRole('dialog')
        .getByText(/^Due for \d{3} endpoints$/)
        .first()
        .waitFor();
      for (const width of [390, 1440]) await fits(page, 'repair-of-500', width);
    });
  });
});
