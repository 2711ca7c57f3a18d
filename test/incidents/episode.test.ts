import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { CommandLine } from '../cli/run-svc.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { creatorRecords, tip } from './tips.ts';

const soon = { timeout: 30_000, interval: 20 };

let service: TestService;
let agency: TestAgency;
let receiver: Receiver;
let svc: CommandLine;
/** What the receiver answered, one for each request. */
let ledger: { readonly status: number; readonly at: number }[];
/** The status of the next request. */
let next: () => number;
let sent: number;
let endpointId: string;

const call = async (method: string, path: string, body?: unknown, key = agency.key) =>
  (await service.request(method, `/v1/webhooks/${path}`, { key, ...(body === undefined ? {} : { body }) })).body;
const endpoint = (key?: string) => call('GET', endpointId, undefined, key);
const countOf = (status: number) => ledger.filter((entry) => entry.status === status).length;

beforeEach(async () => {
  service = await startService({ retryDelaysMs: [20, 20, 20], times: { measurementMs: 0 } });
  agency = await service.createAgency();
  await agency.ingest(creatorRecords);
  svc = await CommandLine.create();
  svc.environment = { ...svc.environment, SVC_BASE_URL: service.baseUrl, SVC_API_KEY: agency.key };
  ledger = [];
  sent = 0;
  next = () => 200;
  receiver = await startReceiver();
  receiver.answer = (_request, response) => {
    const status = next();
    ledger.push({ status, at: Date.now() });
    response.writeHead(status).end('Sorry');
  };
  const body = { url: receiver.url, label: 'Ledger', enabled_event_types: ['order.created'] };
  endpointId = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body.id;
});
afterEach(async () => {
  await Promise.all([service.close(), receiver.close(), svc.close()]);
});

/** The sentences of `svc` about the endpoint. */
const sentence = async (...words: string[]) => (await svc.run('webhooks', ...words)).stderr;

/** The deliveries that have ended, whatever their outcome. */
async function endedCount(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>({ text: 'SELECT count(*) AS count FROM delivery_history' });
  return row!.count;
}

/** Publishes an event, and waits until its delivery has ended. */
async function send(): Promise<void> {
  const before = await endedCount();
  await agency.ingest([tip(`tip-${sent++}`)]);
  await vi.waitFor(async () => expect(await endedCount()).toBeGreaterThan(before), soon);
}

const sendMany = async (count: number) => {
  const before = await endedCount();
  await agency.ingest(Array.from({ length: count }, () => tip(`tip-${sent++}`)));
  await vi.waitFor(async () => expect(await endedCount()).toBe(before + count), soon);
};

/** Moves everything that was counted into the past. */
async function passMinutes(minutes: number): Promise<void> {
  for (const [table, columns] of [
    ['delivery_minutes', ['minute']],
    ['endpoint_episodes', ['minute', 'began_at', 'last_failed_at']],
    ['episode_errors', ['first_at', 'last_at']],
    ['webhook_endpoints', ['enabled_at', 'disabled_at', 'episode_disabled_at']],
  ] as const) {
    const moved = columns.map((column) => `${column} = ${column} - make_interval(mins => $1)`).join(', ');
    await service.database.query({ text: `UPDATE ${table} SET ${moved}`, values: [minutes] });
  }
}

