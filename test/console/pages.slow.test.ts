import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { chromium, judge, leftOut, openBrowser, requestsOfMinute, type Session, sessionOf, visit } from './browser.ts';
import { shownPages } from './shown-pages.ts';
import { startStage, type Stage } from './stage.ts';

const widths = [390, 820, 1440];

describe.skipIf(!chromium)(`pages of the console in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(Array.from({ length: 6 }, (_, index) => `order-of-pages-${index}`));
    await stage.failuresOf(stage.failing, 6);
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  /** Leaves the live stream without a response: what the receivers do meanwhile then repeats no request of the page. */
  const withoutLive = (page: Page) => page.route('**/v1/webhooks/live', () => undefined);

  test.each(shownPages)(
    '$name sends few requests, fits three widths, and axe finds nothing serious, light and dark',
    async ({ name, path, shows, requests, first }) => {
      await visit(browser, { storageState: session }, async ({ page }) => {
        const asked: string[] = [];
        page.on('request', (request) => {
          const { pathname } = new URL(request.url());
          if (/\/v1\//.test(pathname) && !pathname.endsWith('/live')) asked.push(pathname.replaceAll(/[\da-f-]{36}/g, '{id}'));
        });
        await withoutLive(page);
        await page.goto(stage.service.operatorUrl + path(stage));
        if (first) await first(page);
        await page.locator(shows).first().waitFor();
        expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(requests);
        // The figures of all endpoints of a page are one request; three endpoints would be three.
        expect(asked.filter((each) => each.endsWith('figures')).length).toBeLessThanOrEqual(1);
        expect(await page.title()).toMatch(/ · Agency Service$/);
        const [openDialogs, wait] = await page.evaluate<
          [string[], string[]]
        >(`['[aria-haspopup=dialog]', ':not([aria-haspopup=dialog])'].map((kind) =>
          [...document.querySelectorAll('main button' + kind)].map(({ textContent }) => textContent.trim()))`);
        expect(openDialogs.filter((text) => !text.endsWith('…'))).toEqual([]);
        expect(wait.filter((text) => text.endsWith('…'))).toEqual([]);
        await judge(page, name, { widths, shows });
      });
    },
  );

  test('login and portal fit three widths, and axe finds nothing serious, light and dark', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await page.goto(`${stage.service.operatorUrl}/console`);
      await page.getByLabel('Operator token').waitFor();
      expect(await page.title()).toBe('Log in · Agency Service');
      await judge(page, 'login', { widths });
      const path = `/operator/v1/agencies/${stage.agency.id}/portal-links`;
      const { body } = await stage.service.operator('POST', path, { label: 'Look', scopes: ['read:webhooks', 'read:audit'] });
      await page.goto(body.url as string);
      await page.locator('.card:nth-child(3) .breaker').waitFor();
      expect(await page.title()).toMatch(/ · Agency Service$/);
      await judge(page, 'portal', { widths });
      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.locator('[aria-label="Audit log"] tbody tr').first().waitFor();
      await judge(page, 'portal-audit', { widths });
    });
  });

  test('an endpoint’s page reads the figures of the hour and the minutes of the day in one request', async () => {
    await visit(browser, { storageState: session }, async ({ page }) => {
      const asked: URLSearchParams[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.pathname.endsWith('/figures')) asked.push(url.searchParams);
      });
      await withoutLive(page);
      await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}/endpoints/${stage.good.id}`);
      await page.locator('.heat-map').waitFor();
      expect(asked.map((query) => [query.get('interval'), query.has('totals_start')])).toEqual([['minute', true]]);
      expect(await page.locator('.heat-map rect.cell').count()).toBeGreaterThanOrEqual(24 * 12);
      expect(await page.getByRole('img', { name: 'Heat map of the last day' }).getAttribute('aria-label')).toContain(
        '6 attempts, 0 failed',
      );
      await page.getByRole('button', { name: 'Last 7 days' }).click();
      await page.getByText(/p99 of 6 attempts, last 7 days/).waitFor();
      await expect.poll(() => asked.slice(1).map((query) => query.get('interval'))).toEqual(['hour']);
    });
  });

  test.each(shownPages)('$name at rest makes at most 20 requests a minute', async ({ path, shows, first }) => {
    await visit(browser, { storageState: session }, async ({ page }) => {
      await page.clock.install();
      await page.goto(stage.service.operatorUrl + path(stage));
      if (first) await first(page);
      await page.locator(shows).first().waitFor();
      expect(await requestsOfMinute(page)).toBeLessThanOrEqual(20);
    });
  });

  test('a page whose content fits the screen does not scroll', async () => {
    await visit(browser, { storageState: session }, async ({ page }) => {
      for (const path of ['nowhere', 'data', 'tokens']) {
        await page.goto(`${stage.service.operatorUrl}/console/${path}`);
        await page.locator('.foot').waitFor();
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate('document.documentElement.scrollHeight'), `${path} at ${width}`).toBe(900);
        }
      }
    });
  });

  test('a failure is a few lines on a phone, and only screen readers receive its labels', async () => {
    await visit(browser, { storageState: session, viewport: { width: 390, height: 844 } }, async ({ page }) => {
      await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}/endpoints/${stage.failing.id}/failures`);
      const row = page.locator('[aria-label="Failures"] tbody tr').first();
      const boxOf = async (cell: string) => (await row.locator(cell).boundingBox())!;
      const [lead, when, type] = [await boxOf('.lead'), await boxOf('.when'), await boxOf('td:has(.event-type)')];
      expect(Math.abs(lead.y + lead.height / 2 - when.y - when.height / 2)).toBeLessThan(6);
      expect(type.y).toBeGreaterThanOrEqual(lead.y + lead.height - 1);
      expect((await row.boundingBox())!.height).toBeLessThan(120);
      const labels = await page.evaluate<
        string[][]
      >(`[...document.querySelectorAll('[aria-label="Failures"] tbody tr:first-child :is(.lead, .when)')]
        .map((cell) => getComputedStyle(cell, '::before')).map(({ content, width }) => [content, width])`);
      expect(labels).toEqual([
        ['"Failed"', '1px'],
        ['"Why"', '1px'],
      ]);
      expect(await row.innerText()).toMatch(/503 response\s*4 times/);
    });
  });

  test('a delivery is two columns between a phone and a wide screen, and one on a phone', async () => {
    await visit(browser, { storageState: session, viewport: { width: 1200, height: 900 } }, async ({ page }) => {
      await page.goto(`${stage.service.operatorUrl}/console/agencies/${stage.agency.id}/endpoints/${stage.failing.id}/deliveries`);
      await page.locator('tbody a').first().click();
      await page.locator('[aria-label="Request headers"]').waitFor();
      const boxes = async () => [
        (await page.locator('.delivery > .section').boundingBox())!,
        (await page.locator('.delivery > div').boundingBox())!,
      ];
      const [facts, request] = await boxes();
      expect(request!.x).toBeGreaterThan(facts!.x + facts!.width);
      expect(Math.abs(request!.y - facts!.y)).toBeLessThan(2);
      await page.setViewportSize({ width: 390, height: 844 });
      const [above, below] = await boxes();
      expect(below!.x).toBe(above!.x);
      expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
    });
  });

  describe('with names of 200 letters without a space', () => {
    const name = 'W'.repeat(200);
    beforeAll(async () => {
      const { service, agency, good } = stage;
      const sql = (text: string) => service.database.query({ text, values: [name] });
      await service.operator('POST', '/operator/v1/tokens', { name, scopes: ['read'] });
      const { body } = await service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, {
        label: name,
        scopes: ['write:webhooks'],
      });
      await service.request('PATCH', `/v1/webhooks/${good.id}`, { key: body.api_key as string, body: { label: name } });
      for (const text of [
        'UPDATE agencies SET name = $1',
        'UPDATE webhook_endpoints SET label = $1',
        'UPDATE creators SET name = $1',
        'UPDATE fans SET fan_username = $1',
      ])
        await sql(text);
      await stage.order([name.slice(0, 128)]);
    });

    test.each(shownPages)('$name scrolls nowhere sideways, and hides no column of a table', async ({ path, shows, first }) => {
      await visit(browser, { storageState: session }, async ({ page }) => {
        await withoutLive(page);
        await page.goto(stage.service.operatorUrl + path(stage));
        if (first) await first(page);
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await page.locator(shows).first().waitFor();
          const hidden = `[document.documentElement, ...document.querySelectorAll('.scroll:has(table)')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ tagName, ariaLabel }) => tagName + ' ' + ariaLabel)`;
          await expect.poll(() => page.evaluate(hidden), { message: String(width) }).toEqual([]);
          const shadows = `[...document.querySelectorAll('.scroll')].every((element) => getComputedStyle(element).backgroundImage.includes('gradient'))`;
          expect(await page.evaluate(shadows)).toBe(true);
        }
        const dialog = await page
          .locator('dialog')
          .boundingBox({ timeout: 1 })
          .catch(() => null);
        if (dialog) expect(Math.abs(900 - dialog.height - 2 * dialog.y)).toBeLessThanOrEqual(2);
      });
    });
  });
});
