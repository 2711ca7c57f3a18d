import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { createClient, type ClientOptions, type RetryInformation } from '../../sdk/src/index.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { sharedService, type TestService } from '../support/service.ts';

describe('more calls at once of one key than may wait', () => {
  let service: TestService;
  let agency: SampleAgency;
  beforeAll(async () => {
    service = await sharedService();
    agency = await createSampleAgency(service, 'burst');
  });
  afterAll(() => service.close());

  const burst = async (options: Partial<ClientOptions>) => {
    const retries: RetryInformation[] = [];
    const apiKey = await agency.createKey();
    const client = createClient({ baseUrl: service.baseUrl, apiKey, onRetry: (retry) => void retries.push(retry), ...options });
    const orders = await Promise.all(
      Array.from({ length: limits.requestsAtOnceOfKey + limits.waitingRequestsOfKey + 40 }, () =>
        client.orders.get({ order_id: 'order-1' }).catch(String),
      ),
    );
    return { retries, kinds: new Set(orders.map((order) => (typeof order === 'string' ? order : order.id))) };
  };

  it('succeed: the service says when those that it refused fit into its queue', async () => {
    const { retries, kinds } = await burst({});
    expect([...kinds]).toEqual(['order-1']);
    for (const { delayMs } of retries) expect(delayMs).toBeLessThanOrEqual(limits.waitSeconds * 1_000 + 250);
  });

  it('are never refused with pacing', async () => {
    const { retries, kinds } = await burst({ pacing: true });
    expect([...kinds]).toEqual(['order-1']);
    expect(retries).toEqual([]);
  });
});

describe('calls at once with pacing', () => {
  let server: Server;
  afterEach(() => server.close());

  /** A server that gives places of a limit to requests in their order, and answers when the test lets it. */
  async function serverOf(places: number) {
    const held: (() => void)[] = [];
    const state = { most: 0, seen: 0, atOnce: 0, refused: 0, held };
    server = createServer((request, response) => {
      request.resume();
      state.seen++;
      state.atOnce++;
      state.most = Math.max(state.most, state.atOnce);
      const left = Math.max(0, places - state.seen);
      const isRefused = state.seen > places;
      if (isRefused) state.refused++;
      held.push(() => {
        state.atOnce--;
        response.writeHead(isRefused ? 429 : 200, {
          'content-type': 'application/json',
          ratelimit: `"default";r=${left};t=30`,
          'ratelimit-policy': '"default";q=600;w=60',
        });
        response.end(JSON.stringify({ id: 'o1' }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { ...state, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it('are sent 32 at a time, and no more than are left of the limit', async () => {
    const { url, state } = await serverOf(100);
    const client = createClient({ baseUrl: url, apiKey: 'svc_live_x', pacing: true, maxRetries: 0 });
    const stop = new AbortController();
    let done = 0;
    const calls = Array.from({ length: 150 }, () =>
      client.orders.get({ order_id: 'o1' }, { signal: stop.signal }).then(
        () => void done++,
        (error: { kind: string }) => expect(error.kind).toBe('aborted'),
      ),
    );
    for (let released = 0; released < 100; released++) {
      await expect.poll(() => state.held.length, { interval: 1 }).toBe(Math.min(32, 100 - released));
      state.held.shift()!();
    }
    await expect.poll(() => done).toBe(100);
    stop.abort();
    await Promise.all(calls);
    expect(state).toMatchObject({ most: 32, seen: 100, refused: 0 });
  });

  it('free their slot on abort, failure, or an error of a hook', async () => {
    const { url, state } = await serverOf(1_000);
    const client = createClient({
      baseUrl: url,
      apiKey: 'svc_live_x',
      pacing: true,
      maxRetries: 0,
      onRequest: ({ path }) => {
        if (path.endsWith('thrown')) throw new Error('from the hook');
      },
    });
    const stop = new AbortController();
    const aborted = Array.from({ length: 40 }, () => client.orders.get({ order_id: 'o1' }, { signal: stop.signal }).catch(() => undefined));
    await expect.poll(() => state.held.length).toBe(32);
    stop.abort();
    await Promise.all(aborted);
    await Promise.all(Array.from({ length: 40 }, () => expect(client.orders.get({ order_id: 'thrown' })).rejects.toThrow('hook')));
    state.held.length = 0;
    const calls = Array.from({ length: 32 }, () => client.orders.get({ order_id: 'o1' }));
    await expect.poll(() => state.held.length).toBe(32);
    for (const answer of state.held) answer();
    await Promise.all(calls);
  });
});
