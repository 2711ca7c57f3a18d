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

/** Creates deliveries that were in flight when `deaths` processes died, oldest first. */
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

/** Tries crash suspects in one process; the test ends their attempts. */
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

test('deliveries that two processes died with are tried one at a time, oldest first', async () => {
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

test('a suspect open for one second is considered safe, and suspects of other endpoints start', async () => {
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

test('deliveries that one process died with are tried one at a time per endpoint', async () => {
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

test('32 suspects start at once, and 32 more each second', async () => {
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

test('a delivery that two processes died with is tried only while no other suspect is unsafe', async () => {
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

test('endpoints with recent acknowledgements are first, then those without failures, then those with slow suspects', async () => {
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

test('suspects that may not be sent now are skipped', async () => {
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

test('two concurrent processes try each suspect once', async () => {
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

test('no suspect is tried without a lease, with unsaved outcomes, or after stop', async () => {
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

test('a claim without a response marks the lease as doubtful, and the next try succeeds', async () => {
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

test('a suspect that cannot be sent is tried once per round and blocks no other', async () => {
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

test('a query for suspects reads no other due deliveries, even with stale statistics', async () => {
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
