import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { chromium, focused, judge, leftOut, logIn, openBrowser, type Session, sessionOf, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

describe.skipIf(!chromium)(`the command palette in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(['order-found-1']);
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  const agencyPath = () => `/console/agencies/${stage.agency.id}`;
  const field = (page: Page) => page.getByRole('combobox', { name: 'Search by name or id' });
  const options = (page: Page) => page.getByRole('option');
  const active = (page: Page) => page.locator('[role=option][aria-selected=true]');
  const pathOf = (page: Page) => new URL(page.url()).pathname;

  const on = (path: string, shows: string, work: (page: Page) => Promise<void>) =>
    visit(browser, { storageState: session }, async ({ page }) => {
      await page.goto(stage.service.operatorUrl + path);
      await page.getByRole('heading', { name: shows, exact: true }).first().waitFor();
      await work(page);
    });

  async function open(page: Page, text = ''): Promise<void> {
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    if (text !== '') await page.keyboard.type(text);
    await page
      .getByRole('dialog')
      .getByText(/^(\d+ results?|Nothing matches.*)$/)
      .waitFor();
  }

  test('the keyboard alone leads to an agency, and the focus goes to its page', async () => {
    await on('/console', 'Agencies', async (page) => {
      await open(page, 'northl');
      await options(page).filter({ hasText: 'Northlight Agency' }).first().waitFor();
      const named = () => Promise.all([field(page).getAttribute('aria-activedescendant'), active(page).getAttribute('id')]);
      await expect.poll(async () => new Set(await named()).size).toBe(1);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Endpoints', exact: true }).waitFor();
      expect(pathOf(page)).toBe(agencyPath());
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await expect.poll(() => focused(page)).toEqual(['H1', 'Endpoints']);
    });
  });

  test('outside an agency, an id that nothing has is answered with where records are searched', async () => {
    await on('', 'Overview', async (page) => {
      await open(page, 'order-unknown-9');
      await page.getByText('Nothing matches “order-unknown-9”. Open an agency to search its orders and events.').waitFor();
      await field(page).fill('no such name');
      await page.getByText('Nothing matches “no such name”.', { exact: true }).waitFor();
    });
  });

  test('letters that are typed right after the key, on a page that has just loaded, are all in the field', async () => {
    await on('/console', 'Agencies', async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('northl');
      expect(await field(page).inputValue()).toBe('northl');
    });
  });

  test('an operator finds an endpoint of any agency by its label, its URL or its id', async () => {
    const { id } = stage.good;
    for (const text of ['ledger', stage.good.receiver.url, id])
      await on('/console/tokens', 'Operator tokens', async (page) => {
        await open(page, text);
        await expect.poll(() => active(page).innerText()).toMatch(/^Northlight Agency · Ledger/);
        await page.keyboard.press('Enter');
        await page.waitForURL(`**${agencyPath()}/endpoints/${id}`);
      });
  });

  test('arrows move through the results and around, and Escape or the key again gives the focus back', async () => {
    await on(agencyPath(), 'Endpoints', async (page) => {
      await page.getByText('Ledger').first().waitFor();
      await page.getByRole('button', { name: 'Search' }).click();
      await field(page).waitFor();
      await options(page).filter({ hasText: 'Ledger' }).waitFor();
      const first = await active(page).innerText();
      await page.keyboard.press('ArrowUp');
      const last = await options(page).last().innerText();
      await expect.poll(() => active(page).innerText()).toBe(last);
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => active(page).innerText()).toBe(first);
      for (const key of ['Escape', 'Control+k']) {
        await page.keyboard.press(key);
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
        await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('palette-opener');
        await open(page);
      }
    });
  });

  test('an endpoint is found by its label and URL, and its actions are offered on its page', async () => {
    await on(agencyPath(), 'Endpoints', async (page) => {
      await open(page, 'ledger');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Ledger' }).waitFor();
      expect(pathOf(page)).toBe(`${agencyPath()}/endpoints/${stage.good.id}`);
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await open(page, 'pause');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('Pause this endpoint?').waitFor();
      await page.keyboard.press('Control+k');
      expect(await page.getByRole('dialog').count()).toBe(1);
      await page.keyboard.press('Escape');
      await open(page, 'check sig');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/signatures$/);
    });
  });

  test('deliveries, events, orders and fans are found by their ids', async () => {
    const { service, agency, good } = stage;
    const path = `/v1/webhooks/${good.id}/deliveries?limit=1`;
    const { id, event_id: eventId } = (await service.request('GET', path, { key: agency.key })).body.data[0] as Record<string, string>;
    await on(agencyPath(), 'Endpoints', async (page) => {
      const goTo = async (text: string, title: RegExp, expected: RegExp) => {
        await open(page, text);
        await expect.poll(() => active(page).innerText()).toMatch(title);
        await page.keyboard.press('Enter');
        await page.waitForURL(expected);
      };
      await goTo(id!, /^Delivery of order\.created/, new RegExp(`/endpoints/${good.id}/deliveries/${id}$`));
      await goTo(eventId!, /^Event order\.created/, new RegExp(`/events/${eventId}$`));
      await goTo('order-found-1', /^Order order-found-1\s+1 event/, /\/events\?by=order_ids&id=order-found-1$/);
      await page.getByRole('region', { name: 'Events' }).getByText('order-found-1').first().waitFor();
      await goTo('fan-1', /^Fan fan-1/, /\/events\?by=fan_ids&id=fan-1$/);
      await open(page, 'order-unknown-9');
      await page.getByText('Nothing matches “order-unknown-9”.').waitFor();
    });
  });

  test('Back closes it, and the focus goes to the page that is then shown', async () => {
    await on('/console', 'Agencies', async (page) => {
      await page.getByRole('link', { name: 'Northlight Agency', exact: true }).click();
      await page.getByRole('link', { name: 'Ledger' }).waitFor();
      await open(page);
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toEqual(['H1', 'Overview']);
    });
  });

  test('a choice of the page is offered with its name, without the present one', async () => {
    await on(`${agencyPath()}/endpoints/${stage.good.id}`, 'Ledger', async (page) => {
      await page.getByRole('button', { name: 'Last 7 days' }).waitFor();
      await open(page, 'time range');
      expect(await options(page).allInnerTexts()).toEqual(['Time range: Last day', 'Time range: Last 7 days', 'Time range: Last 30 days']);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Last day', pressed: true }).waitFor();
    });
  });

  test('from an agency it leads to the pages of all agencies', async () => {
    await on(`${agencyPath()}/quotas`, 'Quotas', async (page) => {
      await open(page, 'operator tok');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Operator tokens' }).waitFor();
      expect(pathOf(page)).toBe('/console/tokens');
    });
  });

  test('a part that cannot be searched is named, and the rest is found', async () => {
    await visit(browser, { storageState: session, refused: [500] }, async ({ page }) => {
      await page.route('**/agency-activity*', (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: '{"type":"/errors/internal_error","title":"Internal error"}',
        }),
      );
      await page.goto(stage.service.operatorUrl + agencyPath());
      await page.getByRole('heading', { name: 'Ledger' }).waitFor();
      await page.keyboard.press('Control+k');
      await field(page).fill('ledger');
      await page.getByText('A part could not be searched: Internal error.').waitFor();
      await options(page).filter({ hasText: 'Ledger' }).waitFor();
    });
  });

  test('the portal has it, without what operators alone see', async () => {
    const path = `/operator/v1/agencies/${stage.agency.id}/portal-links`;
    const { body } = await stage.service.operator('POST', path, { label: 'Palette', scopes: ['read:webhooks'] });
    await visit(browser, {}, async ({ page }) => {
      await page.goto(body.url as string);
      await page.getByText('Ledger').first().waitFor();
      await open(page, 'e');
      const texts = await options(page).allInnerTexts();
      expect(texts.some((text) => text.startsWith('Ledger'))).toBe(true);
      expect(texts.join()).not.toMatch(/Add endpoint|Operator tokens|Northlight/);
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
      const other = await stage.service.createAgency();
      const { body: endpoint } = await stage.service.request('POST', '/v1/webhooks', {
        key: other.key,
        body: { url: stage.good.receiver.url, label: 'Of another agency', enabled_event_types: ['order.created'] },
      });
      for (const text of ['Of another agency', endpoint.id as string, other.id]) {
        await field(page).fill(text);
        await page.getByText(`Nothing matches “${text}”.`).waitFor();
      }
      expect(asked.filter((each) => !each.startsWith('/v1/'))).toEqual([]);
    });
  });

  test('an operator who may only read is offered nothing that changes anything', async () => {
    const { body } = await stage.service.operator('POST', '/operator/v1/tokens', { name: 'Reads', scopes: ['read'] });
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await logIn(page, { operatorUrl: stage.service.operatorUrl, operatorToken: body.token as string });
      await page.goto(`${stage.service.operatorUrl}${agencyPath()}/endpoints/${stage.good.id}`);
      await page.getByRole('button', { name: 'Last 7 days' }).waitFor();
      await open(page);
      const texts = (await options(page).allInnerTexts()).join();
      expect(texts).toMatch(/Time range: Last day[^]*Ledger/);
      expect(texts).not.toMatch(/Pause|Send test|Recover|Add/);
    });
  });

  test('it fits a phone and a desktop, and axe finds nothing serious, light and dark', async () => {
    await on(`${agencyPath()}/endpoints/${stage.failing.id}`, '<img src=x onerror=alert(1)> CRM', async (page) => {
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await open(page);
      await judge(page, 'palette');
      await page.keyboard.type('nothing-has-this-name');
      await page.getByText(/Nothing matches/).waitFor();
      await judge(page, 'palette-empty', { widths: [390] });
    });
  });
});
