import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startService, type TestService } from '../support/service.ts';

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const pictures = '.cache/pictures/docs';

const shown = [
  '/docs',
  '/docs/quick-start',
  '/docs/webhooks-in-production',
  '/docs/going-live',
  '/docs/recipes/express',
  '/docs/reference',
  '/docs/reference/list-fans',
  '/docs/problems/rate_limited',
  '/docs/events/order.created',
  '/docs/search?q=retry',
  '/status',
  '/changelog',
  '/errors/not_found',
];
const widths = [360, 820, 1440];
const schemes = ['light', 'dark'] as const;

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

describe.skipIf(!chromium)(`in a browser${chromium ? '' : ': left out, there is no chromium here'}`, () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService();
    const playwright = await import('playwright-core');
    browser = await playwright.chromium.launch({ executablePath: chromium!, args: ['--no-sandbox'] });
    await mkdir(pictures, { recursive: true });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  /** Opens a page of its own; whatever the browser complains of fails the test. */
  async function visit<Result>(path: string, options: BrowserContextOptions, work: (page: Page) => Promise<Result>): Promise<Result> {
    const context = await browser.newContext(options);
    const complaints: string[] = [];
    try {
      const page = await context.newPage();
      page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
      page.on('pageerror', (error) => void complaints.push(String(error)));
      page.on(
        'request',
        (request) =>
          void (new URL(request.url()).origin === service.baseUrl || request.url().startsWith('data:') || complaints.push(request.url())),
      );
      await page.goto(service.baseUrl + path, { waitUntil: 'load' });
      const result = await work(page);
      expect(complaints, path).toEqual([]);
      return result;
    } finally {
      await context.close();
    }
  }

  describe.each(schemes)('%s', (colorScheme) => {
    test.each(shown)('%s fits three widths and axe finds nothing serious', async (path) => {
      await visit(path, { colorScheme, bypassCSP: true }, async (page) => {
        await page.addScriptTag({ path: axe });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
          expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
          await page.screenshot({ path: `${pictures}/${path.slice(1).replace(/\W+/g, '-')}-${width}-${colorScheme}.png` });
        }
        // The narrow page and the wide one differ in what they show next to the text, the dark one only in its colours.
        for (const width of colorScheme === 'light' ? [widths[0]!, widths.at(-1)!] : [widths.at(-1)!]) {
          await page.setViewportSize({ width, height: 900 });
          const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run()');
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          expect(
            serious.map(({ id, nodes }) => [id, nodes[0]!.html, nodes[0]!.failureSummary]),
            `${path} at ${width}`,
          ).toEqual([]);
        }
      });
    });
  });

  test('every page can be read without scripts', async () => {
    for (const path of shown) {
      await visit(path, { javaScriptEnabled: false }, async (page) => {
        expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(100);
        expect(await page.locator('nav a').count(), path).toBeGreaterThan(40);
      });
    }
  });

  test('a search finds pages and their headings', async () => {
    await visit('/docs', {}, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('rotate secret');
      await page.keyboard.press('Enter');
      await page.locator('#results a').first().waitFor();
      const links = await page.locator('#results a').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
      expect(links).toContain(`${service.baseUrl}/docs/webhooks-in-production#rotate-the-secret`);
    });
  });

  test('the reader’s key is filled into the samples of the page, and is not stored', async () => {
    await visit('/docs/reference/list-orders', {}, async (page) => {
      await page.fill('.key input', 'svc_live_mine');
      expect(await page.locator('.sample').allTextContents()).toEqual(
        Array.from({ length: 4 }, () => expect.stringContaining('svc_live_mine')),
      );
      await page.reload({ waitUntil: 'networkidle' });
      expect(await page.content()).not.toContain('svc_live_mine');
      await page.fill('.key input', '<b>');
      expect(await page.locator('.sample').first().textContent()).toContain('svc_live_YOUR_KEY');
    });
  });

  test('a sample is copied as shown, with the reader’s key', async () => {
    await visit('/docs/reference/list-orders', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.fill('.key input', 'svc_live_mine');
      await page.locator('.sample').first().getByRole('button').click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        await page
          .locator('.sample pre')
          .first()
          .textContent()
          .then((text) => text!.trimEnd()),
      );
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain("-H 'Authorization: Bearer svc_live_mine'");
      await page.getByRole('button', { name: 'Copy it' }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^# List orders\n/);
    });
  });

  test('the language of samples that was opened last is open on the next page', async () => {
    await visit('/docs/reference/list-orders', {}, async (page) => {
      const open = () => page.locator('.sample[open] summary').allTextContents();
      expect(await open()).toEqual(['curl']);
      await page.locator('.sample summary', { hasText: 'Python' }).click();
      await page.goto(`${service.baseUrl}/docs/reference/list-fans`);
      expect(await open()).toEqual(['Python']);
    });
  });

  test('what was ticked off before going live stays so', async () => {
    await visit('/docs/going-live', {}, async (page) => {
      const box = page.getByRole('checkbox', { name: 'An event with an unknown type gets a 2xx.' });
      await box.check();
      await page.reload();
      expect(await box.isChecked()).toBe(true);
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
    });
  });

  test('pages follow each other as the menu has them', async () => {
    await visit('/docs', { javaScriptEnabled: false }, async (page) => {
      const read: (string | null)[] = [];
      for (let count = 0; count < 4; count++) {
        read.push(await page.locator('h1').textContent());
        await page.locator('a[rel=next]').click();
      }
      expect(read).toEqual(['Agency Messaging and Webhook Service', 'Quick start', 'Concepts', 'Versions']);
      await page.locator('a[rel=prev]').click();
      expect(await page.locator('h1').textContent()).toBe('Versions');
    });
  });

  test('the keyboard reaches the content first', async () => {
    await visit('/docs/webhooks', {}, async (page) => {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
    });
  });
});
