import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import type { DueEndpoint } from '../../server/delivery/claim/dispatcher.ts';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import { Leases } from '../../server/delivery/claim/leases.ts';
import { SimClock } from '../simulation/sim-clock.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let endpointId: string;
beforeAll(async () => {
  rig = await startRig();
  endpointId = await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
});
const keepers: Keeper[] = [];
afterEach(async () => {
  for (const keeper of keepers.splice(0)) await keeper.stop();
  await rig.empty('delivery_queue', 'delivery_leases');
});
afterAll(() => rig.close());

const beatMs = 1_000;
const deadAfterMs = 5_000;

/** The leases of one process, over a clock that the test advances. */
class Keeper {
  readonly clock = new SimClock();
  readonly freed: DueEndpoint[] = [];
  readonly warnings: string[] = [];
  readonly leases: Leases;
  isAway = false;
  /** Waited for before each statement. */
  before: ((text: string) => Promise<unknown> | undefined) | undefined;
  readonly #connection = new DeliveryConnection(rig.sql.pool);
  #open = 0;

  constructor() {
    const ask = async <Row>(statement: Statement): Promise<Row[]> => {
      this.#open++;
      try {
        await this.before?.(statement.text);
        if (this.isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        return await this.#connection.query<Row>(statement);
      } finally {
        this.#open--;
      }
    };
    const sql: Sql = { query: ask };
    const note = (_fields: object, message: string) => void this.warnings.push(message);
    const onReleased = (endpoints: readonly DueEndpoint[]) => void this.freed.push(...endpoints);
    this.leases = new Leases({ clock: this.clock, sql, log: { warn: note, error: note }, beatMs, deadAfterMs, onReleased });
    keepers.push(this);
  }

  static async start(): Promise<Keeper> {
    const keeper = new Keeper();
    keeper.leases.start();
    await keeper.rest();
    return keeper;
  }

  stop(): Promise<void> {
    this.clock.stop();
    return this.#connection.close();
  }

  /** Until no statement runs and none follows. */
  async rest(): Promise<void> {
    for (let quiet = 0; quiet < 5; quiet++) {
      await sleep(1);
      if (this.#open > 0) quiet = 0;
    }
  }

  async advance(ms: number): Promise<void> {
    const until = this.clock.now() + ms;
    while (this.clock.step(until)) await this.rest();
    await this.rest();
  }
}

/** The time of all processes advances alike, half a second at a time. */
async function advance(ms: number, ...all: Keeper[]): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) for (const keeper of all) await keeper.advance(500);
}

const queue = async (lease: number | null, count = 1) =>
  (
    await rig.rows<{ id: string }>(
      `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, lease, attempt_count, due_at)
       SELECT $1, $2, 'ping', uuidv7(), now(), 1, $3, 2, now() - interval '1 hour' FROM generate_series(1, $4::int) RETURNING id`,
      [rig.agencyId, endpointId, lease, count],
    )
  ).map(({ id }) => id);

const queued = () =>
  rig.rows(
    `SELECT lease, attempt_count, is_suspect, due_at > now() - interval '1 minute' AS is_due_anew FROM delivery_queue ORDER BY is_suspect, lease`,
  );
const leasesLeft = () => rig.rows('SELECT id, ended_at IS NOT NULL AS ended, is_returned AS returned FROM delivery_leases ORDER BY id');
const beatOf = async (lease: number) => (await rig.rows('SELECT beat FROM delivery_leases WHERE id = $1', [lease]))[0]!.beat as number;

const lost = { lease: null, attempt_count: 2, is_suspect: true, is_due_anew: true };
const returned = { lease: null, attempt_count: 1, is_suspect: false, is_due_anew: true };

test('a process has one lease and sends heartbeats', async () => {
  const keeper = new Keeper();
  expect(keeper.leases.current).toBeUndefined();
  keeper.leases.start();
  await keeper.rest();
  const lease = keeper.leases.current!;
  const beat = await beatOf(lease);
  await keeper.advance(3 * beatMs);
  expect(keeper.leases.current).toBe(lease);
  expect(await beatOf(lease)).toBe(beat + 3);
  expect(await leasesLeft()).toHaveLength(1);
});

