import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { chromium, fits, judge, leftOut, openBrowser, seriousFindings, type Session, sessionOf, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

describe.skipIf(!chromium)(`a list with the detail of a row next to it${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(Array.from({ length: 30 }, (_, index) => `order-of-list-${index}`));
    await stage.failuresOf(stage.failing, 20);
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  const tab = (name: string) => `/console/agencies/${stage.agency.id}/endpoints/${stage.failing.id}/${name}`;
  const rows = (page: Page) => page.locator('.list-side tbody tr');
  const detail = (page: Page) => page.getByRole('region', { name: 'Delivery', exact: true });
  const idOf = (page: Page) => /[/](?:deliveries|failures)[/]([^/?]+)/.exec(page.url())?.[1] ?? null;
  const shownId = (page: Page) => detail(page).locator('.id').first().getAttribute('title');
  const current = (page: Page) => rows(page).evaluateAll((all) => all.findIndex((row) => row.querySelector('[aria-current]') !== null));

  const on = (path: string, work: (page: Page) => Promise<void>) =>
    visit(browser, { storageState: session }, async ({ page }) => {
      await page.goto(stage.service.operatorUrl + path);
      await page.locator('[aria-label="Deliveries"] tbody tr, [aria-label="Failures"] tbody tr, .delivery').first().waitFor();
      await work(page);
    });

  async function expectShown(page: Page, index: number): Promise<string> {
    await expect.poll(() => current(page)).toBe(index);
    await expect.poll(() => shownId(page)).toBe(idOf(page));
    return idOf(page)!;
  }

  test.each(['deliveries', 'failures'])('choosing a row of the %s opens it at the right, and Back closes it', async (name) => {
    await on(`${tab(name)}?type=order.created`, async (page) => {
      expect(await detail(page).count()).toBe(0);
      await rows(page).nth(2).locator('td').nth(1).click();
      const id = await expectShown(page, 2);
      expect(new URL(page.url()).search).toBe('?type=order.created');
      expect(new URL(page.url()).pathname).toBe(`${tab(name)}/${id}`);
      const [list, item] = [(await page.locator('.list-side').boundingBox())!, (await detail(page).boundingBox())!];
      expect(item.x).toBeGreaterThanOrEqual(list.x + list.width);
      expect(await seriousFindings(page)).toEqual([]);
      await rows(page).nth(4).getByRole('link').first().click();
      await expectShown(page, 4);
      await page.goBack();
      expect(await expectShown(page, 2)).toBe(id);
      await page.goBack();
      await expect.poll(() => detail(page).count()).toBe(0);
      expect(idOf(page)).toBeNull();
      await expect.poll(() => page.getByLabel('Event type').inputValue()).toBe('order.created');
    });
  });

  test('J, K and arrows go from row to row with the focus, in one step of Back, and Escape closes', async () => {
    await on(tab('deliveries'), async (page) => {
      await page.keyboard.press('j');
      await expectShown(page, 0);
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await expectShown(page, 2);
      await page.keyboard.press('k');
      await expectShown(page, 1);
      await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-current")')).toBe('true');
      await page.keyboard.press('ArrowDown');
      await expectShown(page, 2);
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('Outcome').focus();
      await page.keyboard.type('jk');
      await expectShown(page, 2);
      await page.getByLabel('Outcome').fill('');
      await page.keyboard.press('Escape');
      await expect.poll(() => detail(page).count()).toBe(0);
      expect(idOf(page)).toBeNull();
    });
  });

  test('Enter on a row leads into its delivery, and Escape or Close back to the row', async () => {
    await on(tab('deliveries'), async (page) => {
      const isInDetail = () => page.evaluate('document.activeElement.matches(".detail-side")');
      await rows(page).nth(1).getByRole('link').first().focus();
      await page.keyboard.press('Enter');
      await expectShown(page, 1);
      await expect.poll(isInDetail).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => detail(page).count()).toBe(0);
      const focusedRow = () =>
        page.evaluate('[...document.querySelectorAll(".list-side tbody tr")].indexOf(document.activeElement.closest("tr"))');
      await expect.poll(focusedRow).toBe(1);
      await page.keyboard.press('Enter');
      await expectShown(page, 1);
      await page.keyboard.press('j');
      await expectShown(page, 2);
      await page.keyboard.press('Enter');
      await expect.poll(isInDetail).toBe(true);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => detail(page).count()).toBe(0);
      await expect.poll(focusedRow).toBe(2);
    });
  });

  test('a row far down stays in sight when it opens, and so does the beginning of its delivery', async () => {
    await on(tab('deliveries'), async (page) => {
      await rows(page).nth(22).locator('td').nth(1).click();
      await expectShown(page, 22);
      await detail(page).getByRole('region', { name: 'Request headers' }).waitFor();
      const isInSight = async () => {
        const [row, item] = [(await rows(page).nth(22).boundingBox())!, (await detail(page).boundingBox())!];
        return row.y >= 0 && row.y + row.height <= 900 && item.y >= -1 && item.y < 900;
      };
      await expect.poll(isInSight).toBe(true);
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await page.keyboard.press('k');
      await expectShown(page, 21);
      await expect.poll(async () => (await detail(page).boundingBox())!.y).toBeGreaterThanOrEqual(-1);
    });
  });

  test('the address of a delivery shows it next to the list, and another page size moves it', async () => {
    const { body } = await stage.service.request('GET', `/v1/webhooks/${stage.failing.id}/deliveries`, { key: stage.agency.key });
    const { id } = body.data[3] as { id: string };
    await on(`${tab('deliveries')}/${id}`, async (page) => {
      await expectShown(page, 3);
      await page.setViewportSize({ width: 1200, height: 900 });
      await expect.poll(() => rows(page).count()).toBe(0);
      await page.locator('.delivery').waitFor();
      await page.setViewportSize({ width: 1280, height: 900 });
      await expectShown(page, 3);
      await detail(page).getByRole('link', { name: 'Close' }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(tab('deliveries'));
    });
  });

  test('rows say what they are about, and filters by outcome and time find them or refuse what they cannot read', async () => {
    await on(tab('deliveries'), async (page) => {
      const first = rows(page).first();
      await expect.poll(() => first.innerText()).toMatch(/€[\d.]+ · tip · order-of-list-\d+ · Mira/);
      const outcome = page.getByLabel('Outcome');
      const choose = async (text: string) => {
        await outcome.fill(text);
        await outcome.press('Enter');
        await outcome.blur();
      };
      await choose('503');
      await page.getByText('4 times within').first().waitFor();
      expect(new URL(page.url()).searchParams.get('outcome')).toBe('503');
      expect(await page.getByRole('button', { name: 'Send all matching again…' }).isDisabled()).toBe(true);
      await choose('404');
      await page.getByText('No matching deliveries').waitFor();
      await choose('often');
      await page.getByText('Enter a status such as 500').waitFor();
      expect(new URL(page.url()).searchParams.get('outcome')).toBe('404');
      await choose('');
      await page.getByLabel('Time').selectOption('Yesterday');
      await page.getByText('No matching deliveries').waitFor();
      await page.getByLabel('Time').selectOption('Last hour');
      await first.waitFor();
      expect(await page.getByLabel('From').count()).toBe(0);
      await page.getByLabel('Time').selectOption('range');
      await page.getByLabel('From').fill('last week');
      await page.getByLabel('From').blur();
      await page.getByText('Enter a day and a time, such as').waitFor();
      await page.goto(`${stage.service.operatorUrl}${tab('deliveries')}?from=2026-13-45`);
      await page.getByText('Enter a day and a time, such as').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });
  });

  test('attempts with the same outcome are folded, and open with a click', async () => {
    await on(tab('failures'), async (page) => {
      await rows(page).first().getByRole('link').first().click();
      const attempts = detail(page).locator('.attempts').first();
      const fold = attempts.locator('summary');
      expect((await fold.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/^Attempts 1–3 503 response within [\d.]+ (?:ms|s)/);
      await attempts.getByText('Attempt 4').waitFor();
      await attempts.getByText('Attempt 2').waitFor({ state: 'hidden' });
      await fold.click();
      await attempts.getByText('Attempt 2').waitFor();
      expect(await attempts.getByLabel('Response to attempt 2').innerText()).toBe('<b>Down for maintenance</b>');
      expect(await seriousFindings(page)).toEqual([]);
    });
  });

  test.each(['deliveries', 'failures'])(
    'the %s fit 1,280 and 1,440 pixels, and a phone shows one of both, light and dark',
    async (name) => {
      await on(tab(name), async (page) => {
        await rows(page).first().getByRole('link').first().click();
        await detail(page).getByRole('region', { name: 'Request headers' }).waitFor();
        await fits(page, `beside-${name}`, 1280);
        await judge(page, `beside-${name}`);
      });
    },
  );
});
