import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import type { TestAgency } from '../support/service.ts';
import { chromium, leftOut, openBrowser, type Session, sessionOf, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

describe.skipIf(!chromium)(`portal links and containment in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  /** Goes to a page of the agency as an operator who has logged in. */
  async function goTo(page: Page, { id }: Pick<TestAgency, 'id'>, path: string): Promise<void> {
    await page.context().addCookies(session.cookies);
    await page.goto(`${stage.service.operatorUrl}/console/agencies/${id}${path}`);
  }

  async function linkOf(agency: TestAgency, options: object): Promise<string> {
    const answer = await stage.service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, {
      label: 'Support',
      ...options,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.url as string;
  }

  test('a refusal of the service is shown at its field, in words, and the rest of the form stays', async () => {
    await visit(browser, { refused: [400, 401] }, async ({ page }) => {
      await goTo(page, stage.agency, '/access');
      await page.getByRole('button', { name: 'Create portal link' }).click();
      const dialog = page.getByRole('dialog');
      const create = () => dialog.getByRole('button', { name: 'Create link' }).click();
      const errorOf = async (field: Locator) => {
        await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
        return page.locator(`#${(await field.getAttribute('aria-describedby'))!.split(' ').at(-1)!}`).innerText();
      };
      await dialog.getByLabel('Label').fill('In words');
      const origins = dialog.getByLabel('Pages that may embed the portal');
      await origins.fill('https://app.example.com/page');
      await create();
      expect(await errorOf(origins)).toBe('Must be an origin such as https://app.example.com, in lower case and without a path.');
      await origins.fill('');
      await dialog.getByText('Theme of the portal').click();
      const name = dialog.getByLabel('Name', { exact: true });
      await name.fill('turned \u202e round');
      await create();
      expect(await errorOf(name)).toBe('Must be one line of characters that show.');
      expect(await dialog.getByLabel('Label').inputValue()).toBe('In words');
      await name.fill('Northlight');
      await create();
      await page.getByLabel('Portal link', { exact: true }).waitFor();
    });
  });

  test('a link allows what its form says, as often as it says; the endpoints that it created end with it unless the form retains them', async () => {
    const { agency, service, good } = stage;
    let url = '';
    let form = '';
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, agency, '/access');
      await page.getByRole('button', { name: 'Create portal link' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Label').fill('Two tabs');
      const checked = async (scope: string) => dialog.getByLabel(scope, { exact: true }).isChecked();
      expect([await checked('read:webhooks'), await checked('replay:webhooks'), await checked('write:webhooks')]).toEqual([
        true,
        true,
        false,
      ]);
      form = await dialog.innerText();
      await dialog.getByLabel('write:webhooks').check();
      await dialog.getByLabel('read:creators').check();
      const uses = dialog.getByLabel('Number of uses');
      expect(await uses.inputValue()).toBe('1');
      await uses.fill('101');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await expect.poll(() => page.evaluate('document.querySelector("input:invalid")?.max')).toBe('100');
      await uses.fill('2');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      url = await page.getByLabel('Portal link', { exact: true }).innerText();
    });
    expect(form).toMatch(/requires write:webhooks[^]*disabled when it ends, unless the agency keeps them[^]*one tab/);

    await visit(browser, {}, async ({ page }) => {
      await page.goto(url);
      await page.getByRole('link', { name: 'Add endpoint' }).first().click();
      await page.getByLabel('URL').fill(`${good.receiver.url}?from=link`);
      await page.getByLabel('Label').fill('From a link');
      await page.getByLabel('order.refunded').check();
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await page.getByText('It was created through the portal link').waitFor();
    });
    await visit(browser, {}, async ({ page }) => {
      await page.goto(url);
      await page.getByRole('link', { name: 'From a link' }).waitFor();
    });
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await page.goto(url);
      await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    });

    const keys = await service.operator('GET', `/operator/v1/agencies/${agency.id}/keys`);
    const { id: keyId } = keys.body.data.find(({ label }: { label: string }) => label.includes('Two tabs'));
    expect((await service.operator('DELETE', `/operator/v1/keys/${keyId}`)).status).toBe(204);
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, agency, '');
      await page.getByRole('link', { name: 'From a link' }).click();
      await page.getByText('the portal link that created it has ended').waitFor();
      await page.getByText(/^Disabled when its portal link ended/).waitFor();
    });
  });

  test.each([
    ['what operators wrote for it', 'Ask support.', 'notice: Ask support.'],
    ['that this is a precaution, where they wrote nothing', '', 'precaution'],
  ])('an agency that is contained reads %s, and not their reason', async (_what, notice, shown) => {
    const agency = await stage.service.createAgency();
    const body = { url: stage.good.receiver.url, label: 'Contained', enabled_event_types: ['order.created'] };
    await stage.service.request('POST', '/v1/webhooks', { key: agency.key, body });
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await goTo(page, agency, '/access');
      await page.getByRole('button', { name: 'Contain agency…' }).click();
      const dialog = page.getByRole('dialog');
      expect(await dialog.innerText()).toMatch(/Reason[^]*only to operators[^]*Notice[^]*Shown to the agency/);
      await dialog.getByLabel('Reason').fill('A ticket number');
      await dialog.getByLabel('Notice').fill(notice);
      await dialog.getByRole('button', { name: 'Contain agency' }).click();
      await page.getByText('1 key refused and 1 endpoint paused.').waitFor();
      await page.getByText('contained', { exact: true }).waitFor();
      expect((await stage.service.request('GET', '/v1/me', { key: agency.key })).status).toBe(401);
      await page.getByRole('button', { name: 'Release…' }).click();
      await page.getByRole('button', { name: 'Release agency' }).click();
      await page.getByText('1 key accepted and 1 endpoint enabled again.').waitFor();
    });
    const url = await linkOf(agency, { scopes: ['read:webhooks', 'read:audit'] });
    await visit(browser, {}, async ({ page }) => {
      await page.goto(url);
      await page.getByRole('link', { name: 'Audit log' }).click();
      const entry = page.getByRole('row').filter({ hasText: 'agency.contained' });
      await entry.waitFor();
      expect(await entry.innerText()).toContain(shown);
      expect(await page.content()).not.toContain('A ticket number');
    });
  });

  test('an endpoint that was disabled by the quota of pending deliveries says so and what to do', async () => {
    const agency = await stage.service.createAgency();
    const body = { url: stage.good.receiver.url, label: 'Slow', enabled_event_types: ['order.created'] };
    const { id } = (await stage.service.request('POST', '/v1/webhooks', { key: agency.key, body })).body;
    await stage.service.database.query({
      text: `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'auto_quota', disabled_at = now() WHERE id = $1`,
      values: [id],
    });
    const url = await linkOf(agency, { scopes: ['read:webhooks'] });
    await visit(browser, {}, async ({ page }) => {
      await page.goto(url);
      await page.getByText(/^Disabled by the quota of pending deliveries/).waitFor();
      await page.getByRole('link', { name: 'Slow' }).click();
      await page
        .getByText(/quota of pending deliveries[^]*Make the receiver faster, then ask the sender of your link to repair the endpoint/)
        .waitFor();
    });
  });
});
