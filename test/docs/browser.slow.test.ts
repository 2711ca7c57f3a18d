import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium, judge, leftOut, openBrowser } from '../console/browser.ts';
import { sharedService, type TestService } from '../support/service.ts';

const shown = [
  '/docs',
  '/docs/quick-start',
  '/docs/concepts',
  '/docs/webhooks',
  '/docs/webhooks-in-production',
  '/docs/going-live',
  '/docs/recipes/express',
  '/docs/reference',
  '/docs/reference/list-fans',
  '/docs/problems',
  '/docs/problems/rate_limited',
  '/docs/events',
  '/docs/events/order.created',
  '/docs/search?q=retry',
  '/status',
  '/changelog',
  '/errors/not_found',
];
const widths = [360, 820, 1440];

describe.skipIf(!chromium)(`in a browser${leftOut}`, () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await sharedService();
    browser = await openBrowser();
  });
  afterAll(() => service.close());

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

  test.each(shown)('%s fits three widths and axe finds nothing serious, light and dark', async (path) => {
    await visit(path, {}, (page) => judge(page, `docs-${path.slice(1).replace(/\W+/g, '-')}`, { widths }));
  });

  test('every page can be read without scripts', async () => {
    await visit('/docs', { javaScriptEnabled: false }, async (page) => {
      for (const path of shown) {
        await page.goto(service.baseUrl + path);
        expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(100);
        expect(await page.locator('nav a').count(), path).toBeGreaterThan(40);
      }
    });
  });

  test('a search finds pages and their headings', async () => {
    await visit('/docs', {}, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('rotate secret');
      await page.keyboard.press('Enter');
      const links = () => page.locator('#results a').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
      await expect.poll(links).toContain(`${service.baseUrl}/docs/webhooks-in-production#rotate-the-secret`);
    });
  });

  test('the page of the search has one field, and its results end with whole words', async () => {
    await visit('/docs/search?q=retry', { viewport: { width: 360, height: 800 } }, async (page) => {
      const excerpts = page.locator('#results li > p:first-of-type');
      await expect.poll(() => excerpts.count()).toBeGreaterThan(5);
      const sources = (await (await page.request.get(`${service.baseUrl}/docs/assets/search.json`)).json()) as { text: string }[];
      for (const text of await excerpts.allTextContents()) {
        const begun = text.replace(/…$/, '');
        const source = sources.find((section) => section.text.startsWith(begun));
        expect(source?.text.slice(begun.length), text).toMatch(text.endsWith('…') ? /^\s/ : /^$/);
      }
      expect(await page.locator('.top .search').isVisible()).toBe(false);
      expect((await page.locator('.top').boundingBox())!.height).toBeLessThan(70);
    });
  });

  test('results appear below the field as words are typed, each page once, and the arrows and Escape work', async () => {
    await visit('/docs', {}, async (page) => {
      const results = page.locator('.finds li > a');
      await page.getByLabel('Search the documentation').pressSequentially('rotat');
      await results.first().waitFor();
      await expect.poll(() => results.allTextContents()).toContain('Webhooks in production');
      const titles = await results.allTextContents();
      expect(new Set(titles).size).toBe(titles.length);
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(titles[0]);
      await page.keyboard.press('Escape');
      await results.first().waitFor({ state: 'hidden' });
      expect(page.url()).toBe(`${service.baseUrl}/docs`);
      await page.goto(`${service.baseUrl}/docs/search?q=secret`);
      const pages = page.locator('#results > li > a');
      await pages.first().waitFor();
      const found = await pages.allTextContents();
      expect(new Set(found).size).toBe(found.length);
    });
  });

  test('the picture of the home page and the table of the status fit a phone without scrolling sideways', async () => {
    for (const [path, place] of [
      ['/docs', '.diagram'],
      ['/status', 'main .scroll'],
    ] as const)
      await visit(path, { viewport: { width: 360, height: 800 } }, async (page) => {
        const hidden = () =>
          page
            .locator(place)
            .first()
            .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        await expect.poll(hidden, { message: path }).toBe(0);
        if (path === '/docs') expect(await page.locator('.diagram svg:visible').count()).toBe(1);
      });
  });

  test('the menu of a phone opens where the reader is, shows the current page, and Escape closes it', async () => {
    await visit('/docs/troubleshooting', { viewport: { width: 390, height: 844 } }, async (page) => {
      const menu = page.getByRole('navigation', { name: 'Documentation' });
      expect(await menu.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).click();
      await menu.waitFor();
      expect(page.url()).not.toContain('#');
      await expect.poll(async () => (await menu.locator('[aria-current]').boundingBox())!.y).toBeLessThan(844);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Menu');
    });
  });

  test.each(shown)('%s moves nothing while it loads', async (path) => {
    for (const [width, hasTouch] of [
      [390, true],
      [1440, false],
    ] as const) {
      const shifts = await visit(path, { viewport: { width, height: 900 }, hasTouch, isMobile: hasTouch }, async (page) => {
        await page.waitForLoadState('networkidle');
        return page.evaluate<{ value: number }[]>(
          `new Promise((resolve) => {
            const found = [];
            new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(found.map(({ value }) => ({ value }))), 300);
          })`,
        );
      });
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        `${width}`,
      ).toBeLessThanOrEqual(0.05);
    }
  });

  test('the menu shows the current page, a heading links to itself, and a page prints without its menu', async () => {
    await visit('/docs/troubleshooting', { viewport: { width: 1440, height: 700 } }, async (page) => {
      const current = page.locator('.menu [aria-current]');
      await expect.poll(async () => (await current.boundingBox())!.y).toBeLessThan(700);
      expect(await page.locator('.contents').boundingBox()).toEqual(
        expect.objectContaining({ x: expect.toSatisfy((x: number) => x > 1000) }),
      );
      await page.getByRole('heading', { name: 'A request fails' }).getByRole('link').click();
      expect(page.url()).toMatch(/#a-request-fails$/);
      await page.emulateMedia({ media: 'print' });
      for (const part of ['.menu', '.top', '.contents']) expect(await page.locator(part).isVisible(), part).toBe(false);
      expect(await page.locator('main').isVisible()).toBe(true);
    });
  });

  test('a read is tried against this installation alone, with GET, and its key is not stored', async () => {
    const key = 'svc_live_0123456789';
    await visit('/docs/reference/get-order', {}, async (page) => {
      const sent: { method: string; url: string; authorization: string | undefined }[] = [];
      await page.route(/\/v1\//, async (route) => {
        const request = route.request();
        sent.push({ method: request.method(), url: request.url(), authorization: request.headers()['authorization'] });
        await route.fulfill({ json: { id: 'a/b' } });
      });
      await page.fill('.key input', key);
      await page.getByText('Try it', { exact: true }).click();
      await page.getByLabel('order_id (required)').fill('a/b');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('.try pre').filter({ hasText: 'a/b' }).waitFor();
      await expect.poll(() => page.locator('.try [role=status]').textContent()).toMatch(/^200 after \d+ ms/);
      expect(sent).toEqual([{ method: 'GET', url: `${service.baseUrl}/v1/orders/a%2Fb`, authorization: `Bearer ${key}` }]);
      const stored = 'JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}, location.href])';
      expect(await page.evaluate(stored)).not.toContain(key);
      await page.reload({ waitUntil: 'networkidle' });
      expect(await page.content()).not.toContain(key);
    });
    for (const path of [
      '/docs/reference/create-webhook-endpoint',
      '/docs/reference/delete-webhook-endpoint',
      '/docs/reference/watch-webhooks',
    ])
      await visit(path, {}, async (page) => {
        await page.locator('.key').waitFor();
        expect(await page.locator('.try').count(), path).toBe(0);
      });
  });

  test('samples are next to the text where there is room', async () => {
    await visit('/docs/reference/list-orders', { viewport: { width: 1440, height: 900 } }, async (page) => {
      const [samples, text] = [await page.locator('.samples').boundingBox(), await page.locator('main > h2').first().boundingBox()];
      expect(samples!.x).toBeGreaterThan(text!.x + text!.width - 1);
      expect(await page.locator('.samples .figure').innerText()).toMatch(/^Response 200/);
    });
  });

  test('the reader’s key is filled into the samples of the page, and is not stored', async () => {
    await visit('/docs/reference/list-orders', {}, async (page) => {
      await page.fill('.key input', 'svc_live_mine');
      await expect
        .poll(() => page.locator('.sample').allTextContents())
        .toEqual(Array.from({ length: 4 }, () => expect.stringContaining('svc_live_mine')));
      await page.reload({ waitUntil: 'networkidle' });
      expect(await page.content()).not.toContain('svc_live_mine');
      await page.fill('.key input', '<b>');
      await expect.poll(() => page.locator('.sample').first().textContent()).toContain('svc_live_YOUR_KEY');
    });
  });

  test('a sample is copied as shown, with the reader’s key', async () => {
    await visit('/docs/reference/list-orders', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.fill('.key input', 'svc_live_mine');
      await page.locator('.sample').first().getByRole('button').click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      await expect
        .poll(() => page.evaluate('navigator.clipboard.readText()'))
        .toBe(
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
      await expect.poll(open).toEqual(['curl']);
      await page.locator('.sample summary', { hasText: 'Python' }).click();
      await expect.poll(open).toContain('Python');
      await page.goto(`${service.baseUrl}/docs/reference/list-fans`);
      await expect.poll(open).toEqual(['Python']);
    });
  });

  test('what was ticked off before going live stays so', async () => {
    await visit('/docs/going-live', {}, async (page) => {
      const box = page.getByRole('checkbox', { name: 'An event with an unknown type gets a 2xx.' });
      await box.check();
      await page.reload();
      await expect.poll(() => box.isChecked()).toBe(true);
      await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(1);
    });
  });

  test('pages follow each other as the menu has them', async () => {
    await visit('/docs', { javaScriptEnabled: false }, async (page) => {
      const title = () => page.locator('h1').textContent();
      for (const expected of ['Agency Messaging and Webhook Service', 'Quick start', 'Concepts', 'Versions']) {
        await expect.poll(title).toBe(expected);
        await page.locator('a[rel=next]').click();
      }
      await expect.poll(title).not.toBe('Versions');
      await page.locator('a[rel=prev]').click();
      await expect.poll(title).toBe('Versions');
    });
  });

  test('the keyboard reaches the content first', async () => {
    await visit('/docs/webhooks', {}, async (page) => {
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    });
  });
});
