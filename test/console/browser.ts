import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { ownPage } from '../support/console.ts';

export const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
export const leftOut = chromium ? '' : ': left out, there is no chromium here';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A folder for pictures of the judged pages. */
const pictures = process.env['PICTURES'];

export type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

let launched: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const playwright = await import('playwright-core');
  return playwright.chromium.launch({ executablePath: chromium!, args: ['--no-sandbox'] });
}

/** The browser that all files of a worker share. It ends with the worker. */
export const openBrowser = (): Promise<Browser> => (launched ??= launch());

/** Logs an operator in, and waits for the first page. */
export async function logIn(page: Page, { operatorUrl, operatorToken }: { readonly operatorUrl: string; readonly operatorToken: string }) {
  await page.goto(`${operatorUrl}/console`);
  await page.getByLabel('Operator token').fill(operatorToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Agencies' }).waitFor();
}

/** What a browser keeps of an operator who has logged in, for `storageState`. */
export async function sessionOf(
  browser: Browser,
  { operatorUrl, operatorToken }: { readonly operatorUrl: string; readonly operatorToken: string },
): Promise<Session> {
  const context = await browser.newContext();
  await context.request.post(`${operatorUrl}/console/session`, { headers: ownPage, data: { token: operatorToken } });
  const session = await context.storageState();
  await context.close();
  return session;
}

/** The element that has the focus, as its tag and its text in one reading. */
export const focused = (page: Page): Promise<readonly [tag: string, text: string]> =>
  page.evaluate('[document.activeElement.tagName, document.activeElement.textContent.trim()]');

/** A page of its own, and what the browser complained of in it. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and of the policy of content, but for responses that the test expects to be refused. */
  readonly complaints: string[];
}

/** Opens a page; whatever the browser complains of fails the test. `refused` are statuses that it expects some answers to have. */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions & { readonly refused?: readonly number[] },
  work: (visit: Visit) => Promise<void>,
): Promise<void> {
  const { refused = [], ...rest } = options;
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...rest,
  });
  const complaints: string[] = [];
  const isExpected = (text: string) => refused.some((status) => text.includes(`status of ${status}`));
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => void (message.type() === 'error' && !isExpected(message.text()) && complaints.push(message.text())));
    page.on('pageerror', (error) => void complaints.push(String(error)));
    await work({ page, context, complaints });
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/** A phone's network: 1.6 Mbit/s and 80 ms to the service. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = 1_600_000 / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 80,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Lets the page's clock, which `page.clock.install()` has taken over, run from one refresh to the next until what is awaited has come. */
export async function hurry<Result>(page: Page, awaited: PromiseLike<Result>): Promise<Result> {
  let isAwaited = true;
  const over = Promise.resolve(awaited).finally(() => (isAwaited = false));
  const settled = over.catch(() => undefined);
  while (isAwaited) {
    await page.clock.fastForward(10_000);
    await Promise.race([settled, sleep(200)]);
  }
  return over;
}

/** Lets a minute of the page's clock pass, which `page.clock.install()` has taken over, and counts the requests that the page sends in it. */
export async function requestsOfMinute(page: Page): Promise<number> {
  let sent = 0;
  const open = new Set<Request>();
  page.on('request', (request) => {
    sent += 1;
    open.add(request);
  });
  const close = (request: Request) => void open.delete(request);
  page.on('requestfinished', close).on('requestfailed', close);
  for (let second = 0; second < 60; second += 1) {
    await page.clock.runFor(1_000);
    await expect.poll(() => [...open].filter((request) => !request.url().endsWith('/live'))).toEqual([]);
  }
  return sent;
}

/** What axe finds on the page as it is that is serious or critical; of the given rules alone where there are some. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<unknown[]> {
  // A script tag would be refused by the policy, which is to hold here too.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // axe does not judge the contrast of text above a gradient, such as the shadows of a table that scrolls.
  const shadows = (image: string) =>
    page.evaluate(`document.querySelectorAll('.scroll').forEach(({ style }) => (style.backgroundImage = '${image}'))`);
  await shadows('none');
  // What passed is not described, and style sheets are not requested again.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...(rules ? { runOnly: rules } : {}) });
  const { violations } = await page.evaluate<{ violations: Finding[] }>(`axe.run(${options})`);
  await shadows('');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes[0]!.html, nodes[0]!.failureSummary]);
}

/** Holds that the page does not scroll sideways at a width, and keeps a picture of it where pictures are wanted. */
export async function fits(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(overflow, { message: `${name} at ${width}` }).toBeLessThanOrEqual(0);
  if (pictures === undefined) return;
  const fullPage = (await page.locator('dialog').count()) === 0;
  await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage });
}

/**
 * Holds that the page as it is fits the widths, the widest last, and that axe finds nothing serious. The narrow page and the wide one differ in
 * what they show, those between in sizes alone; the dark page in its colours alone.
 */
export async function judge(
  page: Page,
  name: string,
  { widths = [390, 1440], shows }: { widths?: readonly number[]; shows?: string } = {},
) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // What was open before the page changed its width is so after it.
    if (shows !== undefined) await page.locator(shows).first().waitFor();
    await fits(page, name, width);
    if ([widths[0], widths.at(-1)].includes(width)) expect(await seriousFindings(page), `${name} at ${width}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  if (pictures !== undefined) for (const width of widths) await fits(page, `${name}-dark`, width);
  expect(await seriousFindings(page, ['color-contrast']), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}
