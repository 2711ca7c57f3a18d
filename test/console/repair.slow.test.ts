import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { chromium, judge, leftOut, openBrowser, type Session, sessionOf, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';
import { limits } from '../../generated/limits.ts';
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
  /** The orders that the receiver acknowledged, each once, without tests. */
  const acknowledged = (statuses: ReadonlyMap<string, number>) =>
    new Set([...statuses].filter(([id, status]) => status === 200 && !id.startsWith('test_')).map(([id]) => id));

  /** Answers with a status, and keeps the last answer to each order. */
  function answerWith(status: () => number) {
    const statuses = new Map<string, number>();
    receiver.answer = (_, response, { event }) => {
      statuses.set(event.data['id'] as string, status());
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
        `Books\\s+Failed since \\d\\d:\\d\\d \\(${failed} × 401\\), disabled at \\d\\d:\\d\\d\\. ${limits.breakerFailures} deliveries to replay, 3 events missed\\.`,
      );
      await click(row.getByRole('button', { name: /^Repair…/ }));
      await expect.poll(() => row.innerText()).toMatch(sentence);
      await stepOf(page, 'Recover').getByText('3 events').waitFor();
      expect(await stepOf(page, 'Replay').innerText()).toContain(`${limits.breakerFailures} deliveries`);
      await judge(page, 'repair', { shows: 'dialog' });
      await click(page.getByRole('dialog').getByRole('button', { name: 'Repair' }));
      await page
        .getByRole('dialog')
        .getByText(`Enabled, test accepted, ${limits.breakerFailures} failures replayed, 3 events recovered.`)
        .waitFor();
      await click(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
      expect(clicks).toBe(3);
    });
    await expect.poll(() => acknowledged(statuses).size).toBe(limits.breakerFailures + 3);
    expect(await endpoint()).toMatchObject({ status: 'active' });
  });

  test('an endpoint whose test fails is paused again, and nothing else is sent to it', async () => {
    const statuses = answerWith(() => 401);
    await untilDisabled();
    const before = statuses.size;
    await on(endpointPath(), async (page) => {
      await click(page.getByRole('button', { name: 'Repair…' }));
      await click(page.getByRole('dialog').getByRole('button', { name: 'Repair' }));
      await page.getByRole('dialog').getByText('Still answers 401. Paused again; nothing was replayed.').waitFor();
      expect(await endpoint()).toMatchObject({ status: 'disabled' });
      expect(statuses.size).toBe(before + 1);
      await judge(page, 'repair-failed', { shows: 'dialog' });
      await page.getByRole('dialog').getByRole('button', { name: 'Check again' }).click();
      await stepOf(page, 'Enable').getByText('A disabled endpoint').waitFor();
    });
  });

  test('a repair that is stopped before the test has ended pauses the endpoint again, and says so', async () => {
    let isHanging = false;
    receiver.answer = (_, response) => {
      if (!isHanging) response.writeHead(500).end();
    };
    await untilDisabled();
    isHanging = true;
    await on(endpointPath(), async (page) => {
      await page.getByRole('button', { name: 'Repair…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Repair' }).click();
      await stepOf(page, 'Send a test event').getByText('Waiting for the answer').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Cancelled. Paused again; nothing was replayed.').waitFor();
      expect(await endpoint()).toMatchObject({ status: 'disabled' });
    });
  });
});
