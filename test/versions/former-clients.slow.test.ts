import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastRelease } from '../../server/database/migrate/last-release.ts';
import { CommandLine } from '../cli/run-svc.ts';
import { buildLastClients, reasonLeftOut } from '../process/last-release-tree.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { freePort } from '../support/free-port.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';

type Sdk = typeof import('../../sdk/src/index.ts');

const tree = mkdtempSync(join(tmpdir(), 'agency-service-former-clients-'));
const release = lastRelease.commit.slice(0, 8);
let service: TestService;
let agency: SampleAgency;
let receiver: Receiver;
let svc: CommandLine;

beforeAll(async () => {
  if (reasonLeftOut) return;
  buildLastClients(tree);
  [service, receiver, svc] = await Promise.all([
    startService({ retryDelaysMs: [5, 5, 5] }),
    startReceiver(),
    CommandLine.create(join(tree, 'cli/bin/svc.js')),
  ]);
  agency = await createSampleAgency(service);
  svc.environment = { ...svc.environment, SVC_BASE_URL: service.baseUrl, SVC_API_KEY: agency.key };
}, 240_000);
afterAll(async () => {
  await Promise.all([service?.close(), receiver?.close(), svc?.close()]);
  rmSync(tree, { recursive: true, force: true });
});

describe.skipIf(reasonLeftOut)(`the clients of the last release${reasonLeftOut ? `: left out, ${reasonLeftOut}` : ` (${release})`}`, () => {
  test('svc reads lists and single records', async () => {
    expect((await svc.run('me')).json).toMatchObject({ agency: { id: agency.id } });
    expect(await svc.run('health')).toMatchObject({ code: 0 });
    for (const args of [
      ['orders', 'list', '--all'],
      ['creators', 'list'],
      ['fans', 'list', 'account-1'],
      ['webhooks', 'list'],
      ['failures', 'list', agency.ids.endpoint_id!],
    ]) {
      const run = await svc.run(...args);
      expect({ args, code: run.code, stderr: run.stderr }).toEqual({ args, code: 0, stderr: '' });
      expect((run.json as { data: unknown[] }).data.length).toBeGreaterThan(0);
    }
    const { code, stderr } = await svc.run('orders', 'get', 'missing');
    expect(stderr).toMatch(/unknown_order/);
    expect(code).toBeGreaterThan(0);
  });

  test('svc listen receives deliveries at its endpoint, verifies and forwards them', { timeout: 60_000 }, async () => {
    receiver.received.length = 0;
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const options = ['--port', `${port}`, '--create-endpoint', '--public-url', publicUrl, '--forward', receiver.url, '--count', '2'];
    const command = svc.start(['listen', ...options]);
    const endpointOf = async () => {
      const { body } = await service.request('GET', '/v1/webhooks', { key: agency.key });
      return (body as { data: { id: string; url: string }[] }).data.find(({ url }) => url.startsWith(publicUrl));
    };
    await expect.poll(endpointOf, { timeout: 20_000 }).toBeDefined();
    const { id } = (await endpointOf())!;
    await service.request('POST', `/v1/webhooks/${id}/ping`, { key: agency.key });
    await service.request('POST', `/v1/webhooks/${id}/test-events`, { key: agency.key, body: { event_type: 'order.created' } });
    const { code, stdout } = await command.done;
    expect(code).toBe(0);
    expect((await receiver.waitFor(2)).map(({ event }) => event.type).toSorted()).toEqual(['order.created', 'ping']);
    expect(stdout).toMatch(/order\.created/);
    expect(await endpointOf()).toBeUndefined();
  });

  test('the SDK reads, changes and verifies what the service sends', { timeout: 60_000 }, async () => {
    receiver.received.length = 0;
    const { createClient, isProblem, verifyWebhook } = (await import(pathToFileURL(join(tree, 'sdk/dist/index.js')).href)) as Sdk;
    const client = createClient({ baseUrl: service.baseUrl, apiKey: agency.key });
    expect((await client.meta.me()).agency.id).toBe(agency.id);
    const ids: string[] = [];
    for await (const order of client.orders.listAll({ limit: 1 })) ids.push(order.id);
    expect(ids).toContain('order-1');
    const missing = await client.orders.get({ order_id: 'missing' }).catch((error: unknown) => error);
    expect(isProblem(missing, 'unknown_order')).toBe(true);
    const fan = { account_id: 'account-1', fan_id: 'fan-1' };
    const { etag } = await client.insights.get(fan);
    expect(await client.insights.update({ ...fan, note: 'Likes jazz.', etag })).toMatchObject({ note: 'Likes jazz.' });
    const { id, secret } = await client.webhooks.create({ url: receiver.url, enabled_event_types: ['order.created'] });
    await client.webhooks.ping({ endpoint_id: id });
    const [{ body, headers }] = (await receiver.waitFor(1)) as [(typeof receiver.received)[number]];
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'ping' });
    await client.webhooks.delete({ endpoint_id: id });
  });
});
