import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import { claimSuspects } from '../../server/delivery/claim/claim.ts';
import type { LeasedDelivery } from '../../server/delivery/claim/leased-delivery.ts';
import { Suspects } from '../../server/delivery/claim/suspects.ts';
import { SimClock } from '../simulation/sim-clock.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterEach(() => rig.empty('delivery_queue', 'delivery_leases', 'webhook_events', 'webhook_endpoints'));
afterAll(() => rig.close());

const addEndpoint = () => rig.addEndpoint({ url: 'http://127.0.0.1:9/' });

/** Deliveries that were in flight when so many processes died, the oldest first. */
async function suspect(deaths: number, ...endpointIds: string[]): Promise<void> {
  for (const [index, id] of endpointIds.entries()) {
    await rig.queue(id, 1, `${endpointIds.length - index} minutes`);
    await rig.rows('UPDATE delivery_queue SET is_suspect = true, attempt_count = $1 WHERE NOT is_suspect', [deaths]);
  }
}

const addEndpoints = (count: number) => Promise.all(Array.from({ length: count }, addEndpoint));

interface Tried {
  readonly endpointId: string;
  readonly end: () => Promise<void>;
}

/** Tries suspects in one process, whose attempts end when the test ends them. */
async function startSuspects() {
  const [{ id: lease }] = (await rig.rows<{ id: number }>('INSERT INTO delivery_leases DEFAULT VALUES RETURNING id')) as [{ id: number }];
  const clock = new SimClock();
  const tried: Tried[] = [];
  const held: LeasedDelivery[] = [];
  const doubted: unknown[] = [];
  const state = { lease: lease as number | undefined, mayLease: true, failure: undefined as Error | undefined, claims: 0 };
  const sql: Sql = {
    async query<Row>(statement: Statement) {
      state.claims++;
      open++;
      try {
        if (state.failure) throw state.failure;
        return await rig.sql.query<Row>(statement);
      } finally {
        open--;
      }
    },
  };
  let open = 0;
  const rest = async () => {
    for (let quiet = 0; quiet < 5; quiet++) {
      await sleep(1);
      if (open > 0) quiet = 0;
    }
  };
  const suspects = new Suspects({
    clock,
    sql,
    leases: {
      get current() {
        return state.lease;
      },
      track: () => true,
      handleFailure: (_lease, error) => void doubted.push(error),
    },
    handler: {
      start(delivery, ended) {
        held.push(delivery);
        const end = async () => {
          await rig.rows('DELETE FROM delivery_queue WHERE id = $1', [delivery.deliveryId]);
          ended?.();
          await rest();
        };
        tried.push({ endpointId: delivery.target.endpointId, end });
      },
    },
    mayLease: () => state.mayLease,
    flushOutcomes: () => Promise.resolve(),
    log: { error: () => undefined },
  });
  const tryAll = async () => {
    suspects.startRound();
    await rest();
  };
  const advance = async (ms: number) => {
    const until = clock.now() + ms;
    while (clock.step(until)) await rest();
  };
  return { suspects, lease, state, held, doubted, tryAll, advance, tried, triedOf: () => tried.map(({ endpointId }) => endpointId) };
}

test('what was in flight when two processes died is tried one at a time, the oldest first', async () => {
  const [a, b, c] = [await addEndpoint(), await addEndpoint(), await addEndpoint()];
  await suspect(2, b, a, c);
  const { tryAll, tried, triedOf, held, lease } = await startSuspects();
  await tryAll();
  await tryAll();
  expect(triedOf()).toEqual([b]);
  expect(held[0]).toMatchObject({ lease, attempt: 3 });
  await tried[0]!.end();
  expect(triedOf()).toEqual([b, a]);
  await tried[1]!.end();
  expect(triedOf()).toEqual([b, a, c]);
});

