import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { StatementWatch, type StatementCost } from '../support/statement-watch.ts';
import { Load } from './load.ts';
import { startRig, type Rig } from './rig.ts';

/** How long a snapshot is held; what deliveries cost is read in the last third. */
const heldMs = Number(process.env.HELD_SNAPSHOT_SECONDS ?? 12) * 1_000;

const endpoints = 2;

interface Subject {
  readonly rig: Rig;
  readonly watch: StatementWatch;
  readonly load: Load;
}

/** How many deliveries there were in a second, and what 1,000 of them cost in buffers. */
interface Cost {
  readonly perSecond: number;
  readonly claims: number;
  readonly records: number;
  readonly all: number;
}

async function startSubject(failing: number): Promise<Subject> {
  const database = await createTestDatabase();
  const watch = await StatementWatch.over(database.url);
  const rig = await startRig(database);
  rig.deliver({ retrySchedule: [300, 300, 300] });
  return { rig, watch, load: await Load.start(rig, { endpoints, failing, depth: 400 }) };
}

async function costOf({ watch, load }: Subject, forMs: number): Promise<Cost> {
  await watch.reset();
  const [endedBefore, startedAt] = [load.ended, performance.now()];
  await sleep(forMs);
  const [claims, records, all] = await watch.costs('capacity AS MATERIALIZED', 'finished AS MATERIALIZED', '');
  const count = load.ended - endedBefore;
  const perThousand = ({ buffers }: StatementCost) => Math.round((1_000 * buffers) / count);
  return {
    perSecond: Math.round((1_000 * count) / (performance.now() - startedAt)),
    claims: perThousand(claims),
    records: perThousand(records),
    all: perThousand(all),
  };
}

async function holdSnapshot(databaseUrl: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await holder.query('SELECT FROM delivery_queue LIMIT 1');
  return holder;
}

/**
 * Two databases of one server under the same load at the same time, so that whatever else the machine does concerns both. A
 * snapshot keeps dead rows in its own database alone.
 */
const cases = [
  { name: 'where all receivers answer', failing: 0 },
  { name: 'where half of the receivers fail', failing: endpoints / 2 },
];
const subjects: { name: string; free: Subject; held: Subject }[] = [];
const holders: pg.Client[] = [];
beforeAll(async () => {
  for (const { name, failing } of cases) subjects.push({ name, free: await startSubject(failing), held: await startSubject(failing) });
}, 120_000);
afterAll(async () => {
  for (const holder of holders) await holder.end();
  for (const { rig, watch } of subjects.flatMap(({ free, held }) => [free, held])) {
    await watch.close();
    await rig.close();
  }
});

/** A busy machine may make some claims of a window read more, while a plan that reads dead rows reads them in each window. */
const windows = 3;

async function measure() {
  return Promise.all(
    subjects.map(async ({ name, ...pair }) => {
      const [free, held] = await Promise.all([costOf(pair.free, heldMs / 3), costOf(pair.held, heldMs / 3)]);
      return { name, free, held };
    }),
  );
}

/** Throws with the figures where a snapshot costs more than a constant share. */
function expectCheap(costs: Awaited<ReturnType<typeof measure>>): void {
  for (const { name, free, held } of costs) {
    const figures = `${name}: ${JSON.stringify({ free, held })}`;
    // No page makes room for new rows while a snapshot retains the dead ones: a constant share, however long it is open.
    expect(held.claims, figures).toBeLessThan(1.6 * free.claims);
    expect(held.records, figures).toBeLessThan(1.6 * free.records);
    // Looks go a minute back.
    expect(held.all, figures).toBeLessThan(2 * free.all);
    expect(held.perSecond, figures).toBeGreaterThan(0.8 * free.perSecond);
  }
}

test('a long-lived snapshot hardly increases the cost of deliveries', { timeout: windows * heldMs + 120_000 }, async () => {
  await sleep(1_000);
  for (const { held } of subjects) holders.push(await holdSnapshot(held.rig.url));
  await sleep((heldMs * 2) / 3);
  for (let window = 1; ; window++) {
    const costs = await measure();
    for (const { name, free, held } of costs) console.log(`${name}: ${JSON.stringify({ free, held })}`);
    try {
      expectCheap(costs);
      break;
    } catch (error) {
      if (window === windows) throw error;
    }
  }
  await Promise.all(subjects.flatMap(({ free, held }) => [free.load.stop(), held.load.stop()]));
});
