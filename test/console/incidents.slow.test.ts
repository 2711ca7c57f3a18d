import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { chromium, fits, hurry, leftOut, openBrowser, seriousFindings, type Session, sessionOf, visit } from './browser.ts';
import { expiredCertificate, expiredCertificateKey } from '../delivery/expired-certificate.ts';
import { startTcpReceiver } from '../delivery/tcp-receiver.ts';
import { startStage, type Stage } from './stage.ts';
import { freePort } from '../support/free-port.ts';

const orderIds = ['incident-a', 'incident-b', 'incident-c'];

describe.skipIf(!chromium)(`incidents of receivers in a browser${leftOut}`, () => {
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
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  const on = (path: string, work: (page: Page) => Promise<void>) =>
    visit(browser, { storageState: session }, async ({ page }) => {
      await page.clock.install();
      await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}${path}`);
      await work(page);
    });

  /** The headline numbers, by their names, without their notes. */
  const tilesOf = (page: Page) =>
    page.locator('.tiles > div').evaluateAll((tiles) =>
      Object.fromEntries(
        tiles.map((tile) => {
          const value = tile.querySelector('dd')!.cloneNode(true);
          value.querySelector('.tile-note')?.remove();
          return [tile.querySelector('dt')!.textContent, value.textContent!.trim()];
        }),
      ),
    );

  const counted = async (endpointId: string) => {
    const [row] = await stage.service.database.query<{ delivered: number; failed: number; unsent: number; attempts: number }>({
      text: `
        SELECT count(*) FILTER (WHERE h.status = 'delivered')::int AS delivered,
               count(*) FILTER (WHERE h.status = 'failed' AND f.error <> 'endpoint_disabled')::int AS failed,
               count(*) FILTER (WHERE f.error = 'endpoint_disabled')::int AS unsent,
               coalesce(sum(cardinality(h.attempts)), 0)::int AS attempts
          FROM delivery_history h LEFT JOIN delivery_failures f ON f.agency_id = h.agency_id AND f.endpoint_id = h.endpoint_id AND f.delivery_id = h.id
         WHERE h.endpoint_id = $1`,
      values: [endpointId],
    });
    return row!;
  };

  test('a delivery to a receiver that hangs is in progress, and timed out after its first attempt', async () => {
    await stage.order(orderIds);
    await stage.hanging.receiver.waitFor(1, 30_000);
    await on(`/endpoints/${stage.hanging.id}/deliveries`, async (page) => {
      const rows = page.getByRole('region', { name: 'Deliveries' }).locator('tbody tr');
      await rows.first().waitFor();
      await expect.poll(() => rows.first().innerText()).toMatch(/in progress/);
      await expect.poll(() => page.getByText('not attempted yet').count()).toBe(0);
      await expect.poll(() => rows.first().innerText()).toMatch(/Response timed out/);
      expect(await rows.first().innerText()).toContain('pending');
      expect(await page.getByText(/minutes? ago/).count()).toBe(0);
    });
    await on(`/endpoints/${stage.hanging.id}`, async (page) => {
      await hurry(
        page,
        expect
          .poll(() => page.locator('.incident-lead span').innerText())
          .toMatch(/^Has failed every attempt since \d\d:\d\d \(\d+ attempts?: Response timed out\)\.$/),
      );
      await expect.poll(() => page.locator('main .badge').first().innerText()).toBe('fails');
      await page.locator('.tiles').waitFor();
      await expect.poll(() => page.locator('.tiles').innerText()).toMatch(/\d+ timeouts?, last hour/);
      const [, timeouts] = /\((\d+) attempts?: Response/.exec(await page.locator('.incident-lead span').innerText())!;
      expect(Number(timeouts)).toBeLessThanOrEqual(stage.hanging.receiver.received.length);
      // The class of times that has those of 3 s.
      await hurry(page, expect.poll(async () => (await tilesOf(page))['Response time']).toBe('10.0 s'));
      for (const width of [390, 1440]) await fits(page, 'incident-hangs', width);
      expect(await seriousFindings(page)).toEqual([]);
    });
  });

  test('a receiver that answers 503, one that is down and one that works are shown as their ledgers say', async () => {
    await stage.failuresOf(stage.failing, orderIds.length);
    await stage.failuresOf({ ...stage.failing, id: downId }, orderIds.length);
    const asked = stage.failing.receiver.received.length;
    expect(asked).toBe(4 * orderIds.length);
    await on(`/endpoints/${stage.failing.id}`, async (page) => {
      await expect
        .poll(() => page.locator('.incident-lead span').innerText())
        .toMatch(
          new RegExp(
            `^Has failed every attempt since \\d\\d:\\d\\d \\(${asked} attempts answered 503\\)\\. ${orderIds.length} deliveries to replay\\.$`,
          ),
        );
      expect(await page.getByLabel('Last response').innerText()).toBe('<b>Down for maintenance</b>');
      expect(await page.getByRole('region', { name: 'Failed attempts of the incident' }).locator('tbody tr').first().innerText()).toMatch(
        new RegExp(`^503 response\\s+${asked}\\s`),
      );
      await page.locator('.tiles').waitFor();
      const database = await counted(stage.failing.id);
      expect(database).toEqual({ delivered: 0, failed: 3, unsent: 0, attempts: asked });
      await expect
        .poll(() => tilesOf(page))
        .toMatchObject({
          Attempts: String(asked),
          'Failed attempts': String(asked),
          Delivered: '0',
          Failed: String(database.failed),
          'Not sent': '0',
          Waiting: '0',
          'Next attempt': '–',
        });
      await page.getByText(`${asked} × 5xx, last hour`).waitFor();
    });
    await on(`/endpoints/${downId}`, async (page) => {
      await expect
        .poll(() => page.locator('.incident-lead span').innerText())
        .toMatch(/^Has failed every attempt since \d\d:\d\d \(12 attempts: Connection refused\)\. 3 deliveries to replay\.$/);
      await page.getByText(/must act first: Start the receiver/).waitFor();
      await expect.poll(async () => (await tilesOf(page))['Response time']).toBe('–');
    });
    await on(`/endpoints/${stage.good.id}`, async (page) => {
      await expect
        .poll(() => page.locator('.health').innerText())
        .toMatch(/^Acknowledges deliveries: all 3 attempts acknowledged since \d\d:\d\d\.$/);
      await page.locator('.tiles').waitFor();
      expect((await counted(stage.good.id)).delivered).toBe(stage.good.receiver.received.length);
      await expect
        .poll(() => tilesOf(page))
        .toMatchObject({ Attempts: '3', 'Failed attempts': '0', Delivered: '3', Failed: '0', 'Not sent': '0' });
    });
    await on('', async (page) => {
      const states = async () =>
        Object.fromEntries(
          await page
            .locator('.card')
            .evaluateAll((cards) =>
              cards.map((card) => [card.querySelector('h2')!.textContent, card.querySelector('.badge')!.textContent]),
            ),
        );
      await page.locator('.card').first().waitFor();
      await expect.poll(states).toMatchObject({ Ledger: 'works', Down: 'fails', '<img src=x onerror=alert(1)> CRM': 'fails' });
      await page.locator('.card:nth-child(4) .breaker').waitFor();
      for (const width of [390, 1440]) await fits(page, 'incident-list', width);
    });
  });

  test('an expired certificate is named in the list, on the endpoint’s page and at the attempt', async () => {
    const expired = await startTcpReceiver(() => undefined, { cert: expiredCertificate, key: expiredCertificateKey });
    const url = `https://127.0.0.1:${expired.port}/`;
    const { key } = stage.agency;
    const endpoint = { url, label: 'Expired', enabled_event_types: ['order.created'] };
    const { id } = (await stage.service.request('POST', '/v1/webhooks', { key, body: endpoint })).body as { id: string };
    await stage.order(['incident-tls']);
    await stage.failuresOf({ ...stage.failing, id }, 1);
    await on(`/endpoints/${id}`, async (page) => {
      await expect
        .poll(() => page.locator('.incident-lead span').innerText())
        .toMatch(/^Has failed every attempt since \d\d:\d\d \(4 attempts: Certificate expired\)\. 1 delivery to replay\.$/);
      await page
        .getByRole('list', { name: 'Likely causes' })
        .getByText(/certificate/i)
        .first()
        .waitFor();
      const causes = page.getByRole('list', { name: 'Likely causes' }).getByRole('link', { name: 'Open the failed deliveries' });
      expect(await causes.first().getAttribute('href')).toMatch(/\/deliveries\?outcome=tls_certificate_expired$/);
      await page.getByRole('link', { name: 'Failures' }).click();
      await page.getByRole('region', { name: 'Failures' }).locator('tbody a').first().click();
      await page.locator('.attempts').first().getByText('Certificate expired').first().waitFor();
    });
    await stage.service.request('DELETE', `/v1/webhooks/${id}`, { key });
    await expired.close();
  });

  test('a receiver that became slow is said to be slow, and its response time is the range that is known', async () => {
    const { key } = stage.agency;
    const body = { url: 'https://slow.example/', label: 'Slow', enabled_event_types: ['order.refunded'] };
    const { id } = (await stage.service.request('POST', '/v1/webhooks', { key, body })).body as { id: string };
    await stage.service.database.query({
      text: `INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, latencies)
             VALUES ($1, $2, date_trunc('minute', now()), 'order.refunded', 20, '{0,0,0,0,0,0,0,0,0,0,20,0}')`,
      values: [stage.agency.id, id],
    });
    await on(`/endpoints/${id}`, async (page) => {
      await page.getByText(/Acknowledges deliveries, slowly: all 20 attempts acknowledged, 20 of them took over 2\.5 s since/).waitFor();
      await expect.poll(async () => (await tilesOf(page))['Response time']).toBe('5–10 s');
    });
    await stage.service.request('DELETE', `/v1/webhooks/${id}`, { key });
  });

  test('deliveries that a disabled endpoint leaves unsent are in a tile', async () => {
    const body = { status: 'disabled' };
    const { receiver } = stage.hanging;
    await stage.order(['incident-d', 'incident-e']);
    await receiver.waitFor(receiver.received.length + 1, 30_000).catch(() => undefined);
    await stage.service.request('PATCH', `/v1/webhooks/${stage.hanging.id}`, { key: stage.agency.key, body });
    await expect.poll(async () => (await counted(stage.hanging.id)).unsent, { timeout: 40_000 }).toBeGreaterThan(0);
    await on(`/endpoints/${stage.hanging.id}`, async (page) => {
      await expect
        .poll(() => page.locator('.incident-lead span').innerText())
        .toMatch(/^Failed since \d\d:\d\d \(\d+ attempts?: Response timed out\), disabled at \d\d:\d\d\. \d+ deliver(y|ies) to replay\./);
      expect(await page.getByRole('button', { name: 'Send test event' }).getAttribute('title')).toBe('Repair the endpoint first.');
      await page.locator('.tiles').waitFor();
      await expect
        .poll(async () => (await tilesOf(page))['Not sent'], { timeout: 30_000 })
        .toBe(String((await counted(stage.hanging.id)).unsent));
    });
  });

  test('a cell of the heat map opens the deliveries that were queued in it', async () => {
    await on(`/endpoints/${stage.good.id}`, async (page) => {
      const cell = page.locator('.cell.hue-0').last();
      await cell.waitFor();
      await cell.click();
      await page.waitForURL(/\/deliveries\?from=.*&to=/);
      const rows = page.getByRole('region', { name: 'Deliveries' }).locator('tbody tr');
      // The cell may have begun between two of the deliveries.
      const { searchParams } = new URL(page.url());
      const [start, end] = await page.evaluate(
        (texts) => texts.map((text) => new Date(text!).toISOString()),
        [searchParams.get('from'), searchParams.get('to')],
      );
      const path = `/v1/webhooks/${stage.good.id}/deliveries?${new URLSearchParams({ start: start!, end: end! }).toString()}`;
      const { body } = await stage.service.request('GET', path, { key: stage.agency.key });
      expect(body.data.length).toBeGreaterThan(0);
      await expect.poll(() => rows.count()).toBe(body.data.length);
    });
  });

  test('a week is labelled with its days, and the table of times has dates', async () => {
    await on(`/endpoints/${stage.good.id}`, async (page) => {
      await page.getByRole('button', { name: 'Last 7 days' }).click();
      const marks = page.locator('.plot').first().locator('svg .tick');
      const days = Array.from({ length: 7 }, (_, index) =>
        new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Europe/Paris' }).format(
          Date.now() - index * 86_400_000,
        ),
      );
      await expect.poll(async () => (await marks.allTextContents()).filter((text) => days.includes(text)).length).toBeGreaterThan(2);
      await page.getByText('attempts per hour · Europe/Paris').waitFor();
      await page.getByText('Show as a table').first().click();
      const firstTime = page.getByRole('region', { name: 'Figures' }).locator('tbody th').first();
      await expect.poll(() => firstTime.innerText()).toMatch(/^\d+ \w{3}/);
    });
  });
});
