import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, WebhookEndpoint } from '../../sdk/src/index.ts';
import { clientOf } from '../sdk/clients.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { hasTerminals, type RunningCommand } from './run-svc.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let client: Client;

beforeAll(async () => {
  own = await svcWithAgency({});
  client = clientOf(own.service, own.agency.key);
}, 60_000);
afterAll(() => own?.close());

const endpoints = async (): Promise<WebhookEndpoint[]> => (await client.webhooks.list()).data;
const isThere = async (id: string) => (await endpoints()).some((endpoint) => endpoint.id === id);
const deleted = (id: string) => expect.poll(() => isThere(id), { timeout: 20_000, interval: 200 }).toBe(false);
const listen = ['listen', '--port', '0', '--create-endpoint'];

/** The id of the endpoint that a command has made, once it listens. */
async function endpointOf(command: RunningCommand): Promise<string> {
  const [, id] = /The endpoint (\S+) delivers/.exec(await command.said('Listening on')) ?? [];
  return id!;
}

describe('svc listen --create-endpoint', () => {
  it('shows the signing secret of its endpoint, which signs what it receives: every event but those about endpoints', async () => {
    const command = own.svc.start([...listen, '--count', '1']);
    const id = await endpointOf(command);
    const { enabled_event_types: types } = (await endpoints()).find((endpoint) => endpoint.id === id)!;
    expect(types).toEqual(['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested']);
    const [, secret] = /Its signing secret: (svc_whsec_\S{32})\n/.exec(await command.said('Its signing secret')) ?? [];
    await client.webhooks.ping({ endpoint_id: id });
    const { stdout, code } = await command.done;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verified: true });
    const verified = await own.svc.start(['verify', '-', '--secret', secret!], { input: stdout }).done;
    expect(verified).toMatchObject({ code: 0, json: { type: 'ping' } });
  });

  it('answers a body of more than 4 MiB with 413, and receives the next one', async () => {
    const command = own.svc.start([...listen, '--count', '1']);
    const id = await endpointOf(command);
    const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(await command.said('Listening on')) ?? [];
    const { port } = new URL(address!);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4200000\r\n\r\n');
    socket.write(Buffer.alloc(4_200_000));
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    await client.webhooks.ping({ endpoint_id: id });
    expect(JSON.parse((await command.done).stdout)).toMatchObject({ verified: true });
  });

  it('deletes its endpoint on SIGINT, SIGTERM and SIGHUP', async () => {
    const ended = async (signal: NodeJS.Signals) => {
      const command = own.svc.spawn(listen);
      const id = await endpointOf(command);
      expect(await isThere(id)).toBe(true);
      command.process.kill(signal);
      const { code, stderr } = await command.done;
      expect(stderr, signal).toContain(`The endpoint ${id} is deleted.`);
      expect(code, signal).toBe(0);
      expect(await isThere(id)).toBe(false);
    };
    await Promise.all((['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(ended));
  });

  it('leaves no endpoint behind when it is killed', async () => {
    const command = own.svc.spawn(listen);
    const id = await endpointOf(command);
    command.process.kill('SIGKILL');
    await command.done;
    await deleted(id);
  });

  it('ends, and deletes its endpoint, when its output is closed', async () => {
    const command = own.svc.spawn(listen);
    const id = await endpointOf(command);
    command.process.stdout!.destroy();
    await client.webhooks.ping({ endpoint_id: id });
    await deleted(id);
    expect((await command.done).code).toBe(0);
  });

  it.skipIf(!hasTerminals)('deletes its endpoint when its terminal closes', async () => {
    const command = own.svc.spawnAtTerminal(listen);
    const id = await endpointOf(command);
    command.process.kill('SIGKILL');
    await command.done;
    await deleted(id);
  });

  it('continues while the service is away, extends its endpoint’s lease, and deletes it when the service is back', async () => {
    const proxy = await startTcpProxy(own.service.baseUrl);
    const command = own.svc.spawn([...listen, '--lease', '3', '--base-url', proxy.url.replace(/\/$/, '')]);
    const id = await endpointOf(command);
    const labelOf = async () => (await client.webhooks.get({ endpoint_id: id })).label;
    const first = await labelOf();
    await expect.poll(labelOf, { timeout: 20_000 }).not.toBe(first);
    proxy.set('down');
    await command.said('The service does not respond');
    proxy.set('up');
    await command.said('The service responds again.');
    proxy.set('down');
    command.interrupt();
    const { code, stderr } = await command.done;
    expect({ code, stderr }).toMatchObject({ code: 5, stderr: expect.stringContaining(`${id} is not deleted yet`) as string });
    proxy.set('up');
    await deleted(id);
    await proxy.close();
  }, 90_000);
});

describe('an endpoint that was left behind', () => {
  const leave = (until: string) =>
    client.webhooks.create({
      url: 'https://gone.example.com/',
      label: `svc listen until ${until}`,
      enabled_event_types: ['order.created'],
    });
  const past = '2026-07-01T00:00:00.000Z';
  const future = '2126-07-01T00:00:00.000Z';

  it.each([
    ['webhooks list', ['webhooks', 'list']],
    ['listen --create-endpoint', [...listen, '--count', '1']],
  ])('is deleted by svc %s, which says so, and one whose time has not passed stays', async (_command, args) => {
    const [gone, alive] = [await leave(past), await leave(future)];
    const command = own.svc.start(args);
    await command.said(`The endpoint ${gone.id} was left behind`);
    if (args[0] === 'listen') await client.webhooks.ping({ endpoint_id: await endpointOf(command) });
    const { code, stdout } = await command.done;
    expect(code).toBe(0);
    expect(stdout).not.toContain(gone.id);
    expect((await endpoints()).map(({ id }) => id)).not.toContain(gone.id);
    expect(await isThere(alive.id)).toBe(true);
    await client.webhooks.delete({ endpoint_id: alive.id });
  });

  it('stays where the key may not delete it, and the list is shown all the same', async () => {
    const gone = await leave(past);
    const reader = await own.agency.createKey({ scopes: ['read:webhooks'] });
    const { code, json, stderr } = await own.svc.run('webhooks', 'list', '--api-key', reader);
    expect(code).toBe(0);
    expect(json.data.map(({ id }: { id: string }) => id)).toContain(gone.id);
    expect(stderr).toMatch(/cannot be deleted: missing_scope/);
    await client.webhooks.delete({ endpoint_id: gone.id });
  });
});
