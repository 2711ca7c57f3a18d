import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { order } from '../records/records.ts';
import { createDatabase, type ProcessDatabase } from '../process/database.ts';
import { bringIn, createAgency, createEndpoint } from '../process/http.ts';
import { createDataDir, endProcesses, startProcess } from '../process/service-process.ts';
import { freePort } from '../support/free-port.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { chromium, leftOut, logIn, openBrowser, visit } from './browser.ts';

describe.skipIf(!chromium)(`a restart of the service in a browser${leftOut}`, () => {
  let browser: Browser;
  let database: ProcessDatabase;
  let receiver: Receiver;
  beforeAll(async () => {
    [browser, database, receiver] = await Promise.all([openBrowser(), createDatabase(), startReceiver()]);
  });
  afterAll(async () => {
    await endProcesses();
    await Promise.all([database.drop(), receiver.close()]);
  });

  test('a page outlives the end of the process: one banner, then the next deliveries, in the same session', async () => {
    const [port, operatorPort] = [await freePort(), await freePort()];
    const env = { ...database.env, PORT: String(port), OPERATOR_PORT: String(operatorPort), DATA_DIR: createDataDir() };
    const first = await startProcess(env);
    const { operatorUrl, operatorToken } = first;
    const agency = await createAgency(first);
    const endpointId = await createEndpoint(first, agency.key, receiver.url);
    expect(await bringIn(first, agency.id, [order('order-before', 'c1')])).toMatchObject({ status: 200 });
    await receiver.waitFor(1, 30_000);
    await visit(browser, { refused: [401, 502, 503] }, async ({ page, complaints }) => {
      await logIn(page, { operatorUrl, operatorToken });
      await page.goto(`${operatorUrl}/console/agencies/${agency.id}/endpoints/${endpointId}/deliveries`);
      const rows = page.getByRole('region', { name: 'Deliveries', exact: true }).locator('tbody tr');
      await page.getByText('Live', { exact: true }).waitFor();
      await expect.poll(() => rows.count()).toBe(1);
      first.kill('SIGKILL');
      await first.exited;
      await page.getByText('The service does not answer.').waitFor({ timeout: 5_000 });
      await page.getByRole('link', { name: 'Failures' }).click();
      expect(await page.getByRole('alert').count()).toBe(0);
      const second = await startProcess(env);
      await page.locator('.offline-banner').waitFor({ state: 'detached', timeout: 30_000 });
      await page.getByText('No failures').waitFor();
      await page.getByRole('link', { name: 'Deliveries' }).click();
      await page.getByText('Live', { exact: true }).waitFor({ timeout: 60_000 });
      await expect.poll(() => rows.count()).toBe(1);
      expect(await bringIn(second, agency.id, [order('order-after', 'c1')])).toMatchObject({ status: 200 });
      await receiver.waitFor(2, 30_000);
      await page.getByRole('button', { name: '1 new' }).click();
      await expect.poll(() => rows.count()).toBe(2);
      expect(await page.getByRole('alert').count()).toBe(0);
      complaints.length = 0;
    });
  });
});
