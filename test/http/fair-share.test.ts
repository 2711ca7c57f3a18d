import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { FairShare, type FairShareOptions } from '../../server/http/fairness/fair-share.ts';
import { ActiveAgencies } from '../../server/http/fairness/active-agencies.ts';
import type { Work } from '../../server/http/fairness/agency-queue.ts';
import { ingestionShareOptions, requestShareOptions } from '../../server/http/fairness/fair-share-options.ts';

const stays = new AbortController().signal;
const work = (agencyId: string, more: Partial<Work> = {}): Work => ({
  agencyId,
  keyId: `key of ${agencyId}`,
  isCostly: false,
  isRepeatable: true,
  ...more,
});

/** Requests that run until the test ends them. */
class Requests {
  readonly share: FairShare;
  readonly active = new ActiveAgencies();
  readonly running: string[] = [];
  readonly refused: string[] = [];
  readonly #ends: { readonly name: string; end(): void }[] = [];

  constructor(atOnce = 16, waitMs = 60_000, shares: FairShareOptions = requestShareOptions(atOnce, 2)) {
    this.share = new FairShare({ ...shares, waitMs }, this.active);
  }

  ask(name: string, what: Work, gone = stays): Promise<void> {
    const action = () =>
      new Promise<void>((resolve) => {
        this.running.push(name);
        this.#ends.push({ name, end: resolve });
      });
    return this.share.run(what, gone, action).catch((error: { slug: string }) => void this.refused.push(`${name} ${error.slug}`));
  }

  async end(name: string): Promise<void> {
    const index = this.#ends.findIndex((one) => one.name === name);
    this.#ends.splice(index, 1)[0]!.end();
    this.running.splice(this.running.indexOf(name), 1);
    await sleep(0);
  }

  count(start: string): number {
    return this.running.filter((name) => name.startsWith(start)).length;
  }
}

async function ask(requests: Requests, agencyId: string, count: number, more: Partial<Work> = {}): Promise<void> {
  for (let index = 0; index < count; index++) void requests.ask(agencyId, work(agencyId, more));
  await sleep(0);
}

test('a single active agency may use half of the slots, and one key no more than its limit', async () => {
  const requests = new Requests(64);
  await ask(requests, 'a', 20);
  expect(requests.count('a')).toBe(limits.requestsAtOnceOfKey);
  for (let key = 0; key < 10; key++) await ask(requests, 'a', 20, { keyId: `another ${key}` });
  expect(requests.count('a')).toBe(32);
});

test('a request next to an agency that floods starts at once', async () => {
  const requests = new Requests();
  for (let key = 0; key < 10; key++) await ask(requests, 'busy', 50, { keyId: `key ${key}` });
  await ask(requests, 'quiet', 1);
  expect(requests.count('quiet')).toBe(1);
});

test('while others are active an agency has fewer at once, and free places go to the one that used the least time', async () => {
  const requests = new Requests(4);
  await ask(requests, 'a', 10);
  expect(requests.count('a')).toBe(2);
  await sleep(30);
  await ask(requests, 'b', 10);
  await ask(requests, 'c', 10);
  expect([requests.count('a'), requests.count('b'), requests.count('c')]).toEqual([2, 1, 1]);
  await requests.end('a');
  await requests.end('a');
  await requests.end('b');
  expect([requests.count('a'), requests.count('b'), requests.count('c')]).toEqual([1, 1, 1]);
});

