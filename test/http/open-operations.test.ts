import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Throttle } from '../../server/http/fairness/throttle.ts';
import { head, RawConnection } from '../support/raw-connection.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  agency = await service.createAgency();
});
afterAll(() => service.close());

/** Clients without a key, each of which asks again as soon as it has its response. */
class Crowd {
  readonly statuses = new Map<number, number>();
  readonly #connections: RawConnection[] = [];
  #asking: Promise<unknown> = Promise.resolve();
  #isOver = false;

  static async gather(size: number, paths: readonly string[]): Promise<Crowd> {
    const crowd = new Crowd();
    while (crowd.#connections.length < size) {
      crowd.#connections.push(...(await Promise.all(Array.from({ length: 20 }, () => RawConnection.open(service.baseUrl)))));
    }
    crowd.#asking = Promise.all(crowd.#connections.map((connection, index) => crowd.#ask(connection, paths[index % paths.length]!)));
    return crowd;
  }

  get answered(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  async disperse(): Promise<void> {
    this.#isOver = true;
    await this.#asking;
    for (const connection of this.#connections) connection.close();
  }

  async #ask(connection: RawConnection, path: string): Promise<void> {
    while (!this.#isOver) {
      await connection.send(head(`GET ${path}`));
      const { status } = await connection.answer({ timeoutMs: 30_000 });
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    }
  }
}

const listOrders = async () => (await service.request('GET', '/v1/orders', { key: agency.key })).status;

test('callers of /status cost the database one query a second, and no request with a key is refused', async () => {
  const callers = 100;
  const asked = 20;
  await listOrders();
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  const startedAt = performance.now();
  const crowd = await Crowd.gather(callers, ['/status', '/status', '/v1/_health']);
  for (let count = 0; count < asked; count++) {
    expect(await listOrders()).toBe(200);
    await sleep(50);
  }
  await expect.poll(() => crowd.answered, { timeout: 30_000 }).toBeGreaterThan(callers);
  await crowd.disperse();
  const seconds = (performance.now() - startedAt) / 1_000;
  const count = statements.mock.calls.length;
  statements.mockRestore();
  const statementsOfCheck = 5;
  const statementsOfRequest = 6;
  expect(count).toBeLessThan((seconds + 2) * statementsOfCheck + asked * statementsOfRequest);
  expect([...crowd.statuses.keys()]).toEqual([200]);
});

test('a check that times out leaves no statement running, and takes no connection from requests with a key', async () => {
  const checksThatRun = async () =>
    (
      await service.database.query({
        text: `SELECT query FROM pg_stat_activity
               WHERE datname = current_database() AND state = 'active' AND query LIKE '%job_workers%' AND pid <> pg_backend_pid()`,
      })
    ).length;
  await service.database.transaction(async (transaction) => {
    await transaction.query({ text: 'LOCK TABLE job_workers IN ACCESS EXCLUSIVE MODE' });
    const crowd = await Crowd.gather(40, ['/status']);
    await expect.poll(checksThatRun, { timeout: 10_000 }).toBeGreaterThan(0);
    for (let count = 0; count < 15; count++) {
      expect(await listOrders()).toBe(200);
      expect(await checksThatRun()).toBeLessThanOrEqual(1);
      await sleep(50);
    }
    expect((await service.request('GET', '/v1/_health', { key: null, version: null })).status).toBe(200);
    await crowd.disperse();
    const { body } = await service.request('GET', '/status', { key: null, version: null });
    expect(body.components.find(({ name }: { name: string }) => name === 'Workers').status).toBe('down');
    // The lock is still held, and statements of requests may wait for ten seconds.
    await expect.poll(checksThatRun, { timeout: 4_000 }).toBe(0);
  });
});

test('the result of a query is shown for about a second', async () => {
  const at = async () => Date.parse((await service.request('GET', '/status', { key: null, version: null })).body.checked_at);
  const first = await at();
  expect(Math.abs(Date.now() - first)).toBeLessThan(2_500);
  await sleep(1_100);
  expect(await at()).toBeGreaterThan(first);
});

test('callers without a key take turns in their order, and are refused where too many wait', async () => {
  const pace = new Throttle({ maxWaiting: 200 });
  const order: number[] = [];
  const waiting = Array.from({ length: 300 }, (_, index) => pace.admit('192.0.2.1').then(() => void order.push(index)));
  const refused = (await Promise.allSettled(waiting.slice(204))).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(96);
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ slug: 'unavailable', headers: { 'retry-after': '1' } });
  await expect.poll(() => order.length, { timeout: 30_000 }).toBe(204);
  expect(order).toEqual(Array.from({ length: 204 }, (_, index) => index));
  await pace.admit('192.0.2.1');
});

test('addresses take turns: a flood from one, or from all of one network, delays the others by a turn', async () => {
  const pace = new Throttle();
  const order: string[] = [];
  const ask = (address: string) => pace.admit(address).then(() => void order.push(address));
  const flood = Array.from({ length: 200 }, () => ask('192.0.2.1'));
  const network = Array.from({ length: 100 }, (_, index) =>
    ask(index % 2 ? `2001:db8:0:0:${index.toString(16)}::1` : `2001:db8::${index.toString(16)}`),
  );
  await ask('198.51.100.7');
  await ask('2001:db8:9:9::1');
  expect(order.length).toBeLessThan(30);
  await Promise.all([...flood, ...network]);
});

test('a caller whose connection closes leaves the queue', async () => {
  const pace = new Throttle({ perTurn: 1, maxWaiting: 3 });
  const closed = Array.from({ length: 3 }, () => new ServerResponse(new IncomingMessage(new Socket())));
  await pace.admit('192.0.2.1');
  const left = closed.map((response) => pace.admit('192.0.2.1', response));
  await expect(pace.admit('192.0.2.1')).rejects.toMatchObject({ slug: 'unavailable' });
  for (const response of closed) response.emit('close');
  await Promise.all(left);
  const others = Array.from({ length: 3 }, () => pace.admit('192.0.2.1'));
  const order: string[] = [];
  for (const [n, other] of others.entries()) void other.then(() => order.push(`other ${n}`));
  await Promise.all(others);
  expect(order).toEqual(['other 0', 'other 1', 'other 2']);
});

test('where too many wait, the longest lane gives way to another address', async () => {
  const pace = new Throttle({ maxWaiting: 200 });
  const flood = Promise.allSettled(Array.from({ length: 204 }, () => pace.admit('192.0.2.1')));
  await pace.admit('198.51.100.7');
  const refused = (await flood).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(1);
});

test('callers without a key share one pace, however many paths they request', async () => {
  const callers = 60;
  const crowd = await Crowd.gather(callers, ['/docs', '/changelog', '/status', '/portal/link', '/docs/missing-page']);
  await expect.poll(() => crowd.answered, { timeout: 30_000 }).toBeGreaterThan(callers);
  const before = crowd.answered;
  const startedAt = performance.now();
  await sleep(700);
  const answered = crowd.answered - before;
  const turns = (performance.now() - startedAt) / 10;
  await crowd.disperse();
  // Two a turn; a timer may be a millisecond early.
  expect(answered).toBeLessThan(turns * 2 * 1.2 + 8);
});
