import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let endpointId: string;
const failureCount = 5;

beforeAll(async () => {
  own = await svcWithAgency();
  endpointId = await own.agency.addEndpoint();
  for (let at = 0; at < failureCount; at += 1) await own.agency.addFailure(endpointId);
}, 60_000);
afterAll(() => own?.close());

const ids = (json: { data: { id: string }[] }) => json.data.map(({ id }) => id);

describe.each(['failures', 'deliveries'])('svc %s list', (noun) => {
  it('says that more follows and where, and continues there', async () => {
    const all = await own.svc.run(noun, 'list', endpointId, '--all');
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.json).toMatchObject({ next_cursor: null });
    expect(all.json.data).toHaveLength(failureCount);

    const first = await own.svc.run(noun, 'list', endpointId, '--limit', '2');
    const cursor = first.json.next_cursor as string;
    expect(first.stderr).toBe(`more available: use --all, or --cursor ${cursor}\n`);
    const rest = await own.svc.run(noun, 'list', endpointId, '--cursor', cursor);
    expect(rest.stderr).toBe('');
    expect([...ids(first.json), ...ids(rest.json)]).toEqual(ids(all.json));
  });

  it('reads as many pages as the limit takes', async () => {
    const { json } = await own.svc.run(noun, 'list', endpointId, '--limit', '250');
    expect(json.data).toHaveLength(failureCount);
    expect((await own.svc.run(noun, 'list', endpointId, '--all', '--cursor', 'x')).code).toBe(2);
  });

  it('takes event types and instants under the names of the other commands', async () => {
    const none = await own.svc.run(
      noun,
      'list',
      endpointId,
      '--event-types',
      'order.refunded',
      '--since',
      '1h',
      '--until',
      '2126-01-01T00:00:00Z',
    );
    expect(none).toMatchObject({ code: 0, json: { data: [], next_cursor: null } });
    expect((await own.svc.run(noun, 'list', endpointId, '--event-type', 'order.created')).json.data).toHaveLength(failureCount);
    expect((await own.svc.run(noun, 'list', endpointId, '--event-type', 'ping', '--event-types', 'ping')).code).toBe(2);
  });
});

describe('reading commands', () => {
  it('take instants as --since and --until, and as the contract names them', async () => {
    for (const [since, until] of [
      ['--since', '--until'],
      ['--start', '--end'],
    ] as const) {
      const found = await own.svc.run('orders', 'list', since, '2026-07-10T00:00:00Z', until, '2026-07-11T00:00:00Z');
      expect(found.json.data).toHaveLength(2);
      expect((await own.svc.run('orders', 'list', until, '2026-07-10T00:00:00Z')).json.data).toEqual([]);
    }
    expect((await own.svc.run('orders', 'list', '--since', '1d', '--start', '1d')).code).toBe(2);
    const { stdout } = await own.svc.run('orders', 'list', '--help');
    expect(stdout).toMatch(/--since <time>/);
    expect(stdout).not.toMatch(/--start/);
    expect((await own.svc.run('analytics', 'revenue', '--help')).stdout).toMatch(/--start <time>/);
  });
});

describe('--fields', () => {
  it.each([
    [['orders', 'list', '--fields', 'id,amount']],
    [['orders', 'list', '--all', '--fields', 'amount']],
    [['creators', 'list', '--fields', 'amount']],
  ])('of a name that does not exist is refused: %j', async (args) => {
    const { code, stdout, stderr } = await own.svc.run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/unknown field "amount"\. Accepted: id, /);
  });

  it('of a member of an object, and of the object, exist', async () => {
    expect((await own.svc.run('creators', 'list', '--fields', 'account.external_id,account')).code).toBe(0);
  });
});