describe('while others are active', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  /** So long a request of the busy agency runs, and then nothing does for how long? */
  async function restAfter(requests: Requests, workMs: number): Promise<number> {
    vi.advanceTimersByTime(workMs);
    await requests.end('busy');
    for (let restMs = 0; ; restMs += 10) {
      if (requests.count('busy') > 0) return restMs;
      vi.advanceTimersByTime(10);
      await sleep(0);
    }
  }

  test('an agency with many more concurrent requests than another pauses after each for four times its duration, at most one second', async () => {
    const requests = new Requests();
    await ask(requests, 'quiet', 1);
    await ask(requests, 'busy', 8);
    expect(await restAfter(requests, 400)).toBe(1_000);
    expect(await restAfter(requests, 100)).toBe(400);
    expect(await restAfter(requests, 3_000)).toBe(1_000);
  });

  test.each([
    { cores: 1, atOnce: 1 },
    { cores: 2, atOnce: 1 },
    { cores: 8, atOnce: 4 },
  ])(
    'of the batches of an agency that floods, $atOnce run at once on $cores cores, and it rests for twice as long',
    async ({ cores, atOnce }) => {
      const requests = new Requests(16, 60_000, ingestionShareOptions(cores));
      await ask(requests, 'quiet', 1);
      await ask(requests, 'busy', 16);
      // Those that came before it was a flood.
      while (requests.count('busy') > atOnce) await requests.end('busy');
      vi.advanceTimersByTime(400);
      for (let count = 0; count < atOnce; count++) await requests.end('busy');
      expect(requests.count('busy')).toBe(0);
      vi.advanceTimersByTime(790);
      await sleep(0);
      expect(requests.count('busy')).toBe(0);
      vi.advanceTimersByTime(20);
      await sleep(0);
      expect(requests.count('busy')).toBe(atOnce);
    },
  );

  test('the other agency also counts if its requests are in another queue', async () => {
    const requests = new Requests();
    requests.active.begin('quiet', performance.now());
    await ask(requests, 'busy', 5);
    expect(requests.count('busy')).toBe(1);
    expect(await restAfter(requests, 400)).toBe(1_000);
  });

  /** Agencies that ask for so much at once elsewhere. */
  const elsewhere = (requests: Requests, agencies: number, atOnce: number) => {
    for (let agency = 0; agency < agencies; agency++)
      for (let count = 0; count < atOnce; count++) requests.active.begin(`another ${agency}`, performance.now());
  };

  test('agencies with equal load do not pause until half of the others have little load', async () => {
    const requests = new Requests();
    elsewhere(requests, 2, 12);
    await ask(requests, 'busy', 24);
    expect(requests.count('busy')).toBe(1);
    expect(await restAfter(requests, 400)).toBe(0);
    requests.active.begin('quiet', performance.now());
    expect(await restAfter(requests, 400)).toBe(0);
    requests.active.begin('as quiet', performance.now());
    expect(await restAfter(requests, 400)).toBe(1_000);
  });

  test('an agency without queued requests, with short requests, or alone does not pause', async () => {
    const requests = new Requests();
    await ask(requests, 'quiet', 1);
    await ask(requests, 'busy', 6);
    expect(await restAfter(requests, 100)).toBe(0);
    expect(await restAfter(requests, 400)).toBe(1_000);
    await ask(requests, 'busy', 20);
    expect(requests.count('busy')).toBe(1);
    await requests.end('quiet');
    vi.advanceTimersByTime(6_000);
    await requests.end('busy');
    expect(requests.count('busy')).toBe(8);
  });
});

test('keys of an agency take turns', async () => {
  const requests = new Requests(2);
  const of = (key: string) => requests.ask(key, work('a', { keyId: key }));
  void Promise.all([of('1'), of('1'), of('1'), of('2'), of('2')]);
  await sleep(0);
  const order: string[] = [];
  while (requests.running.length > 0) {
    order.push(requests.running[0]!);
    await requests.end(requests.running[0]!);
  }
  expect(order).toEqual(['1', '1', '2', '1', '2']);
});

test('costly requests leave most of an agency’s part to the others of it', async () => {
  const requests = new Requests();
  await ask(requests, 'a', 8, { isCostly: true });
  expect(requests.count('a')).toBe(2);
  await ask(requests, 'a', 8);
  expect(requests.count('a')).toBe(8);
});

