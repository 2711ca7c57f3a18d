import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { StatementWatch } from '../support/statement-watch.ts';
import { Load } from './load.ts';
import { startRig, type Rig } from './rig.ts';

/** How long a snapshot is held; what it costs is read in the last third. */
const heldMs = Number(process.env.HELD_SNAPSHOT_SECONDS ?? 18) * 1_000;

const endpoints = 4;

interface Subject {
  readonly name: string;
  readonly rig: Rig;
  readonly watch: StatementWatch;
  readonly load: Load;
}

/** What 1,000 deliveries cost, in buffers, and how many there were in a second. */
interface Cost {
  readonly claims: number;
  readonly records: number;
  readonly all: number;
  readonly perSecond: number;
}

async function startSubject(name: string, failing: number): Promise<Subject> {
  const database = await createTestDatabase();
  const watch = await StatementWatch.over(database.url);
  const rig = await startRig(database);
  rig.deliver({ retrySchedule: [300, 300, 300] });
  return { name, rig, watch, load: await Load.start(rig, { endpoints, failing, depth: 400 }) };
}

async function costOf({ watch, load }: Subject, forMs: number): Promise<Cost> {
  await watch.reset();
  const [endedBefore, startedAt] = [load.ended, performance.now()];
  await sleep(forMs);
  const [claims, records, all] = await watch.costs('room AS MATERIALIZED', 'finished AS MATERIALIZED', '');
  const thousands = (load.ended - endedBefore) / 1_000;
  return {
    claims: claims.buffers / thousands,
    records: records.buffers / thousands,
    all: all.buffers / thousands,
    perSecond: (thousands * 1_000_000) / (performance.now() - startedAt),
  };
}

/** Databases of one server under the same load at the same time: a snapshot keeps dead rows in its own database alone. */
const subjects: Record<string, Subject> = {};
beforeAll(async () => {
  for (const failing of [0, endpoints / 2]) {
    for (const name of [`${failing} failing, free`, `${failing} failing, held`]) subjects[name] = await startSubject(name, failing);
  }
});
afterAll(async () => {
  for (const { rig, watch } of Object.values(subjects)) {
    await watch.close();
    await rig.close();
  }
});

test('a snapshot that is held elsewhere costs claims and records no more the longer it is held', { timeout: heldMs + 60_000 }, async () => {
  await sleep(1_000);
  const holders: pg.Client[] = [];
  for (const { name, rig } of Object.values(subjects)) {
    if (!name.endsWith('held')) continue;
    const holder = new pg.Client({ connectionString: rig.url });
    await holder.connect();
    await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await holder.query('SELECT FROM delivery_queue LIMIT 1');
    holders.push(holder);
  }
  await sleep((heldMs * 2) / 3);
  const costs = Object.fromEntries(
    await Promise.all(Object.values(subjects).map(async (subject) => [subject.name, await costOf(subject, heldMs / 3)] as const)),
  );
  console.log(costs);
  for (const holder of holders) await holder.end();
  await Promise.all(Object.values(subjects).map(({ load }) => load.stop()));
});
