import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium, leftOut, logIn, openBrowser, picture, seriousFindings, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

const widths = [390, 820, 1440];

/** A page, its path, the element that shows that it is complete, and the first action on it. */
interface Shown {
  readonly name: string;
  path(stage: Stage): string;
  readonly shows: string;
  readonly first?: (page: Page) => Promise<void>;
}

const agency = ({ agency: { id } }: Stage) => `/console/agencies/${id}`;
const failing = (stage: Stage) => `${agency(stage)}/endpoints/${stage.failing.id}`;
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

const pages: readonly Shown[] = [
  { name: 'agencies', path: () => '/console', shows: '[aria-label="Agencies"] tbody tr' },
  { name: 'service', path: () => '/console/service', shows: '[aria-label="Projections"] tbody tr' },
  { name: 'ingestion', path: () => '/console/ingestion', shows: '.list[aria-busy=false]' },
  { name: 'audit', path: () => '/console/audit', shows: '[aria-label="Audit log"] tbody tr' },
  { name: 'tokens', path: () => '/console/tokens', shows: '.empty, [aria-label="Operator tokens"] tbody tr' },
  { name: 'nowhere', path: () => '/console/nowhere', shows: '.empty' },
  { name: 'endpoints', path: agency, shows: '.card:nth-child(3) .breaker' },
  { name: 'new-endpoint', path: (stage) => `${agency(stage)}/endpoints/new`, shows: 'form' },
  { name: 'figures', path: failing, shows: '.heat-map' },
  { name: 'test-event', path: failing, shows: 'dialog', first: press('Send test event') },
  { name: 'deliveries', path: (stage) => `${failing(stage)}/deliveries`, shows: '[aria-label="Deliveries"] tbody tr' },
  {
    name: 'delivery',
    path: (stage) => `${failing(stage)}/deliveries`,
    shows: '[aria-label="Request headers"]',
    first: (page) => page.locator('tbody a').first().click(),
  },
  { name: 'failures', path: (stage) => `${failing(stage)}/failures`, shows: '[aria-label="Failures"] tbody tr' },
  { name: 'replay', path: (stage) => `${failing(stage)}/failures`, shows: 'dialog .primary', first: press('Replay all matching…') },
  { name: 'signatures', path: (stage) => `${failing(stage)}/signatures`, shows: 'form' },
  { name: 'settings', path: (stage) => `${failing(stage)}/settings`, shows: 'form' },
  { name: 'rotate', path: (stage) => `${failing(stage)}/settings`, shows: 'dialog', first: press('Rotate secret…') },
  { name: 'events', path: (stage) => `${agency(stage)}/events`, shows: '[aria-label="Events"] tbody tr' },
  {
    name: 'event',
    path: (stage) => `${agency(stage)}/events`,
    shows: '.way:nth-child(3)',
    first: (page) => page.locator('tbody a').last().click(),
  },
  { name: 'access', path: (stage) => `${agency(stage)}/access`, shows: '[aria-label="API keys"] tbody tr' },
  { name: 'portal-link', path: (stage) => `${agency(stage)}/access`, shows: 'dialog', first: press('Create portal link') },
];

describe.skipIf(!chromium)(`pages of the console in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: BrowserContextOptions['storageState'];
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(Array.from({ length: 6 }, (_, index) => `order-of-pages-${index}`));
    await stage.failuresOf(stage.failing, 6);
    await visit(browser, { refused: [401] }, async ({ page, context }) => {
      await logIn(page, stage.service);
      session = await context.storageState();
    });
  });
  afterAll(async () => {
    await browser.close();
    await stage.close();
  });

  /** Holds that a page fits three widths and that axe finds nothing serious, and keeps its pictures. */
  async function judge(page: Page, name: string): Promise<void> {
    for (const width of widths) {
      await picture(page, name, width);
      // The narrow page and the wide one differ in what they show, the one between in sizes alone; the dark one in its colours alone.
      if (width === 1440 || (width === 390 && name.endsWith('light')))
        expect(await seriousFindings(page), `${name} at ${width}`).toEqual([]);
    }
  }

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    test.each(pages)('$name fits three widths and axe finds nothing serious', async ({ name, path, shows, first }) => {
      await visit(browser, { colorScheme, storageState: session! }, async ({ page }) => {
        await page.goto(stage.service.operatorUrl + path(stage));
        if (first) await first(page);
        await page.locator(shows).first().waitFor();
        await judge(page, `${name}-${colorScheme}`);
      });
    });

    test('login and portal do, too', async () => {
      await visit(browser, { colorScheme, refused: [401] }, async ({ page }) => {
        await page.goto(`${stage.service.operatorUrl}/console`);
        await page.getByLabel('Operator token').waitFor();
        await judge(page, `login-${colorScheme}`);
        const path = `/operator/v1/agencies/${stage.agency.id}/portal-links`;
        const { body } = await stage.service.operator('POST', path, { label: 'Look', scopes: ['read:webhooks', 'read:audit'] });
        await page.goto(body.url as string);
        await page.locator('.card:nth-child(3) .breaker').waitFor();
        await judge(page, `portal-${colorScheme}`);
      });
    });
  });
});
