import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { chromium, leftOut, openBrowser, seriousFindings, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

/** A page of an agency's own, which shows the portal inside of it. */
async function startHost(shown: () => string): Promise<{ origin: string; server: Server }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>Agency</title><link rel="icon" href="data:,"><iframe src="${shown()}" width="1200" height="700"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe.skipIf(!chromium)(`the portal in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(['order-a']);
  });
  afterAll(() => stage.close());

  async function link(
    options: { scopes?: string[]; allowed_origins?: string[]; theme?: object } = {},
  ): Promise<{ id: string; url: string; key_id: string }> {
    const answer = await stage.service.operator('POST', `/operator/v1/agencies/${stage.agency.id}/portal-links`, {
      label: 'Support',
      ...options,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }

  test('a link shows the agency’s webhooks, and its key is in the address no longer', async () => {
    const { url } = await link();
    const key = new URL(url).hash.slice('#key='.length);
    await visit(browser, {}, async ({ page, context }) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await page.goto(url);
      await page.getByRole('link', { name: 'Ledger' }).click();
      await page.getByRole('heading', { name: 'Ledger' }).waitFor();
      expect(page.url()).not.toContain('key');
      expect(await page.content()).not.toContain(key);
      expect(requested.filter((address) => address.includes(key) && !address.includes('#'))).toEqual([]);
      expect(await context.cookies()).toEqual([]);
      expect(await page.evaluate('localStorage.length')).toBe(0);
      await page.reload();
      await page.getByRole('heading', { name: 'Ledger' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
      expect(page.url()).not.toContain('key');
      for (const name of ['Keys and links', 'Ingestion', 'All agencies']) expect(await page.getByRole('link', { name }).count()).toBe(0);
    });
    // The address as a history keeps it.
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await page.goto(url);
      await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    });
    await visit(browser, {}, async ({ page }) => {
      await page.goto(url.split('#')[0]!);
      await page.getByText('Its key is missing').waitFor();
    });
  });

  test('a link has a theme, whose texts stay texts, and which a reload shows again', async () => {
    const theme = { name: '</style><img src=x onerror=alert(1)>', logo_text: 'N', accent_color: '#ffe600', color_scheme: 'dark' };
    const { url } = await link({ theme });
    await visit(browser, { colorScheme: 'light' }, async ({ page }) => {
      await page.goto(url);
      for (const isReloaded of [false, true]) {
        if (isReloaded) await page.reload();
        await page.getByRole('link', { name: 'Ledger' }).waitFor();
        expect(await page.locator('.brand').innerText()).toContain(theme.name);
        expect(await page.locator('.logo-text').innerText()).toBe('N');
        expect(await page.evaluate('getComputedStyle(document.body).colorScheme')).toBe('dark');
        expect(await page.evaluate(`getComputedStyle(document.querySelector('.logo-text')).backgroundColor`)).toBe('rgb(255, 230, 0)');
      }
      expect(await seriousFindings(page)).toEqual([]);
    });
  });

  test('a link that is opened again in its tab loses its key from the address, and the session continues', async () => {
    const { url } = await link();
    const bare = url.split('#')[0]!;
    await visit(browser, {}, async ({ page }) => {
      await page.goto(bare);
      await page.getByText('Its key is missing').waitFor();
      let loads = 0;
      page.on('load', () => loads++);
      await page.goto(url);
      await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
      expect(page.url()).toBe(bare);
      const session = 'JSON.stringify(sessionStorage)';
      const before = await page.evaluate(session);
      await page.goto(url);
      await page.waitForURL(bare);
      await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
      expect(await page.evaluate(session)).toBe(before);
      await page.goBack();
      expect(page.url()).toBe(bare);
      expect(loads).toBe(0);
    });
  });

  test('a link that was ended says so', async () => {
    const { url, key_id: keyId } = await link();
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await page.goto(url);
      await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
      await stage.service.operator('DELETE', `/operator/v1/keys/${keyId}`);
      await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    });
  });

  const allChanges = 'send test events, recover missed events and pause the endpoint';
  const changes = 'recover missed events and pause the endpoint';
  test.each([
    [['read:webhooks'], [allChanges, 'add endpoints', 'send deliveries again', 'replay failures', 'replay it', 'send it again']],
    [
      ['read:webhooks', 'replay:webhooks'],
      [changes, 'add endpoints', 'send deliveries again', 'send it again'],
    ],
    [['read:webhooks', 'write:webhooks'], []],
  ])('a link with the scopes %j has the controls that they permit, and says whom to ask for the others', async (scopes, refused) => {
    const mayWrite = scopes.includes('write:webhooks');
    const mayReplay = scopes.length > 1;
    const { url } = await link({ scopes });
    await stage.failuresOf(stage.failing, 1);
    await visit(browser, {}, async ({ page }) => {
      const sentence = (action: string) => page.locator('main').getByText(`Ask the sender of your link to ${action}.`, { exact: true });
      /** Holds that the page has one of both. */
      const either = async (isPermitted: boolean, role: 'button' | 'link', name: string, action: string) => {
        const control = page.locator('main').getByRole(role, { name }).first();
        await (isPermitted ? control : sentence(action).first()).waitFor();
        expect(await (isPermitted ? sentence(action) : control).count(), action).toBe(0);
        expect(refused.includes(action), action).toBe(!isPermitted);
      };
      await page.goto(url);
      await either(mayWrite, 'link', 'Add endpoint', 'add endpoints');
      await page.getByRole('link', { name: 'Ledger' }).click();
      await page.getByRole('heading', { name: 'Ledger' }).waitFor();
      if (!mayReplay) await sentence(allChanges).waitFor();
      if (mayReplay && !mayWrite) await sentence(changes).waitFor();
      for (const [name, isPermitted] of [
        ['Send test event', mayReplay],
        ['Recover missed events…', mayWrite],
        ['Pause…', mayWrite],
      ] as const)
        expect(await page.getByRole('button', { name }).count(), name).toBe(Number(isPermitted));
      await page.getByRole('link', { name: 'Deliveries' }).click();
      await either(mayWrite, 'button', 'Send all matching again…', 'send deliveries again');
      await page.locator('tbody a').first().click();
      await either(mayWrite, 'button', 'Send again…', 'send it again');
      if (!mayWrite) await sentence('show the payload of this event').waitFor();
      await page.getByRole('link', { name: 'Settings' }).click();
      const label = page.getByLabel('Label', { exact: true });
      await label.waitFor();
      expect(await label.isEnabled()).toBe(mayWrite);
      expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(Number(mayWrite));
      expect(await sentence('change the settings').count()).toBe(Number(!mayWrite));
      expect(await sentence('change the URL and the headers').count()).toBe(Number(mayWrite));
      for (const action of ['rotate the secret', 'delete the endpoint']) await sentence(action).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'Endpoints' }).first().click();
      await page.getByRole('link', { name: /CRM/ }).click();
      const repair = page.getByRole('button', { name: 'Repair…' });
      await (mayReplay ? repair : sentence('repair the endpoint')).waitFor();
      expect(await repair.count()).toBe(Number(mayReplay));
      await page.getByRole('link', { name: 'Failures' }).click();
      await either(mayReplay, 'button', 'Replay all matching…', 'replay failures');
      await page.locator('tbody a').first().click();
      await either(mayReplay, 'button', 'Replay', 'replay it');
      await page.getByRole('link', { name: 'Event types' }).click();
      await page.getByText('Show a sample').first().click();
      await page.getByLabel('Sample of order.created').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });
  });

  test('a link that may change webhooks offers to replace URL and secret, and to delete, only for endpoints that were created through it', async () => {
    const { url, key_id, id } = await link({ scopes: ['read:webhooks', 'write:webhooks', 'read:creators'] });
    const body = { url: stage.good.receiver.url, label: 'Own', enabled_event_types: ['order.created'] };
    const { body: own } = await stage.service.request('POST', '/v1/webhooks', { key: stage.agency.key, body });
    await stage.service.database.query({
      text: 'UPDATE webhook_endpoints SET created_by_key_id = $2, created_by_link_id = $3 WHERE id = $1',
      values: [own.id, key_id, id],
    });
    await visit(browser, {}, async ({ page }) => {
      await page.goto(url);
      for (const [label, count] of [
        ['Own', 1],
        ['Ledger', 0],
      ] as const) {
        await page.getByRole('link', { name: label, exact: true }).click();
        await page.getByRole('link', { name: 'Settings' }).click();
        await page.getByRole('button', { name: 'Save changes' }).waitFor();
        for (const name of ['Rotate secret…', 'Delete endpoint…']) expect(await page.getByRole('button', { name }).count()).toBe(count);
        expect(await page.getByLabel('URL').count()).toBe(count);
        expect(await page.getByText('Ask the sender of your link to change the URL and the headers.').count()).toBe(1 - count);
        await page.getByRole('link', { name: 'Endpoints' }).first().click();
      }
    });
    await stage.service.request('DELETE', `/v1/webhooks/${own.id}`, { key: stage.agency.key });
  });

  test('pages of an allowed origin may show it inside of their own, and it works there; others may not', async () => {
    let url = '';
    const [allowed, other] = await Promise.all([startHost(() => url), startHost(() => url)]);
    try {
      url = (await link({ allowed_origins: [allowed.origin] })).url;
      await visit(browser, {}, async ({ page }) => {
        await page.goto(allowed.origin);
        const frame = page.frameLocator('iframe');
        await frame.getByRole('link', { name: 'Ledger' }).click();
        await frame.getByRole('button', { name: 'Send test event' }).click();
        const before = stage.good.receiver.received.length;
        await frame.getByRole('button', { name: 'Send', exact: true }).click();
        await stage.good.receiver.waitFor(before + 1, 30_000);
        await frame.getByRole('region', { name: 'Request headers' }).waitFor();
      });
      await visit(browser, {}, async ({ page, complaints }) => {
        await page.goto(other.origin);
        await expect.poll(() => complaints.length, { timeout: 10_000 }).toBe(1);
        expect(complaints.pop()).toContain('frame-ancestors');
        expect(await page.frameLocator('iframe').getByRole('link', { name: 'Ledger' }).count()).toBe(0);
      });
    } finally {
      for (const { server } of [allowed, other]) {
        server.closeAllConnections();
        server.close();
      }
    }
  });
});