describe('requests above the limits are refused', () => {
  test('of a key, with the seconds after which those before it are served', async () => {
    const requests = new Requests();
    await ask(requests, 'a', limits.requestsAtOnceOfKey + limits.waitingRequestsOfKey);
    expect(requests.refused).toEqual([]);
    const refusal = await requests.share.run(work('a'), stays, () => Promise.resolve()).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ slug: 'rate_limited', headers: { 'retry-after': '1' } });
    await ask(requests, 'a', 1, { keyId: 'another' });
    expect(requests.refused).toEqual([]);
  });

  test('of an agency', async () => {
    const requests = new Requests();
    for (const keyId of ['1', '2', '3', '4']) await ask(requests, 'a', 200, { keyId });
    expect(requests.share.waiting).toBe(limits.waitingRequestsOfAgency);
    expect(requests.refused).toHaveLength(800 - requests.count('a') - limits.waitingRequestsOfAgency);
  });

  test('above the total limit: the latest queued reads of the agency with the most queued requests', async () => {
    const requests = new Requests();
    for (let agency = 0; agency < 8; agency++)
      for (const keyId of ['1', '2', '3'])
        await ask(requests, `agency ${agency}`, 180, { keyId, isRepeatable: agency > 0 || keyId !== '3' });
    expect(requests.share.waiting).toBe(limits.waitingRequests);
    const before = requests.refused.length;
    await ask(requests, 'small', 20);
    expect(requests.refused.slice(before).every((name) => name.startsWith('agency'))).toBe(true);
    expect(requests.share.waiting).toBe(limits.waitingRequests);
  });

  test('of those that wait for too long', async () => {
    const requests = new Requests(2, 300);
    const startedAt = performance.now();
    void requests.ask('first', work('a'));
    await requests.ask('second', work('a'));
    expect(requests.refused).toEqual(['second rate_limited']);
    expect(performance.now() - startedAt).toBeGreaterThan(290);
    expect(requests.share.waiting).toBe(0);
  });

  const refusalOf = (requests: Requests, what: Work) => requests.share.run(what, stays, () => Promise.resolve()).catch(String);

  test('with the reason: too many wait, of the key or of the agency', async () => {
    const requests = new Requests();
    await ask(requests, 'a', limits.requestsAtOnceOfKey + limits.waitingRequestsOfKey);
    expect(await refusalOf(requests, work('a'))).toMatch(/Too many requests of the key are already waiting\. Wait .*, and send fewer/);
    await ask(requests, 'a', limits.waitingRequestsOfKey, { keyId: 'another' });
    expect(await refusalOf(requests, work('a', { keyId: 'third' }))).toMatch(/Too many requests of the agency are already waiting/);
  });

  test('with the reason: it waited too long, behind its own agency or, one at a time, behind the others', async () => {
    const requests = new Requests(2, 50);
    void requests.ask('a', work('a'));
    expect(await refusalOf(requests, work('a'))).toMatch(
      /The agency's other requests took all its places for 10 seconds\. Wait 1 second, and/,
    );
    void requests.ask('b', work('b'));
    await sleep(0);
    expect(requests.running).toEqual(['a', 'b']);
    expect(await refusalOf(requests, work('c'))).toMatch(
      /The service was busy with other agencies' requests for 10 seconds\. Wait 1 second\.$/,
    );
  });
});

describe('the seconds of a refusal', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const secondsOf = async (requests: Requests) => {
    const { headers } = await requests.share
      .run(work('a'), stays, () => Promise.resolve())
      .then(
        () => expect.unreachable(),
        (error: unknown) => error as { headers: Record<string, string> },
      );
    return Number(headers['retry-after']);
  };
  const fill = async (requests: Requests) => {
    while (requests.share.waiting < limits.waitingRequestsOfKey) await ask(requests, 'a', 1);
  };

  test.each([
    { everyMs: 1, seconds: 1 },
    { everyMs: 20, seconds: 5 },
    { everyMs: 30, seconds: 8 },
    { everyMs: 100, seconds: limits.waitSeconds },
  ])('follow its queue, in which one begins every $everyMs ms, up to the longest wait: $seconds', async ({ everyMs, seconds }) => {
    const requests = new Requests(16, limits.waitSeconds * 1_000);
    await fill(requests);
    for (let turn = 0; turn < Math.min(200, 5_000 / everyMs); turn++) {
      vi.advanceTimersByTime(everyMs);
      await requests.end('a');
    }
    await fill(requests);
    expect(Math.abs((await secondsOf(requests)) - seconds)).toBeLessThanOrEqual(1);
  });

  test('grow while nothing in the queue begins', async () => {
    const requests = new Requests(16, limits.waitSeconds * 1_000);
    await fill(requests);
    expect(await secondsOf(requests)).toBe(1);
    vi.advanceTimersByTime(2_000);
    expect(await secondsOf(requests)).toBe(limits.waitSeconds);
  });

  test('do not include a pause for an agency that sends no more at once than the others', async () => {
    const requests = new Requests(16, limits.waitSeconds * 1_000);
    for (let agency = 0; agency < 2; agency++)
      for (let count = 0; count < 400; count++) requests.active.begin(`another ${agency}`, performance.now());
    await fill(requests);
    expect(requests.count('a')).toBe(1);
    expect(await secondsOf(requests)).toBe(3);
  });
});

test('a request whose client disconnected does not start, whether it is queued or new', async () => {
  const requests = new Requests(2);
  const gone = new AbortController();
  void requests.ask('first', work('a'));
  const second = requests.ask('second', work('a'), gone.signal);
  gone.abort();
  await second;
  await requests.ask('third', work('a'), gone.signal);
  await requests.end('first');
  expect([requests.running, requests.refused, requests.share.waiting, requests.share.running]).toEqual([[], [], 0, 0]);
});

test('a failed request frees its slot', async () => {
  const share = new FairShare(requestShareOptions(2, 2), new ActiveAgencies());
  await expect(share.run(work('a'), stays, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(share.running).toBe(0);
});