test('one that is open for a second has not killed the process: another endpoint is tried meanwhile, its own is not', async () => {
  const [a, b] = [await addEndpoint(), await addEndpoint()];
  await suspect(2, a, a, b);
  const { tryAll, advance, tried, triedOf } = await startSuspects();
  await tryAll();
  await advance(990);
  expect(triedOf()).toEqual([a]);
  await advance(10);
  expect(triedOf()).toEqual([a, b]);
  await advance(5_000);
  await tryAll();
  expect(triedOf()).toEqual([a, b]);
  await tried[0]!.end();
  await tryAll();
  expect(triedOf()).toEqual([a, b, a]);
});

test('what was in flight when one process died is tried one at a time for each endpoint', async () => {
  const [a, b] = [await addEndpoint(), await addEndpoint()];
  await suspect(1, a, a, b, a);
  const { tryAll, tried, triedOf } = await startSuspects();
  await tryAll();
  await tryAll();
  expect(triedOf()).toEqual([a, b]);
  await tried[1]!.end();
  expect(triedOf()).toEqual([a, b]);
  await tried[0]!.end();
  expect(triedOf()).toEqual([a, b, a]);
  await tried[2]!.end();
  expect(triedOf()).toEqual([a, b, a, a]);
});

test('of those that may yet kill the process 32 are open at once, and as many again each second', async () => {
  const ids = await addEndpoints(80);
  await suspect(1, ...ids);
  const { tryAll, advance, tried, triedOf } = await startSuspects();
  await tryAll();
  await tryAll();
  expect(triedOf()).toHaveLength(32);
  await tried[3]!.end();
  expect(triedOf()).toHaveLength(33);
  await advance(1_000);
  expect(triedOf()).toHaveLength(65);
  await advance(1_000);
  expect(triedOf().sort()).toEqual([...ids].sort());
});

test('what was in flight when two processes died is tried when nothing else may kill the process, and then alone', async () => {
  const [twice, once, later] = [await addEndpoint(), await addEndpoint(), await addEndpoint()];
  await suspect(2, twice);
  await suspect(1, once);
  const { tryAll, advance, tried, triedOf } = await startSuspects();
  await tryAll();
  expect(triedOf()).toEqual([once]);
  await advance(990);
  await tryAll();
  expect(triedOf()).toEqual([once]);
  await advance(10);
  expect(triedOf()).toEqual([once, twice]);
  await suspect(1, later);
  await tryAll();
  expect(triedOf()).toEqual([once, twice]);
  await tried[1]!.end();
  await tryAll();
  expect(triedOf()).toEqual([once, twice, later]);
});

test('endpoints that acknowledged lately come first, then those without failures, and those that let a suspect wait come last', async () => {
  const slow = await addEndpoints(32);
  const [failing, quiet, healthy] = [await addEndpoint(), await addEndpoint(), await addEndpoint()];
  await suspect(1, ...slow, ...slow, failing, quiet, healthy);
  await rig.rows('UPDATE webhook_endpoints SET consecutive_failures = 1 WHERE id = $1', [failing]);
  await rig.rows(
    `INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count)
     SELECT $1, unnest($2::uuid[]), date_trunc('minute', now()), 'order.created', 1`,
    [rig.agencyId, [healthy, ...slow]],
  );
  const { tryAll, advance, triedOf } = await startSuspects();
  await tryAll();
  expect(triedOf().sort()).toEqual([...slow].sort());
  await advance(1_000);
  expect(triedOf().slice(32)).toEqual([healthy, quiet, failing]);
});

test('what may not be sent now is passed over', async () => {
  const [disabled, revoked, laterOn, active] = [await addEndpoint(), await addEndpoint(), await addEndpoint(), await addEndpoint()];
  await suspect(1, disabled, revoked, laterOn, active);
  await rig.rows(`UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'manual', disabled_at = now() WHERE id = $1`, [
    disabled,
  ]);
  await rig.rows('UPDATE webhook_endpoints SET generation = 2 WHERE id = $1', [revoked]);
  await rig.rows(`UPDATE delivery_queue SET due_at = now() + interval '1 minute' WHERE endpoint_id = $1`, [laterOn]);
  const { tryAll, triedOf } = await startSuspects();
  await tryAll();
  expect(triedOf()).toEqual([active]);
});

