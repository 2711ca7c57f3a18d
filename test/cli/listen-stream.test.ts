import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { verifyWebhook, type Client } from '../../sdk/src/index.ts';
import { clientOf } from '../sdk/clients.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { hasTerminals } from './run-svc.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let client: Client;
let receiver: Receiver;

beforeAll(async () => {
  own = await svcWithAgency({ retryDelaysMs: [5, 5, 5] });
  client = clientOf(own.service, own.agency.key);
  receiver = await startReceiver();
}, 60_000);
afterAll(async () => {
  await own?.close();
  await receiver?.close();
});

const listeners = async () =>
  (await client.webhooks.list()).data.filter(({ is_listening, label }) => is_listening !== null && label === 'svc listen');
const openOne = async () => {
  await expect.poll(async () => (await listeners()).filter(({ is_listening }) => is_listening).length, { timeout: 20_000 }).toBe(1);
  return (await listeners())[0]!;
};
const secretIn = (text: string) => /Their signing secret: (svc_whsec_\S{32})\n/.exec(text)![1]!;

describe('svc listen', () => {
  it('needs no address: deliveries go to the local program, signed, and its response is their outcome', async () => {
    receiver.received.length = 0;
    const command = own.svc.start(['listen', '--forward', receiver.url, '--count', '1']);
    const secret = secretIn(await command.said('Their signing secret'));
    const { id } = await openOne();
    await client.webhooks.ping({ endpoint_id: id });
    const { stdout, code, stderr } = await command.done;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const [{ body, headers }] = (await receiver.waitFor(1)) as [(typeof receiver.received)[number]];
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'ping' });
    const line = JSON.parse(stdout);
    expect(line).toMatchObject({ event_type: 'ping', answered: 200, counts: true, attempt: 1 });
    expect(await own.svc.start(['verify', '-', '--secret', secret], { input: stdout }).done).toMatchObject({ code: 0 });
    expect(await listeners()).toEqual([]);
  });

  it('has the same secret at the next start, and another one with another key', async () => {
    receiver.received.length = 0;
    const first = own.svc.start(['listen']);
    const secret = secretIn(await first.said('Their signing secret'));
    first.interrupt();
    await first.done;
    const second = own.svc.start(['listen', '--forward', receiver.url, '--count', '1', '--debug']);
    expect(secretIn(await second.said('Their signing secret'))).toBe(secret);
    await client.webhooks.ping({ endpoint_id: (await openOne()).id });
    const { stderr } = await second.done;
    expect(stderr.split(secret)).toHaveLength(2);
    const [{ body, headers }] = (await receiver.waitFor(1)) as [(typeof receiver.received)[number]];
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'ping' });
    const other = own.svc.start(['listen', '--api-key', await own.agency.createKey()]);
    expect(secretIn(await other.said('Their signing secret'))).not.toBe(secret);
    other.interrupt();
    await other.done;
  });

  it('reports what the local program refuses, and what to do when it is not there or redirects', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(302, { location: '/elsewhere' }).end('moved'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const command = own.svc.start(['listen', '--forward', url, '--count', '5']);
    await command.said('Their signing secret');
    const { id } = await openOne();
    await client.webhooks.ping({ endpoint_id: id });
    await command.said(`${url} redirects`);
    await expect
      .poll(async () => (await client.webhooks.listDeliveries({ endpoint_id: id })).data[0]?.status, { timeout: 20_000 })
      .toBe('failed');
    const [delivery] = (await client.webhooks.listDeliveries({ endpoint_id: id })).data;
    expect(delivery!.attempts).toMatchObject(Array(4).fill({ status_code: 302, error: 'redirect', response_excerpt: 'moved' }));
    await new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    });
    await client.webhooks.ping({ endpoint_id: id });
    await command.said(`nothing listens on ${url}`);
    expect((await command.done).code).toBe(0);
  });

  it('reconnects when its connection breaks, and misses nothing', async () => {
    receiver.received.length = 0;
    const proxy = await startTcpProxy(own.service.baseUrl);
    const command = own.svc.start(['listen', '--forward', receiver.url, '--base-url', proxy.url.replace(/\/$/, '')]);
    await command.said('Their signing secret');
    const { id } = await openOne();
    const sent = new Set<string>();
    const ping = async () => sent.add((await client.webhooks.ping({ endpoint_id: id })).event_id);
    await ping();
    proxy.set('down');
    await command.said('The stream broke');
    for (let count = 0; count < 5; count++) await ping();
    proxy.set('up');
    await command.said('The stream is open again.');
    await expect.poll(() => new Set(receiver.received.map(({ event }) => event.id)), { timeout: 20_000 }).toEqual(sent);
    command.interrupt();
    expect((await command.done).code).toBe(0);
    expect(await listeners()).toEqual([]);
    await proxy.close();
  });

  it('refuses more than a key may have, and says what to do', async () => {
    const key = await own.agency.createKey();
    const ofKey = clientOf(own.service, key);
    const made = [];
    for (let count = 0; count < limits.listenersOfKey; count++)
      made.push(await ofKey.webhookListeners.create({ enabled_event_types: ['order.created'] }));
    const { code, stderr } = await own.svc.run('listen', '--api-key', key);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/End another svc listen, or delete its endpoint/) as string,
    });
    for (const { id } of made) await ofKey.webhookListeners.delete({ listener_id: id });
  });

  it('refuses what means nothing over a stream, or to a receiver at a port', async () => {
    expect(await own.svc.run('listen', '--forward', 'nowhere')).toMatchObject({ code: 2 });
    expect(await own.svc.run('listen', '--forward', 'http://localhost:1', '--status', '500')).toMatchObject({ code: 2 });
    expect(await own.svc.run('listen', '--port', '0', '--filter', 'order')).toMatchObject({ code: 2 });
    const reader = await own.agency.createKey({ scopes: ['read:webhooks'] });
    expect(await own.svc.run('listen', '--api-key', reader)).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/write:webhooks/) as string,
    });
  });

  it('at a terminal shows the event, the response and the time', async () => {
    const command = own.svc.startAtTerminal(['listen', '--forward', receiver.url, '--count', '1'], { columns: 200 });
    await command.said('Press Ctrl-C');
    const { id } = await openOne();
    const { event_id } = await client.webhooks.ping({ endpoint_id: id });
    expect(await command.said(event_id)).toMatch(/delivered\S* {2}200 {2}\d+ ms {2}ping/);
    await command.done;
    expect(await listeners()).toEqual([]);
  });

  it('deletes its listener on SIGINT, SIGTERM and SIGHUP', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const command = own.svc.spawn(['listen']);
      await openOne();
      command.process.kill(signal);
      expect((await command.done).code, signal).toBe(0);
      expect(await listeners()).toEqual([]);
    }
  });

  it('ends, and deletes its listener, when its output is closed', async () => {
    const command = own.svc.spawn(['listen']);
    const { id } = await openOne();
    command.process.stdout!.destroy();
    await client.webhooks.ping({ endpoint_id: id });
    expect((await command.done).code).toBe(0);
    expect(await listeners()).toEqual([]);
  });

  it.skipIf(!hasTerminals)('deletes its listener when its terminal closes', async () => {
    const command = own.svc.spawnAtTerminal(['listen']);
    await openOne();
    command.process.kill('SIGKILL');
    await command.done;
    await expect.poll(listeners, { timeout: 20_000 }).toEqual([]);
  });
});
