import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { chromium, judge, leftOut, openBrowser, type Session, sessionOf, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';
import { limits } from '../../generated/limits.ts';
import { creatorRecords, tip } from '../incidents/tips.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

describe.skipIf(!chromium)(`the repair of endpoints in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  let receiver: Receiver;
  let endpointId: string;
  let orders = 0;
  let clicks = 0;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    clicks = 0;
    receiver = await startReceiver();
    const body = { url: receiver.url, label: 'Books', enabled_event_types: ['order.created'] };
    endpointId = (await stage.service.request('POST', '/v1/webhooks', { key: stage.agency.key, body })).body.id as string;
  });
  afterEach(async () => {
    await stage.service.request('DELETE', `/v1/webhooks/${endpointId}`, { key: stage.agency.key });
    await receiver.close();
  });

  const on = (path: string, work: (page: Page) => Promise<void>) =>
    visit(browser, { storageState: session }, async ({ page }) => {
      await page.goto(`${stage.service.operatorUrl}/console${path}`);
      await work(page);
    });
  const endpointPath = () => `/agencies/${stage.agency.id}/endpoints/${endpointId}`;
  const endpoint = async () =>
    (await stage.service.request('GET', `/v1/webhooks/${endpointId}`, { key: stage.agency.key })).body as Record<string, unknown>;
  const order = (count: number) => stage.order(Array.from({ length: count }, () => `repair-${(orders += 1)}`));
  const click = async (button: Locator) => {
    clicks += 1;
    await button.click();
  };
  const stepOf = (page: Page, title: string) => page.getByRole('dialog').locator('li').filter({ hasText: title });
  /** The orders that the receiver acknowledged, each once, without pings. */
  const acknowledged = (statuses: ReadonlyMap<string, number>) =>
    new Set([...statuses].filter(([id, status]) => status === 200 && id !== 'ping').map(([id]) => id));

  /** Answers with a status, and keeps the last answer to each order. */
  function answerWith(status: () => number) {
    const statuses = new Map<string, number>();
    receiver.answer = (_, response, { event }) => {
      statuses.set(event.type === 'ping' ? 'ping' : (event.data['id'] as string), status());
      response.writeHead(status()).end();
    };
    return statuses;
  }

  /** Brings in one order after the other, because outcomes of the same moment count as one failure. */
  async function untilDisabled() {
    for (let failures = 1; failures <= limits.breakerFailures; failures += 1) {
      await order(1);
      await stage.failuresOf({ id: endpointId, secret: '', receiver }, failures);
    }
    await expect.poll(async () => (await endpoint())['status']).toBe('disabled');
  }

  test('three clicks repair an endpoint that was disabled: its receiver gets everything that failed and everything that it missed', async () => {
    let status = 401;
    const statuses = answerWith(() => status);
    await untilDisabled();
    await order(3);
    status = 200;
    await on('', async (page) => {
      const row = page.locator('.incident').filter({ hasText: 'Books' });
      const failed = receiver.received.length;
      const sentence = new RegExp(
        `Books\\s+Failed since \\d\\d:\\d\\d \\(${failed} attempts answered 401\\), disabled at \\d\\d:\\d\\d\\. ${limits.breakerFailures} deliveries to replay, 3 events missed\\.\\s+The owner of the receiver at ${new URL(receiver.url).host} must act first: Accept the signature of the present secret\\. Then choose Repair\\. Events since then are stored and can be recovered\\.`,
      );
      await click(row.getByRole('button', { name: /^Repair…/ }));
      await expect.poll(() => row.innerText()).toMatch(sentence);
      await stepOf(page, 'Recover').getByText('3 events').waitFor();
      expect(await stepOf(page, 'Replay').innerText()).toContain(`${limits.breakerFailures} deliveries`);
      await page.getByRole('dialog').getByText('must act first: Accept the signature of the present secret. Then choose Repair.').waitFor();
      expect(await page.getByRole('dialog').getByText('This takes').count()).toBe(0);
      await judge(page, 'repair', { shows: 'dialog' });
      await click(page.getByRole('dialog').getByRole('button', { name: 'Repair' }));
      await page
        .getByRole('dialog')
        .getByText(
          `Enabled, ping accepted, ${limits.breakerFailures} failures replayed, 3 events recovered. ${limits.breakerFailures + 3} of ${limits.breakerFailures + 3} accepted.`,
        )
        .waitFor();
      expect(await stepOf(page, 'Watch the outcomes').innerText()).toMatch(/accepted\.$/);
      await click(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
      expect(clicks).toBe(3);
      await page.getByText(/Books: Enabled, ping accepted/).waitFor();
      // The overview agrees with the result within a few seconds, without the polling of 10 s.
      await expect.poll(() => row.innerText(), { timeout: 8_000 }).toMatch(/Accepts again|Works again/);
      await page.getByText(/^as of .*\d\d:\d\d:\d\d$/).waitFor();
      await row.getByText(/Nothing is left to do: it closes after 100 accepted attempts in a row, or 5 minutes with them\./).waitFor();
      expect(await row.getByRole('button', { name: /^Repair/ }).count()).toBe(0);
    });
    await expect.poll(() => acknowledged(statuses).size).toBe(limits.breakerFailures + 3);
    expect(await endpoint()).toMatchObject({ status: 'active' });
  });

  test('an endpoint whose test fails is disabled again, and nothing else is sent to it, until a click tries again', async () => {
    const statuses = answerWith(() => 401);
    await untilDisabled();
    const before = statuses.size;
    await on(endpointPath(), async (page) => {
      await click(page.getByRole('button', { name: 'Repair…' }));
      await click(page.getByRole('dialog').getByRole('button', { name: 'Repair' }));
      await page.getByRole('dialog').getByText('Still answers 401. Disabled again; nothing was replayed.').waitFor();
      expect(await endpoint()).toMatchObject({ status: 'disabled' });
      expect(statuses.size).toBe(before + 1);
      expect(receiver.received.at(-1)!.event.type).toBe('ping');
      await page.getByRole('dialog').getByText('Accept the signature of the present secret. Then choose Try again.').waitFor();
      expect(await stepOf(page, 'Enable').locator('.icon.bad').count()).toBe(0);
      await judge(page, 'repair-failed', { shows: 'dialog' });
      receiver.answer = 200;
      await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('dialog').getByText(`Enabled, ping accepted, ${limits.breakerFailures} failures replayed.`).waitFor();
    });
    const pings = receiver.received.filter(({ event }) => event.type === 'ping').map(({ event }) => event.id);
    expect(new Set(pings).size).toBe(2);
  });

  test('a repair that is stopped before the test has ended disables the endpoint again, and says so', async () => {
    let isHanging = false;
    receiver.answer = (_, response) => {
      if (!isHanging) response.writeHead(500).end();
    };
    await untilDisabled();
    isHanging = true;
    await on(endpointPath(), async (page) => {
      await page.getByRole('button', { name: 'Repair…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Repair' }).click();
      await stepOf(page, 'Send a ping').getByText('Waiting for the response to the ping…').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Cancelled. Disabled again; nothing was replayed.').waitFor();
      expect(await endpoint()).toMatchObject({ status: 'disabled' });
    });
  });

  test('an endpoint that accepts again says so at once, in the console as in the portal, and no button moves', async () => {
    let status = 500;
    answerWith(() => status);
    await order(2);
    await stage.failuresOf({ id: endpointId, secret: '', receiver }, 2);
    const link = { label: 'Desk', scopes: ['read:webhooks'] };
    const { url } = (await stage.service.operator('POST', `/operator/v1/agencies/${stage.agency.id}/portal-links`, link)).body as {
      url: string;
    };
    await on(endpointPath(), async (page) => {
      const lead = page.locator('.incident-lead span');
      await expect
        .poll(() => lead.innerText())
        .toMatch(/^Has failed every attempt since \d\d:\d\d \(8 attempts answered 500\)\. 2 deliveries to replay\.$/);
      const place = () => page.getByRole('button', { name: 'Pause…' }).boundingBox();
      const before = await place();
      status = 200;
      await order(1);
      await expect
        .poll(() => lead.innerText(), { timeout: 30_000 })
        .toMatch(/^Accepts again since \d\d:\d\d: 1 attempt in a row\. 2 deliveries to replay\.$/);
      expect(await page.locator('main .badge').first().innerText()).toBe('works');
      expect(await place()).toEqual(before);
      const sentence = await lead.innerText();
      await visit(browser, {}, async ({ page: portal }) => {
        await portal.goto(url);
        await portal.getByRole('link', { name: 'Books' }).click();
        await expect.poll(() => portal.locator('.incident-lead span').innerText()).toBe(sentence);
        expect(await portal.getByRole('button', { name: 'Repair…' }).count()).toBe(0);
      });
    });
  });

  test('an endpoint that is slower than its events is behind, with its rate and its end', async () => {
    receiver.answer = (_, response) => void setTimeout(() => response.writeHead(200).end(), 700);
    await order(3);
    await stage.service.database.query({
      text: `
        INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, data, due_at)
        SELECT agency_id, id, 'ping', uuidv7(), now(), generation, '{}', now() - interval '5 minutes' FROM webhook_endpoints, generate_series(1, 400) WHERE id = $1`,
      values: [endpointId],
    });
    await order(1);
    await on(endpointPath(), async (page) => {
      await page.reload();
      await expect
        .poll(() => page.locator('.incident-lead span').innerText(), { timeout: 40_000 })
        .toMatch(/^Behind since \d\d:\d\d: \d+ deliveries wait(, \d+ a minute; done in about (a minute|\d+ min))?\.$/);
    });
    receiver.answer = 200;
  });

  test('three clicks repair 30 endpoints of three agencies at one host, of which some are disabled', async () => {
    const agencies = await Promise.all([1, 2, 3].map(() => stage.service.createAgency()));
    receiver.answer = 503;
    const ids: string[] = [];
    for (const agency of agencies) {
      await agency.ingest(creatorRecords);
      for (let number = 0; number < 10; number += 1) {
        const body = { url: `${receiver.url}/${agency.id}/${number}`, label: `Ledger ${number}`, enabled_event_types: ['order.created'] };
        ids.push((await stage.service.request('POST', '/v1/webhooks', { key: agency.key, body })).body.id as string);
      }
      await agency.ingest([tip('lost')]);
    }
    const failures = async () =>
      (
        await stage.service.database.query<{ count: number }>({
          text: "SELECT count(*)::int AS count FROM delivery_failures WHERE endpoint_id = ANY ($1::uuid[]) AND replayed_at IS NULL AND event_type <> 'ping'",
          values: [ids],
        })
      )[0]!.count;
    await expect.poll(failures, { timeout: 60_000 }).toBe(30);
    for (const id of ids.slice(0, 7)) await stage.service.operator('PATCH', `/operator/v1/webhooks/${id}`, { status: 'disabled' });
    const acknowledgedIds = new Set<string>();
    const accept: Receiver['answer'] = ({ url }, response, { event }) => {
      if (event.data['id'] === 'lost') acknowledgedIds.add(url!);
      response.writeHead(200).end();
    };
    await on('', async (page) => {
      const row = page.locator('.incident').filter({ hasText: '30 endpoints of' }).first();
      await row.getByText(/23 live, 7 disabled\. 30 deliveries to replay\./).waitFor({ timeout: 90_000 });
      await click(row.getByRole('button', { name: /^Repair…/ }));
      await stepOf(page, 'Enable').getByText('Due for 7 endpoints, not needed for 23 endpoints').waitFor();
      await stepOf(page, 'Replay')
        .getByText(/^30 deliveries to replay of 30 endpoints$/)
        .waitFor();
      await judge(page, 'repair-of-30', { shows: 'dialog' });
      receiver.answer = 503;
      await page.getByRole('dialog').getByRole('button', { name: 'Repair' }).click();
      await page.getByRole('dialog').getByText('30 of 30 endpoints failed.').waitFor({ timeout: 120_000 });
      await stepOf(page, 'Enable').getByText('Disabled again for 7 endpoints, not needed for 23 endpoints').waitFor();
      await page.getByRole('dialog').getByText('7 endpoints: Still answers 503. Disabled again; nothing was replayed.').waitFor();
      await page.getByRole('dialog').getByText('23 endpoints: Still answers 503. Nothing was replayed.').waitFor();
      await judge(page, 'repair-of-30-failed', { shows: 'dialog' });
      receiver.answer = accept;
      await click(page.getByRole('dialog').getByRole('button', { name: 'Try again' }));
      await page.getByRole('dialog').getByText('30 of 30 endpoints repaired. 30 replayed, all accepted.').waitFor({ timeout: 120_000 });
      await click(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
      await page.getByText(/: 30 of 30 endpoints repaired\. 30 replayed, all accepted\./).waitFor();
      expect(clicks).toBe(3);
    });
    expect(acknowledgedIds.size).toBe(30);
    expect(await failures()).toBe(0);
  });
});