test('after enough missing heartbeats, the deliveries of a process are released as crash suspects, with a counted attempt', async () => {
  const [dead, living] = [await Keeper.start(), await Keeper.start()];
  await queue(dead.leases.current!);
  await queue(living.leases.current!);
  await advance(2_000, dead, living);
  await advance(deadAfterMs - 1_000, living);
  expect(living.freed).toEqual([]);
  await advance(2_000, living);
  expect(living.freed).toEqual([{ agencyId: rig.agencyId, endpointId, sinceMicros: expect.any(Number) }]);
  expect(living.freed[0]!.sinceMicros / 1_000).toBeGreaterThan(Date.now() - 60_000);
  expect(await queued()).toEqual([{ lease: living.leases.current, attempt_count: 2, is_suspect: false, is_due_anew: false }, lost]);
  await advance(10_000, living);
  expect(living.freed).toHaveLength(1);
});

test('after an outage no process is dead, however long it was', async () => {
  const [one, other] = [await Keeper.start(), await Keeper.start()];
  await queue(one.leases.current!);
  await queue(other.leases.current!);
  await advance(2_000, one, other);
  for (const ms of [6_000, 30_000]) {
    one.isAway = other.isAway = true;
    await advance(ms, one, other);
    one.isAway = other.isAway = false;
    // The one that comes back first gives the other one its time.
    await advance(deadAfterMs - 1_000, one);
    await advance(2_000, one, other);
  }
  expect([...one.freed, ...other.freed]).toEqual([]);
  expect(await queued()).toMatchObject([{ is_suspect: false }, { is_suspect: false }]);
});

test('a heartbeat between the check and the expiry keeps the lease', async () => {
  const [late, observer] = [await Keeper.start(), await Keeper.start()];
  const lease = late.leases.current!;
  await queue(lease);
  let verdicts = 0;
  observer.before = (text) => {
    if (!text.includes('AS dead')) return undefined;
    verdicts++;
    return late.advance(beatMs);
  };
  await advance(deadAfterMs + 2_000, observer);
  expect(verdicts).toBe(1);
  expect([late.leases.current, observer.freed]).toEqual([lease, []]);
  expect(await queued()).toMatchObject([{ lease, is_suspect: false }]);
});

test('two processes that detect the same dead process release its deliveries once', async () => {
  const [dead, one, other] = [await Keeper.start(), await Keeper.start(), await Keeper.start()];
  await queue(dead.leases.current!, 50);
  for (let passed = 0; passed < deadAfterMs + 2_000; passed += beatMs) await Promise.all([one.advance(beatMs), other.advance(beatMs)]);
  expect([...one.freed, ...other.freed]).toHaveLength(1);
  expect(await queued()).toEqual(Array.from({ length: 50 }, () => lost));
});

test('a process that was found dead continues under another lease, with its deliveries', async () => {
  const [paused, observer] = [await Keeper.start(), await Keeper.start()];
  const former = paused.leases.current!;
  paused.leases.track(former);
  await queue(former);
  await advance(deadAfterMs + 2_000, observer);
  expect(observer.freed).toHaveLength(1);
  await paused.advance(beatMs);
  expect(paused.leases.current).toBeUndefined();
  expect(paused.warnings).toEqual(['lease expired; acquired a new one']);
  await paused.advance(100);
  expect(paused.leases.current).toBeGreaterThan(former);
  // What it held was not returned: it may have been sent.
  paused.leases.settle(former);
  await paused.advance(2 * beatMs);
  expect(await leasesLeft()).toContainEqual({ id: former, ended: true, returned: false });
  expect(await queued()).toEqual([lost]);
});