describe('an endpoint that answers 401 until it is disabled', () => {
  it(
    'says what fails, since when and what was lost, by the receiver’s own ledger, until everything is repaired',
    { timeout: 120_000 },
    async () => {
      await send();
      expect(await endpoint()).toMatchObject({ health: { state: 'works' }, incident: null });
      next = () => 401;
      while ((await endpoint()).status === 'active') await send();
      const missed = 5;
      for (let n = 0; n < missed; n++) await agency.ingest([tip(`missed-${n}`)]);

      const refused = countOf(401);
      const firstRefused = ledger.find(({ status }) => status === 401)!;
      const disabled = await endpoint();
      expect(disabled).toMatchObject({
        health: {
          state: 'disabled',
          since: disabled.disabled_at,
          reason: 'Disabled after 10 failed deliveries in a row',
          detail: `${refused} responses with 4xx`,
          attempts: { http_2xx_count: 0, http_4xx_count: refused },
        },
        incident: {
          status: 'disabled',
          disabled_at: disabled.disabled_at,
          enabled_at: null,
          attempts: { http_2xx_count: 0, http_4xx_count: refused, http_5xx_count: 0 },
          errors: [{ error: 'http_status', status_code: 401, error_detail: null, label: '401 response', count: refused }],
          accepted_since: null,
          accepted_count: 0,
          // Each of them was attempted four times.
          unreplayed_count: refused / 4,
          has_more_unreplayed: false,
          missed_count: missed,
          has_more_missed: false,
        },
      });
      const { since, last_failed_at: lastFailedAt, errors } = disabled.incident;
      expect(firstRefused.at - Date.parse(since)).toBeGreaterThanOrEqual(0);
      expect(firstRefused.at - Date.parse(since)).toBeLessThan(2_000);
      expect(ledger.at(-1)!.at - Date.parse(lastFailedAt)).toBeLessThan(2_000);
      expect([errors[0].first_at, errors[0].last_at]).toEqual([since, lastFailedAt]);
      expect((await service.request('GET', '/v1/webhooks', { key: agency.key })).body.data).toEqual([disabled]);
      expect((await service.operator('GET', `/operator/v1/agencies/${agency.id}/webhooks`)).body.data).toEqual([disabled]);
      await vi.waitFor(async () => {
        const { data } = (await service.operator('GET', '/operator/v1/incidents')).body;
        expect(data).toMatchObject([{ endpoint_id: endpointId, health: disabled.health, incident: disabled.incident }]);
      }, soon);

      next = () => 200;
      const enabled = await call('PATCH', endpointId, { status: 'active' });
      expect(enabled).toMatchObject({
        health: { state: 'silent', reason: 'Enabled again, nothing was sent since', detail: null, attempts: { http_4xx_count: 0 } },
        incident: {
          status: 'untested',
          since,
          disabled_at: disabled.disabled_at,
          attempts: { http_4xx_count: refused },
          missed_count: missed,
        },
      });
      expect(Date.parse(enabled.incident.enabled_at)).toBeGreaterThan(Date.parse(disabled.disabled_at));
      expect(enabled.health.counted_from).toBe(enabled.incident.enabled_at);
      expect(await sentence('enable', endpointId)).toContain('nothing was sent since.');

      await call('POST', `${endpointId}/ping`);
      await vi.waitFor(
        async () =>
          expect(await endpoint()).toMatchObject({
            health: { state: 'works', reason: 'Accepts again', attempts: { http_2xx_count: 1, http_4xx_count: 0 } },
            incident: { status: 'recovering', since, accepted_count: 1, unreplayed_count: refused / 4, missed_count: missed },
          }),
        soon,
      );

      expect(await sentence('get', endpointId)).toMatch(/Accepts again since .*: 1 attempt in a row\./);

      await sendMany(100);
      expect(await endpoint()).toMatchObject({
        // Counts from the end of the failures, not the last minutes.
        health: { state: 'works', reason: 'Acknowledges deliveries', detail: 'all 101 attempts acknowledged' },
        incident: { status: 'recovered', since, unreplayed_count: refused / 4, missed_count: missed },
      });
      await call('POST', `${endpointId}/failures/replay`, {});
      await vi.waitFor(async () => expect((await endpoint()).incident).toMatchObject({ unreplayed_count: 0, missed_count: missed }), soon);
      await call('POST', `${endpointId}/recoveries`, { start: since });
      await vi.waitFor(async () => expect((await endpoint()).incident).toBeNull(), soon);
      // Everything that was refused or missed has arrived, once.
      await vi.waitFor(() => expect(countOf(200)).toBe(1 + 1 + 100 + refused / 4 + missed), soon);
    },
  );

  it('is failing before, and again if it still fails when it is enabled, with what it missed in between', { timeout: 60_000 }, async () => {
    next = () => 401;
    await send();
    expect(await endpoint()).toMatchObject({
      health: { state: 'fails', detail: '4 responses with 4xx' },
      incident: { status: 'failing', unreplayed_count: 1 },
    });
    while ((await endpoint()).status === 'active') await send();
    await agency.ingest([tip('missed-1')]);
    const { incident: first } = await endpoint();
    await call('PATCH', endpointId, { status: 'active' });
    await send();
    expect(await endpoint()).toMatchObject({
      health: { state: 'fails' },
      incident: {
        status: 'failing',
        since: first.since,
        disabled_at: first.disabled_at,
        missed_count: 1,
        attempts: { http_4xx_count: countOf(401) },
      },
    });
    const before = await endedCount();
    await call('POST', `${endpointId}/ping`);
    await vi.waitFor(async () => expect(await endedCount()).toBe(before + 1), soon);
    // A ping that failed is not counted.
    expect((await endpoint()).incident.unreplayed_count).toBe(first.unreplayed_count + 1);
    await call('PATCH', endpointId, { status: 'disabled' });
    await agency.ingest([tip('missed-2')]);
    // A pause of an endpoint that fails keeps its incident, and its loss counts from when it was disabled first.
    expect(await endpoint()).toMatchObject({
      health: { state: 'paused' },
      incident: { status: 'disabled', since: first.since, missed_count: 2 },
    });
  });
});

