import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
export const leftOut = chromium ? '' : ': left out, there is no chromium here';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = '.cache/console-pictures';

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

export async function openBrowser(): Promise<Browser> {
  const playwright = await import('playwright-core');
  await mkdir(pictures, { recursive: true });
  return playwright.chromium.launch({ executablePath: chromium!, args: ['--no-sandbox'] });
}

/** Logs an operator in, and waits for the first page. */
export async function logIn(page: Page, { operatorUrl, operatorToken }: { readonly operatorUrl: string; readonly operatorToken: string }) {
  await page.goto(`${operatorUrl}/console`);
  await page.getByLabel('Operator token').fill(operatorToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Agencies' }).waitFor();
}

/** The element that has the focus, as its tag and its text in one reading. */
export const focused = (page: Page): Promise<readonly [tag: string, text: string]> =>
  page.evaluate('[document.activeElement.tagName, document.activeElement.textContent.trim()]');

/** A page of its own, and what the browser complained of in it. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and of the policy of content, but for answers that the test expects to be refused. */
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

/** A phone's processor and network: a quarter of this machine's speed, 1.6 Mbit/s and 80 ms to the service. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const bytesPerSecond = 1_600_000 / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 80,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** What axe finds on the page as it is that is serious or critical. */
export async function seriousFindings(page: Page): Promise<unknown[]> {
  // A script tag would be refused by the policy, which is to hold here too.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes[0]!.html, nodes[0]!.failureSummary]);
}

/** Keeps a picture of the page at a width, and holds that it does not scroll sideways there. */
export async function picture(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(overflow, { message: `${name} at ${width}` }).toBeLessThanOrEqual(0);
  const fullPage = (await page.locator('dialog').count()) === 0;
  await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage });
}