test('a lease given up by its process ends when its known deliveries are settled; the rest was not sent', async () => {
  const keeper = await Keeper.start();
  const former = keeper.leases.current!;
  keeper.leases.track(former);
  keeper.leases.track(former);
  await queue(former);
  keeper.leases.replace(former);
  expect(keeper.leases.current).toBeUndefined();
  await keeper.rest();
  const present = keeper.leases.current!;
  expect(present).not.toBe(former);
  const beat = await beatOf(former);
  keeper.leases.settle(former);
  await keeper.advance(3 * beatMs);
  // Its heartbeats continue, so that no other process takes its deliveries in flight.
  expect(await beatOf(former)).toBe(beat + 3);
  expect(await queued()).toMatchObject([{ lease: former }]);
  keeper.leases.settle(former);
  await keeper.advance(beatMs);
  expect(await leasesLeft()).toEqual([
    { id: former, ended: true, returned: true },
    { id: present, ended: false, returned: false },
  ]);
  expect(await queued()).toEqual([returned]);
  expect(keeper.freed).toHaveLength(1);
});

test('a statement without a reply makes the lease doubtful, a refused statement does not', async () => {
  const keeper = await Keeper.start();
  const lease = keeper.leases.current!;
  keeper.leases.handleFailure(lease, new pg.DatabaseError('refused', 0, 'error'));
  expect(keeper.leases.current).toBe(lease);
  keeper.leases.handleFailure(lease, new Error('lost'));
  expect(keeper.leases.current).toBeUndefined();
  await keeper.rest();
  expect(keeper.leases.current).toBeGreaterThan(lease);
});

test('late deliveries under an ended lease are released too; the lease is deleted when no more can arrive', async () => {
  const keeper = await Keeper.start();
  const former = keeper.leases.current!;
  const late = await rig.sql.pool.connect();
  await late.query('BEGIN');
  await late.query('SELECT id FROM delivery_leases WHERE id = $1 AND ended_at IS NULL', [former]);
  await late.query(
    `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, lease, attempt_count)
     VALUES ($1, $2, 'ping', uuidv7(), now(), 1, $3, 2)`,
    [rig.agencyId, endpointId, former],
  );
  keeper.leases.replace(former);
  await keeper.rest();
  await rig.rows(`UPDATE delivery_leases SET ended_at = now() - interval '20 seconds' WHERE id = $1`, [former]);
  await keeper.advance(3 * beatMs);
  expect(await leasesLeft()).toContainEqual({ id: former, ended: true, returned: true });
  await late.query('COMMIT');
  late.release();
  await keeper.advance(beatMs);
  expect(await queued()).toEqual([returned]);
  // Transactions in other databases of the server keep it for as long as they take.
  const present = [{ id: keeper.leases.current, ended: false, returned: false }];
  for (let beats = 0; beats < 100 && (await leasesLeft()).length > 1; beats++) await keeper.advance(beatMs);
  expect(await leasesLeft()).toEqual(present);
});

test('an ended lease stays for the statements that may have seen it alive', async () => {
  const keeper = await Keeper.start();
  const former = keeper.leases.current!;
  keeper.leases.replace(former);
  await keeper.advance(5 * beatMs);
  expect(await leasesLeft()).toContainEqual({ id: former, ended: true, returned: true });
});

test('stop ends every lease, and deliveries left under them were not sent', async () => {
  const keeper = await Keeper.start();
  const former = keeper.leases.current!;
  keeper.leases.track(former);
  keeper.leases.replace(former);
  await keeper.rest();
  const present = keeper.leases.current!;
  await queue(former);
  await queue(present);
  const stopping = keeper.leases.stop();
  expect(keeper.leases.current).toBeUndefined();
  await stopping;
  expect(await leasesLeft()).toEqual([former, present].map((id) => ({ id, ended: true, returned: true })));
  expect(await queued()).toEqual([returned, returned]);
  const beat = await beatOf(present);
  await keeper.advance(5 * beatMs);
  expect(await beatOf(present)).toBe(beat);
});

test('a process that cannot end its leases leaves them to be found', async () => {
  const [keeper, observer] = [await Keeper.start(), await Keeper.start()];
  await queue(keeper.leases.current!);
  keeper.isAway = true;
  await keeper.leases.stop();
  expect(keeper.warnings).toEqual(['could not release leases; they will expire']);
  await advance(deadAfterMs + 2_000, observer);
  expect(await queued()).toEqual([lost]);
});