describe('an endpoint that was disabled days ago', () => {
  it('keeps the reason, is untested when it is enabled, and accepts again', { timeout: 60_000 }, async () => {
    next = () => 401;
    while ((await endpoint()).status === 'active') await send();
    const failed = { attempts: { http_4xx_count: ledger.length }, errors: [{ label: '401 response', count: ledger.length }] };
    await passMinutes(3 * 24 * 60);
    expect(await endpoint()).toMatchObject({
      health: { state: 'disabled', detail: `${ledger.length} responses with 4xx` },
      incident: { status: 'disabled', ...failed },
    });
    next = () => 200;
    expect((await call('PATCH', endpointId, { status: 'active' })).incident).toMatchObject({ status: 'untested', ...failed });
    await send();
    expect(await endpoint()).toMatchObject({
      health: { state: 'works', reason: 'Accepts again' },
      incident: { status: 'recovering', ...failed },
    });
  });
});

describe('an endpoint that fails 40 % of its attempts', () => {
  /** Two of five fail, in an order that repeats after a hundred requests. */
  const pattern = Array.from({ length: 20 }, (_, index) =>
    [500, 200, 500, 200, 200].map((_status, place, all) => all[(place * 3 + index) % 5]!),
  ).flat();

  it(
    'struggles since the first failed attempt, whatever minutes are quiet, and works with the first attempts in a row',
    { timeout: 60_000 },
    async () => {
      next = () => pattern[ledger.length % pattern.length]!;
      await sendMany(30);
      const { incident: first } = await endpoint();
      const states = new Set<string>();
      for (let round = 0; round < 4; round++) {
        await passMinutes(4);
        states.add((await endpoint()).health.state);
        await sendMany(5);
        const { health, incident } = await endpoint();
        states.add(health.state);
        expect(Date.parse(first.since) - Date.parse(incident.since)).toBe((round + 1) * 4 * 60_000);
        expect(incident).toMatchObject({
          status: 'failing',
          attempts: { http_5xx_count: countOf(500) },
          errors: [{ label: '500 response', count: countOf(500) }],
        });
      }
      expect([...states]).toEqual(['struggles']);
      expect(await sentence('get', endpointId)).toMatch(
        /Has failed (3[5-9]|4\d)% of its \d+ attempts since .* \(\d+ attempts answered 500\)\./,
      );
      next = () => 200;
      const before = ledger.length;
      let { health, incident } = await endpoint();
      while (health.state !== 'works') {
        await send();
        ({ health, incident } = await endpoint());
      }
      expect(health.reason).toBe('Accepts again');
      expect(incident).toMatchObject({
        status: 'recovering',
        accepted_count: ledger.slice(ledger.findLastIndex(({ status }) => status === 500) + 1).length,
      });
      expect(incident.accepted_count).toBeGreaterThanOrEqual(15);
      expect(ledger.length - before).toBeLessThanOrEqual(20);
    },
  );
});

describe('a key that is limited to creators', () => {
  it(
    'sees the incident of an endpoint of its creators, and nothing from before the endpoint lost another creator',
    { timeout: 60_000 },
    async () => {
      await agency.ingest([
        { type: 'creator', id: 'creator-2', name: 'Bea', account: { external_id: 'account-creator-2', username: null } },
      ]);
      const limited = await agency.createKey({ creatorIds: ['creator-1'] });
      await call('PATCH', endpointId, { allowed_creator_ids: ['creator-1', 'creator-2'] });
      next = () => 500;
      await send();
      expect(await endpoint(limited)).toMatchObject({ status: 404 });
      await call('PATCH', endpointId, { allowed_creator_ids: ['creator-1'] });
      expect(await endpoint(limited)).toMatchObject({ health: { state: 'silent' }, incident: null });
      expect((await endpoint()).incident).toMatchObject({ status: 'failing', attempts: { http_5xx_count: 4 } });
      next = () => 503;
      await send();
      const seen = {
        status: 'failing',
        attempts: { http_5xx_count: 4 },
        errors: [{ label: '503 response', count: 4 }],
        unreplayed_count: 1,
      };
      expect((await endpoint(limited)).incident).toMatchObject(seen);
    },
  );
});
