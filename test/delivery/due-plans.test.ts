import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import { claim, claimSuspectAlone, claimSuspects } from '../../server/delivery/claim/claim.ts';
import { countDue, findEndpointsToDrain, sweep } from '../../server/delivery/claim/sweep.ts';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import { startRig, type Rig } from './rig.ts';

/** As many endpoints have a backlog, each of as many deliveries. */
const endpoints = 4;
const backlog = 2_500;

/** Deliveries that a claim may take of each of two endpoints. */
const slots = 10;

let rig: Rig;
let connection: DeliveryConnection;
const endpointIds: string[] = [];
/** The statements, prepared while nothing was pending: SQL that executes each. */
const executing = new Map<string, string>();

const literal = (value: unknown) => (typeof value === 'number' ? String(value) : `'${String(value)}'`);

async function prepare(name: string, ask: (sql: Sql) => Promise<unknown>): Promise<void> {
  const prepared = async ({ text, values = [] }: Statement) => {
    await connection.query({ text: `PREPARE "${name}" AS ${text}` });
    const execute = `EXECUTE "${name}" (${values.map(literal).join(', ')})`;
    executing.set(name, execute);
    return connection.query<any>({ text: execute });
  };
  await ask({ query: prepared });
}

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How many rows of the queue the prepared statement reads by each index, also those that a filter drops. */
async function rowsRead(name: string): Promise<Record<string, number>> {
  const rows = await connection.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({
    text: `EXPLAIN (ANALYZE, FORMAT json) ${executing.get(name)}`,
  });
  const read: Record<string, number> = {};
  for (const node of nodesOf(rows[0]!['QUERY PLAN'][0].Plan)) {
    const index = node['Index Name'];
    if (node['Relation Name'] !== 'delivery_queue' || index === undefined) continue;
    read[index] = (read[index] ?? 0) + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  }
  return read;
}

/**
 * The plans are of a queue that was small and is empty: its statistics say so, while its indexes have the height that they had. The index of
 * all that is due has the shortest keys and the least height, so that reading it from end to end seems to cost the least.
 */
beforeAll(async () => {
  rig = await startRig();
  connection = new DeliveryConnection(rig.sql.pool);
  for (let n = 0; n < endpoints; n++) endpointIds.push(await rig.addEndpoint({ url: 'http://127.0.0.1:9/' }));
  const spread = () => rig.rows(`UPDATE delivery_queue SET due_at = due_at + random() * interval '10 minutes'`);
  await rig.queue(endpointIds[0]!, 250);
  await spread();
  await rig.rows('DELETE FROM delivery_queue');
  await rig.rows('VACUUM (ANALYZE, INDEX_CLEANUP off) delivery_queue');
  const [lease] = await rig.rows<{ id: number }>('INSERT INTO delivery_leases DEFAULT VALUES RETURNING id');
  const capacity = endpointIds.slice(0, 2).map((endpointId) => ({ agencyId: rig.agencyId, endpointId, slots, lowWaterMicros: 0 }));
  const round = { butOf: [], slow: [], dueByMicros: (Date.now() + 3_600_000) * 1_000 };
  await connection.query({ text: 'SET plan_cache_mode = force_generic_plan' });
  await prepare('sweep', (sql) => sweep(sql, 0));
  await prepare('count', (sql) => countDue(sql, 0, 100));
  await prepare('find to drain', (sql) => findEndpointsToDrain(sql, new Map(endpointIds.map((id) => [id, 0]))));
  await prepare('suspects', (sql) => claimSuspects(sql, lease!.id, round, 32));
  await prepare('suspect alone', (sql) => claimSuspectAlone(sql, lease!.id, round));
  await prepare('claim', (sql) => claim(sql, lease!.id, capacity));
  for (const id of endpointIds) await rig.queue(id, backlog);
  await spread();
}, 60_000);
afterAll(async () => {
  await connection.close();
  await rig.close();
});

test.each([
  // And the one after them, which may have become due in the same instant.
  ['sweep', { delivery_queue_due: 2_001 }],
  ['count', { delivery_queue_due: 100 }],
  // Those of each endpoint once.
  ['find to drain', { delivery_queue_free: endpoints * backlog }],
  ['suspects', { delivery_queue_suspects: 0, delivery_queue_free: 0 }],
  ['suspect alone', { delivery_queue_suspects: 0, delivery_queue_free: 0 }],
  ['claim', { delivery_queue_free: 2 * slots }],
])('a plan of an empty queue reads no more of a long one: %s', async (name, read) => {
  expect(await rowsRead(name)).toEqual(read);
});
