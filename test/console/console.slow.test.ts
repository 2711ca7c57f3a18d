import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { chromium, focused, leftOut, openBrowser, seriousFindings, type Session, sessionOf, visit } from './browser.ts';
import { startReceiver } from '../support/receiver.ts';
import { startStage, type Stage } from './stage.ts';

describe.skipIf(!chromium)(`the console in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    session = await sessionOf(browser, stage.service);
    await stage.order(['order-a', 'order-b', 'order-c']);
    await stage.failuresOf(stage.failing, 3);
  });
  afterAll(() => stage.close());

  const at = (path = '') => `${stage.service.operatorUrl}/console${path}`;
  const inAgency = (path = '') => at(`/agencies/${stage.agency.id}${path}`);

  async function logIn(page: Page, token = stage.service.operatorToken): Promise<void> {
    await page.goto(at());
    await page.getByLabel('Operator token').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  /** Goes to a page of the agency as an operator who has logged in. */
  async function goTo(page: Page, path: string): Promise<void> {
    await page.context().addCookies(session.cookies);
    await page.goto(inAgency(path));
  }

  test('opens with an operator token, which it keeps from scripts, and closes again', async () => {
    await visit(browser, { refused: [401] }, async ({ page, context }) => {
      await logIn(page, 'svc_operator_wrong');
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').innerText()).toMatch(/Request/);
      await logIn(page);
      await page.getByRole('heading', { name: 'Agencies' }).waitFor();
      const [cookie] = await context.cookies();
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
      expect(await page.evaluate('JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}])')).toBe('["",{},{}]');
      await page.reload();
      await page.getByRole('heading', { name: 'Agencies' }).waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      expect(await context.cookies()).toEqual([]);
    });
  });

  test('finds agencies by name and leads to their endpoints, with what each did', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      const other = await stage.service.createAgency();
      await logIn(page);
      await page.getByLabel('Search by name or id').fill('NORTHLIGHT');
      await page.getByText('1 agency', { exact: true }).waitFor();
      expect(await page.getByText(other.id).count()).toBe(0);
      await page.getByRole('link', { name: 'Northlight Agency', exact: true }).click();
      const ledger = page.locator('.card', { hasText: 'Ledger' });
      await expect.poll(() => ledger.innerText()).toMatch(/3 delivered\s+0 failed attempts/);
      // The label is markup, and is shown as the text that it is.
      const crm = page.locator('.card', { hasText: '<img src=x onerror=alert(1)> CRM' });
      await expect.poll(() => crm.innerText()).toMatch(/12 failed attempts[^]*[123] of 10 failures in a row/);
      expect(await page.locator('main img').count()).toBe(0);
    });
  });

  test('makes an endpoint and shows its secret once, pauses, enables, rotates and deletes it', async () => {
    await visit(browser, { refused: [401, 404, 422] }, async ({ page }) => {
      await goTo(page, '');
      await page.getByRole('link', { name: 'Add endpoint' }).first().click();
      await page.getByLabel('URL').fill('http://hooks.example.com');
      await page.getByLabel('Label').fill('Made here');
      await page.getByLabel('order.refunded').check();
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      const refusal = page.getByRole('alert');
      await refusal.getByText(/Request [0-9a-f-]{36}/).waitFor();
      expect(await refusal.locator('.notice-title').innerText()).not.toBe('');
      await page.getByLabel('URL').fill(`${stage.good.receiver.url}?from=console`);
      await page.getByLabel('Some creators').check();
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      await page.getByText('Choose at least one creator.').waitFor();
      await page.getByLabel('All creators, including future ones').check();
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      const secret = await page.getByLabel('Signing secret', { exact: true }).innerText();
      expect(secret).toMatch(/^svc_whsec_.{32}$/);
      expect(await page.getByLabel('Verification in Express').innerText()).toContain('verifyWebhook');
      // What is shown once is not closed by accident.
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await page.getByRole('heading', { name: 'Made here' }).waitFor();
      expect(await page.content()).not.toContain(secret);

      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Pause endpoint' }).click();
      await page.getByText('paused', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByRole('button', { name: 'Enable endpoint' }).click();
      await page.getByText('silent', { exact: true }).waitFor();

      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Rotate secret…' }).click();
      await page.getByLabel('The old secret').selectOption('Keep the old secret valid for 1 hour');
      await page.getByRole('button', { name: 'Rotate', exact: true }).click();
      const rotated = await page.getByLabel('Signing secret', { exact: true }).innerText();
      expect(rotated).toMatch(/^svc_whsec_.{32}$/);
      expect(rotated).not.toBe(secret);
      await page.getByText(/The old secret stays valid until/).waitFor();
      await page.getByRole('button', { name: 'I have saved it' }).click();

      await page.getByRole('button', { name: 'Delete endpoint…' }).click();
      await page.getByRole('button', { name: 'Delete endpoint', exact: true }).click();
      await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
      await expect.poll(() => page.getByText('Made here').count()).toBe(0);
      const { body } = await stage.service.operator('GET', `/operator/v1/audit?agency_id=${stage.agency.id}`);
      expect(body.data.map((entry: { action: string }) => entry.action)).toContain('endpoint.deleted');
    });
  });

  test('sends a test event that arrives, and shows the delivery with the request as it was signed', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, `/endpoints/${stage.good.id}`);
      const before = stage.good.receiver.received.length;
      await page.getByRole('button', { name: 'Send test event' }).click();
      await page.getByRole('radio', { name: /order\.refunded/ }).check();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const received = (await stage.good.receiver.waitFor(before + 1, 30_000)).at(-1)!;
      expect(received.event.type).toBe('order.refunded');
      await page.getByRole('region', { name: 'Delivery', exact: true }).getByText('delivered', { exact: true }).first().waitFor();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      const headers = page.getByRole('region', { name: 'Request headers' });
      await headers.waitFor();
      await expect.poll(() => headers.innerText()).toContain(received.headers['service-signature']);
      await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
      // There is one release: the body is compared with itself.
      await page.getByText('Compare with another version').click();
      await page.getByText('The bodies are identical.').waitFor();

      await page.getByRole('button', { name: 'Send again…' }).click();
      await page.getByRole('button', { name: 'Send again', exact: true }).click();
      const again = (await stage.good.receiver.waitFor(before + 2, 30_000)).at(-1)!;
      expect(again.event).toEqual(received.event);
      await page.getByRole('link', { name: 'a new delivery' }).click();
      await page.getByText('Sent again from').waitFor();
      await expect.poll(() => page.url()).toContain(String(again.headers['service-delivery-id']));
    });
  });

  test('recovers the events that an endpoint missed, after a count', async () => {
    const receiver = await startReceiver();
    const { service, agency } = stage;
    const body = { url: receiver.url, label: 'Late', enabled_event_types: ['order.created', 'order.refunded'] };
    const { id } = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body as { id: string };
    const counting = { start: new Date(Date.now() - 24 * 3_600_000).toISOString(), dry_run: true };
    const counted = (await service.request('POST', `/v1/webhooks/${id}/recoveries`, { key: agency.key, body: counting })).body;
    const missed = (counted.recorded_count + counted.reconstructed_count) as number;
    expect(missed).toBeGreaterThanOrEqual(3);
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, `/endpoints/${id}`);
      await page.getByRole('button', { name: 'Recover missed events…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Recover missed events' });
      await dialog.getByText(`${missed} events`, { exact: true }).waitFor();
      await dialog.getByRole('checkbox', { name: 'order.created' }).uncheck();
      await dialog.getByText(/The endpoint missed nothing in this span/).waitFor();
      await dialog.getByRole('checkbox', { name: 'order.refunded' }).uncheck();
      await dialog.getByText('Choose at least one event type.').waitFor();
      await dialog.getByRole('checkbox', { name: 'order.created' }).check();
      await dialog.getByRole('button', { name: `Recover ${missed} events` }).click();
      await dialog.getByText(`${missed} events were queued.`).waitFor();
      const received = await receiver.waitFor(missed, 30_000);
      expect(new Set(received.map(({ event }) => event.id)).size).toBe(missed);
    });
    await service.request('DELETE', `/v1/webhooks/${id}`, { key: agency.key });
    await receiver.close();
  });

  test('an event names the endpoints that missed it, which recover it from there', async () => {
    const receiver = await startReceiver();
    const { service, agency } = stage;
    const body = { url: receiver.url, label: 'Missing', enabled_event_types: ['order.created'] };
    const { id } = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body as { id: string };
    // As the breaker disables an endpoint in an episode of failures.
    for (const change of [
      `status = 'disabled', disabled_reason = 'auto_breaker', disabled_at = now(), generation = generation + 1`,
      'episode_disabled_at = disabled_at',
    ])
      await service.database.query({ text: `UPDATE webhook_endpoints SET ${change} WHERE id = $1`, values: [id] });
    await stage.order(['order-missed']);
    await service.request('PATCH', `/v1/webhooks/${id}`, { key: agency.key, body: { status: 'active' } });
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, '/events?by=order_ids&id=order-missed');
      const row = page.getByRole('region', { name: 'Events' }).locator('tbody tr');
      await expect.poll(() => row.innerText()).toMatch(/delivered[^]*1 missed/);
      await row.getByRole('link').click();
      await page.getByText('Disabled when the event was recorded:').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Recover…' }).click();
      await page.getByRole('button', { name: /^Recover \d+ events?$/ }).click();
      const recovered = () => receiver.received.map(({ event }) => event.data['id']);
      await expect.poll(recovered, { timeout: 30_000 }).toContain('order-missed');
      await page.getByRole('dialog').getByText('Close', { exact: true }).click();
      await page.getByText('Disabled when the event was recorded:').waitFor({ state: 'hidden' });
    });
    await service.request('DELETE', `/v1/webhooks/${id}`, { key: agency.key });
    await receiver.close();
  });

  test('finds an event by the id of its order and shows its way to every endpoint', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, '/events');
      await page.getByLabel('Id', { exact: true }).fill('order-b');
      await page.getByRole('button', { name: 'Find' }).click();
      const row = page.getByRole('region', { name: 'Events' }).locator('tbody tr');
      await expect.poll(() => row.count()).toBe(1);
      expect(await row.innerText()).toContain('€17.50');
      await expect.poll(() => row.innerText()).toMatch(/order[^]*fan[^]*Mira[^]*delivered[^]*failed/);
      await row.getByRole('link').click();
      await page.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor();
      const ways = page.locator('.endpoint-deliveries');
      await expect.poll(() => ways.count()).toBe(3);
      const picture = page.getByRole('img', { name: /attempts of \d deliveries/ });
      await expect.poll(() => picture.locator('.bar.bad').count()).toBeGreaterThanOrEqual(4);
      await expect.poll(() => picture.locator('.bar.ok').count()).toBe(1);
      const refused = ways.filter({ hasText: 'CRM' });
      await expect.poll(() => refused.getByRole('button', { name: 'Replay' }).isEnabled()).toBe(true);
      const before = stage.good.receiver.received.length;
      const ledger = ways.filter({ hasText: 'Ledger' });
      await ledger.getByRole('button', { name: 'Send again…' }).click();
      await page.getByRole('button', { name: 'Send again', exact: true }).click();
      await stage.good.receiver.waitFor(before + 1, 30_000);
      await ledger.getByRole('link', { name: /^sent again/ }).waitFor();
      await expect.poll(() => ledger.getByRole('link', { name: /^(First delivery|Sent again), queued / }).count()).toBe(2);
      expect(await refused.getByRole('link', { name: /^Queued / }).count()).toBe(1);
      await expect.poll(() => picture.locator('.bar.ok').count()).toBe(2);
      await expect.poll(() => refused.innerText()).toMatch(/Attempt 4/);
      expect(await refused.innerText()).toContain('<b>Down for maintenance</b>');
      await expect.poll(() => ways.filter({ hasText: 'Ledger' }).innerText()).toMatch(/delivered[^]*Attempt 1[^]*200/);
    });
  });

  test('filters failures, replays one, and replays many after a preview, with progress', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, `/endpoints/${stage.failing.id}/failures`);
      const rows = page.getByRole('region', { name: 'Failures' }).locator('tbody tr');
      await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(4);
      await page.getByLabel('Event type').selectOption('order.refunded');
      await page.getByText('No matching failures').waitFor();
      await expect.poll(() => page.url()).toContain('type=order.refunded');
      await page.goBack();
      await page.goto(inAgency(`/endpoints/${stage.failing.id}/failures?type=order.created`));
      stage.failing.receiver.answer = 200;
      const before = stage.failing.receiver.received.length;
      await rows
        .first()
        .getByRole('button', { name: /^Replay/ })
        .click();
      await stage.failing.receiver.waitFor(before + 1, 30_000);
      await page.getByText('was queued again').waitFor();
      await page.getByRole('button', { name: 'Replay all matching…' }).click();
      await page.getByText('3 events', { exact: true }).waitFor();
      expect(stage.failing.receiver.received.length).toBe(before + 1);
      await page.getByRole('button', { name: 'Replay 3 events' }).click();
      await stage.failing.receiver.waitFor(before + 4, 30_000);
      await page.getByText('All 3 were queued').waitFor();
      await page.getByRole('button', { name: 'Close' }).last().click();
      await expect.poll(() => rows.filter({ hasText: 'replayed' }).count()).toBe(4);
      await page.reload();
      await expect.poll(() => rows.filter({ hasText: /delivered\s+replayed/ }).count()).toBe(4);
    });
  });

  test('sends deliveries again by filter, after a preview whose number is that of the result', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, `/endpoints/${stage.good.id}/deliveries?status=delivered&type=order.created`);
      const rows = page.getByRole('region', { name: 'Deliveries' }).locator('tbody tr');
      await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(3);
      const filters = {
        start: new Date(Date.now() - 3_600_000).toISOString(),
        event_types: ['order.created'],
        statuses: ['delivered'],
        dry_run: true,
      };
      const { body } = await stage.service.request('POST', `/v1/webhooks/${stage.good.id}/resends`, {
        key: stage.agency.key,
        body: filters,
      });
      const expected = body.resent_count as number;
      expect(expected).toBeGreaterThanOrEqual(3);
      const before = stage.good.receiver.received.length;
      await page.getByRole('button', { name: 'Send all matching again…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send deliveries again' });
      await dialog.getByText(`${expected} events`, { exact: true }).waitFor();
      await dialog
        .getByText(/This takes about \d+ seconds?: 90% of the attempts in the endpoint’s latest hour took .* or less\./)
        .waitFor();
      expect(stage.good.receiver.received.length).toBe(before);
      await dialog.getByRole('button', { name: `Send ${expected} events again` }).click();
      await dialog.getByText(`${expected} events were queued again`).waitFor();
      await stage.good.receiver.waitFor(before + expected, 30_000);
    });
  });

  test('the first visit asks for a token, and the browser logs no error', async () => {
    await visit(browser, {}, async ({ page }) => {
      await page.goto(`${stage.service.operatorUrl}/console`);
      await page.getByLabel('Operator token').waitFor();
    });
  });

  test('a page that fails says so in its place, and the menu leads to the others', async () => {
    await visit(browser, { refused: [401] }, async ({ page, complaints }) => {
      await goTo(page, '');
      await page.route('**/v1/webhook-events?**', (route) => route.fulfill({ json: { data: [{}], next_cursor: null } }));
      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await page.getByText('This page failed').waitFor();
      await page.getByRole('link', { name: 'Endpoints', exact: true }).first().click();
      await page.getByRole('link', { name: 'Ledger' }).waitFor();
      await expect.poll(() => page.getByText('This page failed').count()).toBe(0);
      complaints.length = 0;
    });
  });

  test('the signature debugger distinguishes a valid delivery from a changed body and a foreign secret', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      const [received] = await stage.good.receiver.waitFor(1, 30_000);
      const lines = Object.entries(received!.headers).map(([name, value]) => `${name}: ${String(value)}`);
      await goTo(page, `/endpoints/${stage.good.id}/signatures`);
      const check = async (body: string) => {
        await page.getByLabel('Headers', { exact: true }).fill(lines.join('\n'));
        await page.getByLabel('Body', { exact: true }).fill(body);
        await page.getByRole('button', { name: 'Check', exact: true }).click();
        await expect.poll(() => page.locator('.verdict').count()).toBe(1);
      };
      await check(received!.body);
      await page.getByText('The signature is valid').waitFor();
      await check(received!.body.replace('"order.created"', '"order.refunded"'));
      await page.getByText('The signature is not valid.').waitFor();
      await page.getByText('was changed', { exact: true }).waitFor();
      await page.goto(inAgency(`/endpoints/${stage.failing.id}/signatures`));
      await check(received!.body);
      await page.getByText('was made with another endpoint’s secret').first().waitFor();
      await page.goto(inAgency(`/endpoints/${stage.failing.id}/signatures?failed`));
      const [failed] = stage.failing.receiver.received;
      await expect.poll(() => page.getByLabel('Headers', { exact: true }).inputValue()).toContain('webhook-signature: ');
      expect(JSON.parse(await page.getByLabel('Body', { exact: true }).inputValue())).toHaveProperty('type', failed!.event.type);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.locator('.verdict').waitFor();
      expect(await page.locator('.verdict').innerText()).not.toContain('another endpoint');
    });
  });

  test('makes, rotates and revokes keys, and shows all of it in the audit log', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, '/access');
      await page.getByRole('button', { name: 'Create API key' }).click();
      await page.getByLabel('Label').fill('From the console');
      await page.getByLabel('read:orders').check();
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = await page.getByLabel('API key', { exact: true }).innerText();
      expect((await stage.service.request('GET', '/v1/orders', { key })).status).toBe(200);
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await page.getByRole('button', { name: 'Rotate… From the console' }).click();
      await page.getByLabel('The replaced key is accepted').selectOption('No longer');
      await page.getByRole('button', { name: 'Rotate key' }).click();
      const second = await page.getByLabel('API key', { exact: true }).innerText();
      const statusWith = async (apiKey: string) => (await stage.service.request('GET', '/v1/orders', { key: apiKey })).status;
      expect([await statusWith(key), await statusWith(second)]).toEqual([401, 200]);
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await expect.poll(() => page.getByText('revoked', { exact: true }).count()).toBe(1);
      await page.getByRole('button', { name: 'Revoke… From the console' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await expect.poll(() => page.getByText('revoked', { exact: true }).count()).toBe(2);
      expect(await statusWith(second)).toBe(401);
      await page.getByRole('link', { name: 'Audit log' }).click();
      const entries = page.getByRole('region', { name: 'Audit log' });
      await entries.getByText('key.revoked').first().waitFor();
      expect(await entries.innerText()).toContain('From the console');
    });
  });

  test('shows what the service does, and what came in', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, '/ingestion');
      await expect.poll(() => page.getByRole('region', { name: 'Ingestions' }).innerText(), { timeout: 30_000 }).toContain('recorded');
      await page.goto(at('/service'));
      await page.locator('summary').filter({ hasText: 'Database' }).click();
      await page.getByRole('heading', { name: 'Largest tables' }).waitFor();
      await page.getByText('Jobs and projections').click();
      await expect.poll(() => page.getByRole('region', { name: 'Projections' }).innerText()).toContain('sent_messages');
    });
  });

  test('a token that may only look sees no way to change anything', async () => {
    const { body } = await stage.service.operator('POST', '/operator/v1/tokens', { name: 'Looks on', scopes: ['read'] });
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await logIn(page, body.token as string);
      await page.getByRole('heading', { name: 'Agencies' }).waitFor();
      expect(await page.getByRole('button', { name: 'Add agency' }).count()).toBe(0);
      await page.goto(inAgency(`/endpoints/${stage.good.id}`));
      await page.getByRole('heading', { name: 'Ledger' }).waitFor();
      for (const name of ['Pause', 'Send test event']) expect(await page.getByRole('button', { name }).count()).toBe(0);
      const ask = 'Ask an operator with the scope all to send test events, recover missed events and pause the endpoint.';
      await page.getByText(ask, { exact: true }).waitFor();
    });
  });

  test('the focus lands on the title of the page that a link leads to, also of one that is awaited', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await logIn(page);
      for (const [link, title] of [
        ['Northlight Agency', 'Endpoints'],
        ['Ledger', 'Ledger'],
        ['Events', 'Events'],
      ]) {
        await page.getByRole('link', { name: link!, exact: true }).click();
        await expect.poll(() => focused(page)).toEqual(['H1', title]);
      }
    });
  });

  test('can be used with the keyboard alone: dialogs hold the focus and give it back', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, `/endpoints/${stage.good.id}`);
      await page.getByRole('heading', { name: 'Ledger' }).waitFor();
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('Tab');
      await expect.poll(() => focused(page)).toEqual(['A', 'Skip to content']);
      const tabTo = async (text: string) => {
        for (let presses = 0; presses < 40; presses += 1) {
          await page.keyboard.press('Tab');
          const [, shown] = await focused(page);
          if (shown === text) return;
        }
        throw new Error(`${text} is not reached with Tab`);
      };
      await tabTo('Pause…');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await expect.poll(() => page.evaluate('document.querySelector("dialog").contains(document.activeElement)')).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => focused(page)).toEqual(['BUTTON', 'Pause…']);
      await tabTo('Failures');
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toEqual(['H2', 'Failures']);
    });
  });
});
