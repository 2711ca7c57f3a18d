import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { carryOut, workerOf } from '../retention/erasure-fixture.ts';
import { chromium, hurry, judge, leftOut, logIn, openBrowser, seriousFindings, type Session, sessionOf, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';

describe.skipIf(!chromium)(`exports and erasures in a browser${leftOut}`, () => {
  let stage: Stage;
  let browser: Browser;
  let session: Session;
  beforeAll(async () => {
    stage = await startStage();
    browser = await openBrowser();
    await stage.order(['order-exported-1', 'order-exported-2']);
    session = await sessionOf(browser, stage.service);
  });
  afterAll(() => stage.close());

  const at = (path: string) => `${stage.service.operatorUrl}/console${path}`;
  const ofAgency = (id = stage.agency.id) => at(`/agencies/${id}/data`);
  const history = (page: Page) => page.getByRole('region', { name: 'Exports and erasures' }).getByRole('row');
  const runs = (page: Page) => page.getByRole('list', { name: 'Exports in this tab' }).getByRole('listitem');
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const submit = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

  test('an operator exports an agency to a file, and the history names the operator', async () => {
    await visit(browser, { storageState: session }, async ({ page }) => {
      await page.goto(ofAgency());
      await press(page, 'Export agency…');
      expect(await seriousFindings(page)).toEqual([]);
      await submit(page, 'Export agency');
      const run = runs(page).first();
      await run.getByText('complete').waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), run.getByRole('button', { name: 'Save file' }).click()]);
      expect(download.suggestedFilename()).toBe('Northlight-Agency.ndjson');
      const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
      const orders = rows.map((row) => JSON.parse(row) as { table: string; row: { id: string } }).filter(({ table }) => table === 'orders');
      expect(orders.map(({ row }) => row.id)).toEqual(expect.arrayContaining(['order-exported-1', 'order-exported-2']));
      await run.getByText('The file was handed to the browser').waitFor();
      const entry = history(page).filter({ hasText: 'Export of the agency' }).first();
      await expect.poll(() => entry.innerText()).toMatch(/opened\s+can be read until .*operator/s);
      await judge(page, 'exports');
      // It stays on other pages, and ends with the session.
      await page.getByRole('link', { name: 'All agencies' }).click();
      await page.getByRole('link', { name: 'Exports and erasures' }).click();
      await runs(page).first().getByText('complete').waitFor();
    });
  });

  test('an export that fails continues where it stopped, and one that expired ends', async () => {
    await visit(browser, { storageState: session, refused: [500, 404] }, async ({ page }) => {
      await page.goto(ofAgency());
      let count = 0;
      await page.route('**/exports/*/rows*', (route) => {
        count += 1;
        if (count !== 3) return route.fallback();
        return route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: '{"type":"/errors/internal_error","title":"Internal error"}',
        });
      });
      await press(page, 'Export a fan…');
      await page.getByLabel('Fan id').fill('fan-1');
      await submit(page, 'Export fan');
      const run = runs(page).first();
      await run.getByRole('alert').getByText('Internal error').waitFor();
      await run.getByText('failed', { exact: true }).waitFor();
      await judge(page, 'export-failed');
      await run.getByRole('button', { name: 'Continue' }).click();
      await run.getByText('complete').waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), run.getByRole('button', { name: 'Save file' }).click()]);
      const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
      expect(rows.length).toBe(new Set(rows).size);
      expect(rows.filter((row) => row.includes('"order-exported-')).length).toBeGreaterThanOrEqual(2);
      await history(page).filter({ hasText: 'Export of a fan' }).filter({ hasText: 'fan-1' }).first().waitFor();
      await run.getByRole('button', { name: 'Remove' }).click();
      await expect.poll(() => runs(page).count()).toBe(0);

      await page.route('**/exports/*/rows*', (route) =>
        route.fulfill({
          status: 404,
          contentType: 'application/problem+json',
          body: '{"type":"/errors/not_found","title":"Not found","detail":"It expired."}',
        }),
      );
      await press(page, 'Export agency…');
      await submit(page, 'Export agency');
      await run.getByText('ended', { exact: true }).waitFor();
      await expect.poll(() => run.getByRole('button').allInnerTexts()).toEqual(['Remove']);
    });
  });

  test('a logout deletes what the tab has read', async () => {
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await logIn(page, stage.service);
      await page.getByRole('link', { name: 'Northlight Agency' }).first().click();
      await page.getByRole('link', { name: 'Exports and erasures' }).click();
      await press(page, 'Export agency…');
      await submit(page, 'Export agency');
      await runs(page).first().getByText('complete').waitFor();
      await press(page, 'Log out');
      await page.getByLabel('Operator token').fill(stage.service.operatorToken);
      await press(page, 'Log in');
      await page.getByRole('heading', { name: 'Agencies' }).waitFor();
      await page.getByRole('link', { name: 'Exports and erasures' }).click();
      await history(page).nth(1).waitFor();
      expect(await runs(page).count()).toBe(0);
    });
  });

  test('an erasure of a fan is counted before it is requested, and shows its state until it is completed', async () => {
    const worker = await workerOf(stage.service);
    try {
      await visit(browser, { storageState: session }, async ({ page }) => {
        await page.clock.install();
        await page.goto(ofAgency());
        await press(page, 'Erase a fan…');
        await page.getByLabel('Fan id').fill('fan-1');
        await submit(page, 'Count rows');
        await page.getByRole('dialog').getByText('would be deleted or anonymised').waitFor();
        await judge(page, 'erase-fan');
        await submit(page, 'Erase fan');
        await page.getByText(/^The erasure of \d+ rows about the fan was requested\.$/).waitFor();
        const entry = history(page).filter({ hasText: 'Erasure of a fan' }).first();
        await entry.getByText(/^(waits for its turn|running)$/).waitFor();
        const id = (await stage.service.database.query({ text: `SELECT id FROM erasures WHERE kind = 'fan'` })) as unknown as {
          id: string;
        }[];
        await carryOut(worker, id[0]!.id);
        await hurry(page, entry.getByText('completed').waitFor());
        await entry.getByText(/^\d+ rows$/).click();
        await entry.getByText('webhook_events').waitFor();
        await judge(page, 'erasures');
      });
    } finally {
      await worker.close();
    }
  });

  test('rows that were counted for one fan do not permit the erasure of another', async () => {
    await visit(browser, { storageState: session }, async ({ page }) => {
      await page.goto(ofAgency());
      let release: (() => void) | undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/fan-erasures', async (route) => {
        await held;
        await route.continue();
      });
      await press(page, 'Erase a fan…');
      await page.getByLabel('Fan id').fill('fan-of-nobody');
      await submit(page, 'Count rows');
      await page.getByLabel('Fan id').fill('fan-1');
      const counted = page.waitForResponse('**/fan-erasures');
      release!();
      await counted;
      const button = page.getByRole('dialog').getByRole('button', { name: 'Count rows' });
      await expect.poll(() => button.isEnabled()).toBe(true);
      expect(await page.getByRole('dialog').getByRole('button', { name: 'Erase fan' }).count()).toBe(0);
      await page.getByLabel('Fan id').fill('fan-of-nobody');
      await page.getByRole('dialog').getByText('0 rows are about this fan.').waitFor();
    });
  });

  test('an erasure of an agency needs its exact name, and is then found by its id', async () => {
    const { id } = await stage.service.createAgency();
    const name = `A very long name of an agency, ${'which has many words and '.repeat(5)}an end`;
    await stage.service.database.query({ text: 'UPDATE agencies SET name = $2 WHERE id = $1', values: [id, name] });
    await visit(browser, { storageState: session }, async ({ page }) => {
      await page.goto(ofAgency(id));
      await press(page, 'Erase agency…');
      const button = page.getByRole('dialog').getByRole('button', { name: 'Erase agency' });
      await button.waitFor();
      await expect.poll(() => button.isDisabled()).toBe(true);
      await page.getByLabel('Name of the agency').fill(name.slice(0, -1));
      expect(await button.isDisabled()).toBe(true);
      await page.getByLabel('Name of the agency').fill(name);
      await judge(page, 'erase-agency');
      await button.click();
      const entry = history(page).filter({ hasText: 'Erasure of the agency' });
      await entry.getByText(id.slice(-12)).waitFor();
      await entry.getByText(/^(waits for its turn|running)$/).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe('/console/data');
      expect(await entry.getByRole('link').count()).toBe(0);
      await judge(page, 'data-of-all');
    });
  });

  test('an operator who may only read sees the history without buttons', async () => {
    const { body } = await stage.service.operator('POST', '/operator/v1/tokens', { name: 'Reader', scopes: ['read'] });
    await visit(browser, { refused: [401] }, async ({ page }) => {
      await logIn(page, { operatorUrl: stage.service.operatorUrl, operatorToken: body.token as string });
      await page.goto(ofAgency());
      await history(page).nth(1).waitFor();
      expect(await page.getByRole('button', { name: /^(Export|Erase)/ }).count()).toBe(0);
    });
  });

  test('old entries and an empty history say what they are', async () => {
    await visit(browser, { storageState: session }, async ({ page }) => {
      await page.route('**/operator/v1/audit*', async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { data: { recorded_at: string }[] };
        const data = body.data.map((entry) => ({ ...entry, recorded_at: new Date(Date.now() - 8 * 86_400_000).toISOString() }));
        await route.fulfill({ response, json: { ...body, data } });
      });
      await page.goto(ofAgency());
      await history(page).filter({ hasText: 'Export of the agency' }).first().getByText('expired').waitFor();
      await page.unrouteAll();
      const { id } = await stage.service.createAgency();
      await page.goto(ofAgency(id));
      await page.getByText('No exports or erasures').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    });
  });
});