describe('a list in all its pages', () => {
  it('is printed as it arrives, no faster than it is read, and until its reader has seen enough', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      const data = Array.from({ length: 200 }, (_, at) => ({ id: `order-${asked}-${at}`, order_type: 'tip', amount_cents: at }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, next_cursor: `c${asked}` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const command = own.svc.spawn(['orders', 'list', '--all', '--base-url', url], { isRead: false });
    // A pipe takes some pages of this endless list; no more are requested then.
    let before = -1;
    const stands = () => {
      const isSame = asked > 0 && asked === before;
      before = asked;
      return isSame;
    };
    await expect.poll(stands, { timeout: 20_000, interval: 300 }).toBe(true);
    command.process.stdout!.once('data', () => command.process.stdout!.destroy());
    expect((await command.done).code).toBe(0);
    server.closeAllConnections();
    server.close();
  });

  it('is one valid document, also where a page cannot be read: it ends with the cursor of that page', async () => {
    const page = (data: object[], next_cursor: string | null) => JSON.stringify({ data, next_cursor });
    const server = createServer((request, response) => {
      const cursor = new URL(request.url!, 'http://localhost').searchParams.get('cursor');
      if (cursor === null) return void response.writeHead(200, { 'content-type': 'application/json' }).end(page([{ id: 'a' }], 'c1'));
      const body = { type: 'x/invalid_cursor', title: 'Invalid', status: 400, instance: request.url };
      response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, json, stderr } = await own.svc.run('orders', 'list', '--all', '--base-url', url);
    expect(json).toEqual({ data: [{ id: 'a' }], next_cursor: 'c1' });
    expect({ code, stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/stopped after 1.*--cursor c1[^]*invalid_cursor/) as string,
    });
    server.close();
  });

  it('is the same document as the service’s pages together', async () => {
    const { json } = await own.svc.run('orders', 'list', '--all', '--limit', '1');
    const whole = await own.svc.run('api', 'GET', '/v1/orders');
    expect(json).toEqual(whole.json);
    expect((await own.svc.run('orders', 'list', '--all', '--order-types', 'push')).json).toEqual({ data: [], next_cursor: null });
  });
});

describe('svc api --all', () => {
  const api = (...args: string[]) => own.svc.run('api', ...args);

  it('reads all pages of a list, in each format', async () => {
    const { json } = await api('GET', '/v1/orders');
    expect(json.data.length).toBeGreaterThan(1);
    expect((await api('GET', '/v1/orders', '-q', 'limit=1', '--all')).json).toEqual(json);
    expect((await api('GET', '/v1/orders?limit=1', '--all')).json).toEqual(json);
    const lines = (await api('GET', '/v1/orders?limit=1', '--all', '-o', 'ndjson')).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(json.data);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['another method', ['POST', '/v1/orders', '--all'], /the method must be GET/],
    ['a response that is not a list', ['GET', '/v1/me', '--all'], /not a list with pages/],
    ['a cursor', ['GET', '/v1/orders', '-q', 'cursor=c', '--all'], /--all and --cursor cannot be combined/],
    ['a cursor in the path', ['GET', '/v1/orders?cursor=c', '--all'], /--all and --cursor cannot be combined/],
  ])('refuses %s', async (_case, args, message) => {
    expect(await api(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) as string });
  });

  it('prints a refusal of the service as without --all', async () => {
    expect(await api('GET', '/v1/orders?limit=0', '--all')).toMatchObject({ code: 1, json: { status: 400 } });
  });
});

describe('errors with --json', () => {
  it.each<[string, readonly string[], number, object]>([
    [
      'a problem of the service',
      ['orders', 'get', 'nothing'],
      3,
      { status: 404, request_id: expect.any(String), type: expect.stringMatching(/unknown_order$/) },
    ],
    ['a refusal', ['me', '--api-key', 'svc_live_wrong'], 4, { status: 401, type: expect.stringMatching(/invalid_api_key$/) }],
    ['wrong usage', ['orders', 'get', '..'], 2, { error: { kind: 'usage', message: expect.stringMatching(/order_id/) } }],
    [
      'an unknown option',
      ['orders', 'list', '--nothing'],
      2,
      { error: { kind: 'usage', message: expect.stringMatching(/unknown option '--nothing'/) } },
    ],
    ['a group without a command', ['webhooks'], 2, { error: { kind: 'usage', message: expect.any(String) } }],
    [
      'a missing answer',
      ['me', '--base-url', 'http://127.0.0.1:1'],
      1,
      { error: { kind: 'connection_error', message: expect.any(String) } },
    ],
  ])('%s is one document on the standard error output', async (_case, args, exitCode, document) => {
    const { code, stdout, stderr } = await own.svc.run(...args, '--json');
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject(document);
  });

  it('show help on request', async () => {
    const { code, stdout, stderr } = await own.svc.run('orders', 'list', '--help', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: svc orders list/);
  });
});

describe('svc deliveries tail', () => {
  it('continues after an outage of the service, and says so', async () => {
    const watchedId = await own.agency.addEndpoint();
    const proxy = await startTcpProxy(own.service.baseUrl);
    const args = ['deliveries', 'tail', watchedId, '--interval', '1', '--base-url', proxy.url.replace(/\/$/, '')];
    const command = own.svc.start(args);
    await command.said('press Ctrl-C to stop');
    const before = await own.agency.addFailure(watchedId);
    await command.printed('"status":"failed"');
    proxy.set('down');
    await command.said('The service does not respond');
    const during = await own.agency.addFailure(watchedId);
    proxy.set('up');
    await command.said('The service responds again.');
    const [event] = await own.service.database.query<{ event_id: string }>({
      text: 'SELECT event_id FROM delivery_failures WHERE id = $1',
      values: [during],
    });
    await command.printed(event!.event_id);
    command.interrupt();
    const { code, stdout } = await command.done;
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(before).toBeTruthy();
    await proxy.close();
  }, 60_000);

  it('ends at once where the service refuses it, or was never there', async () => {
    expect((await own.svc.run('deliveries', 'tail', endpointId, '--api-key', 'svc_live_wrong')).code).toBe(4);
    expect((await own.svc.run('deliveries', 'tail', endpointId, '--base-url', 'http://127.0.0.1:1')).code).toBe(1);
  });
});
