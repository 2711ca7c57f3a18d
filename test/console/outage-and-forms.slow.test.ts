import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { chromium, fits, leftOut, openBrowser, seriousFindings, type Session, sessionOf, visit, type Visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

describe.skipIf(!chromium)(`outages, forms and languages in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  const on = (
    path: string,
    work: (visit: Visit) => Promise<void>,
    options: BrowserContextOptions & { readonly refused?: readonly number[] } = {},
  ) =>
    visit(browser, { storageState: session, ...options }, async (opened) => {
      await opened.page.goto(`${stage.service.operatorUrl}/console${path}`);
      await work(opened);
    });
  const ofAgency = (path: string) => `/agencies/${stage.agency.id}${path}`;

  test('one banner shows while the service is away, without red boxes, and goes away with it', async () => {
    await on(ofAgency(''), async ({ page, context, complaints }) => {
      await page.locator('.card').nth(2).waitFor();
      await page.route('**/console/**', (route) => route.abort());
      await context.setOffline(true);
      await page.getByRole('link', { name: 'Events' }).click();
      await page.getByText('The service does not answer.').waitFor({ timeout: 60_000 });
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.locator('.offline-banner').count()).toBe(1);
      await page.unroute('**/console/**');
      await context.setOffline(false);
      await page.locator('.offline-banner').waitFor({ state: 'detached', timeout: 30_000 });
      await page.locator('.list[aria-busy=false]').waitFor();
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      complaints.length = 0;
    });
  });

  test('a form survives the end of the session, for the same operator', async () => {
    await on(
      ofAgency('/endpoints/new'),
      async ({ page, context }) => {
        await page.getByLabel('Label').fill('Typed before the session ended');
        await context.clearCookies();
        await page.getByLabel('URL').fill('https://hooks.example.com/in');
        await page.getByLabel(/^order\.created/).check();
        await page.getByRole('button', { name: 'Add endpoint' }).click();
        await page.getByText('Your session has ended.').waitFor();
        await page.getByLabel('Operator token').fill(stage.service.operatorToken);
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect.poll(() => page.getByLabel('Label').inputValue()).toBe('Typed before the session ended');
        await expect.poll(() => page.getByLabel('URL').inputValue()).toBe('https://hooks.example.com/in');
        await expect.poll(() => page.getByLabel(/^order\.created/).isChecked()).toBe(true);
      },
      { refused: [401] },
    );
  });

  test('headers and a rate are set, values are not shown again, and another host needs them again', async () => {
    const { id } = stage.good;
    await on(
      ofAgency(`/endpoints/${id}/settings`),
      async ({ page }) => {
        const headers = page.getByLabel('Headers');
        await headers.fill('X-Api-Key: of a: gateway \n\nX-Other:1');
        await page.getByLabel('Attempts a second, at most').fill('20');
        const save = page.getByRole('button', { name: 'Save changes' });
        await save.click();
        await page.getByText('Changes saved.').waitFor();
        await expect.poll(() => headers.inputValue()).toBe('X-Api-Key\nX-Other');
        const read = async () => (await stage.service.request('GET', `/v1/webhooks/${id}`, { key: stage.agency.key })).body;
        expect(await read()).toMatchObject({
          headers: [
            { name: 'X-Api-Key', value_prefix: 'of ' },
            { name: 'X-Other', value_prefix: '' },
          ],
          max_per_second: 20,
        });
        expect(await seriousFindings(page)).toEqual([]);
        for (const width of [390, 1440]) await fits(page, 'settings', width);
        await headers.fill('X-Api-Key');
        await page.getByLabel('Attempts a second, at most').fill('');
        await save.click();
        await expect.poll(read).toMatchObject({ headers: [{ name: 'X-Api-Key', value_prefix: 'of ' }], max_per_second: null });
        await page.getByLabel('URL').fill('https://other.example.com/');
        await save.click();
        await page.getByText('Is required: no value of this header is stored for this origin.', { exact: true }).waitFor();
        expect((await read()).headers).toHaveLength(1);
        await headers.fill('');
        await page.getByLabel('URL').fill((await read()).url);
        await save.click();
        await expect.poll(read).toMatchObject({ headers: [] });
      },
      { refused: [400] },
    );
  });

  test('a German browser shows the same language, numbers and times', async () => {
    await stage.service.database.query({ text: `INSERT INTO agencies (name) SELECT 'Agency ' || n FROM generate_series(1, 1200) n` });
    await on(
      '',
      async ({ page }) => {
        await page.getByText('1,201 agencies').waitFor({ timeout: 30_000 });
        await page.goto(`${stage.service.operatorUrl}/console${ofAgency('/endpoints/' + stage.good.id + '/deliveries?time=range')}`);
        expect(await page.getByLabel('From').getAttribute('placeholder')).toBe('YYYY-MM-DD HH:MM');
        expect(await page.locator('input[type="datetime-local"]').count()).toBe(0);
        await page.goto(`${stage.service.operatorUrl}/console${ofAgency('/endpoints/new')}`);
        await page.getByRole('button', { name: 'Add endpoint' }).click();
        const url = page.getByLabel('URL');
        await expect
          .poll(() => url.evaluate((field) => (field as unknown as { validationMessage: string }).validationMessage))
          .toBe('Fill in this field.');
        await expect.poll(() => page.title()).toBe('Add an endpoint · Northlight Agency · Agency Service');
      },
      { locale: 'de-DE' },
    );
  });

  test('quotas, one key’s containment, encryption keys and the refresh of projections are in the console', async () => {
    await on(ofAgency('/quotas'), async ({ page }) => {
      const row = page.getByRole('row').filter({ hasText: 'API keys' });
      await row.getByRole('button').click();
      await page.getByRole('dialog').getByLabel('Allowed').fill('77');
      await page.getByRole('button', { name: 'Change quota' }).click();
      await expect.poll(() => row.innerText()).toMatch(/\t77\t/);
      const path = `/operator/v1/agencies/${stage.agency.id}/quotas`;
      expect((await stage.service.operator('GET', path)).body.quotas.api_keys.allowed).toBe(77);
      for (const width of [390, 1440]) await fits(page, 'quotas', width);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('link', { name: 'Keys and links' }).click();
      const key = page.getByRole('region', { name: 'API keys' }).locator('tbody tr').first();
      await key.getByRole('button', { name: /^Contain/ }).click();
      await page.getByRole('button', { name: 'Contain key' }).click();
      await page.getByText(/^1 key refused and \d endpoints? paused\./).waitFor();
      await expect.poll(() => key.innerText()).toContain('contained');
      expect((await stage.service.request('GET', '/v1/me', { key: stage.agency.key })).status).toBe(401);
      await key.getByRole('button', { name: /^Release/ }).click();
      await page.getByRole('button', { name: 'Release key' }).click();
      await page.getByText(/^1 key accepted and/).waitFor();
      expect((await stage.service.request('GET', '/v1/me', { key: stage.agency.key })).status).toBe(200);
    });
    await on('/service', async ({ page }) => {
      await page.locator('.health-list li').nth(3).waitFor();
      for (const width of [390, 1440]) await fits(page, 'service', width);
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(1_500);
      await page.getByText('Jobs and projections').click();
      await page.getByRole('button', { name: 'Refresh projections' }).click();
      await page.getByText('Sent messages and analytics are up to date.', { exact: true }).last().waitFor();
      await page.getByText('Encryption keys').click();
      await page.getByText(/^The current key encrypts all \d+ stored secrets?\./).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });
  });
});