test('two processes at once try no delivery twice', async () => {
  const ids = await addEndpoints(12);
  await suspect(1, ...ids.slice(0, 6));
  await suspect(2, ...ids.slice(6));
  const both = [await startSuspects(), await startSuspects()];
  for (let n = 0; n < 12; n++) {
    await Promise.all(both.map(({ tryAll }) => tryAll()));
    await Promise.all(both.map(({ advance }) => advance(1_000)));
  }
  expect(both.flatMap(({ triedOf }) => triedOf()).sort()).toEqual([...ids].sort());
});

test('nothing is tried without a lease, while outcomes wait to be recorded, or from stopping on', async () => {
  const [a, b] = [await addEndpoint(), await addEndpoint()];
  await suspect(2, a, b);
  const { suspects, state, lease, tryAll, tried, triedOf } = await startSuspects();
  state.lease = undefined;
  await tryAll();
  state.lease = lease;
  state.mayLease = false;
  await tryAll();
  expect([triedOf(), state.claims]).toEqual([[], 0]);
  state.mayLease = true;
  await tryAll();
  expect(triedOf()).toEqual([a]);
  suspects.stop();
  await tried[0]!.end();
  expect(triedOf()).toEqual([a]);
});

test('a claim without an answer throws doubt on the lease, and the next try continues', async () => {
  const a = await addEndpoint();
  await suspect(1, a);
  const { state, doubted, tryAll, triedOf } = await startSuspects();
  state.failure = new Error('lost');
  await tryAll();
  expect([triedOf(), doubted]).toEqual([[], [state.failure]]);
  state.failure = undefined;
  await tryAll();
  expect(triedOf()).toEqual([a]);
});

test('what cannot be sent is tried once in a round, and holds up no other', async () => {
  const [unreadable, readable] = [await addEndpoint(), await addEndpoint()];
  await rig.rows('UPDATE webhook_endpoints SET secret_ciphertext = $2 WHERE id = $1', [unreadable, Buffer.alloc(64)]);
  await suspect(1, unreadable, unreadable, unreadable, readable);
  const deliverer = rig.deliver({ sweepMs: 60_000 });
  await rig.until('SELECT 1 FROM delivery_queue WHERE endpoint_id = $1 AND cardinality(attempts) = 1', [readable]);
  await sleep(200);
  expect(rig.lines.filter(({ message }) => message === 'could not decrypt the signing secret').length).toBeLessThan(10);
  await deliverer.stop();
  expect(await rig.rows('SELECT attempt_count, is_suspect, lease FROM delivery_queue WHERE endpoint_id = $1', [unreadable])).toEqual(
    Array.from({ length: 3 }, () => ({ attempt_count: 1, is_suspect: true, lease: null })),
  );
});

test('a query for suspects does not read other due deliveries, whatever the statistics say', async () => {
  for (const id of await addEndpoints(3)) await rig.queue(id, 5_000);
  const request = { excluded: [], slow: [], dueByMicros: Infinity };
  const statements: Statement[] = [];
  const sql: Sql = { query: (statement) => (statements.push(statement), Promise.resolve([])) };
  await claimSuspects(sql, 1, { ...request, endpointCount: 32 });
  await claimSuspects(sql, 1, { ...request, endpointCount: 'alone' });
  const client = await rig.sql.pool.connect();
  await client.query('SET enable_seqscan = off');
  for (const { text, values } of statements) {
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT json) ${text}`, values as unknown[]);
    const { Plan } = (rows as { 'QUERY PLAN': [{ Plan: Record<string, number> }] }[])[0]!['QUERY PLAN'][0];
    expect(Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!).toBeLessThan(60);
  }
  client.release();
});
