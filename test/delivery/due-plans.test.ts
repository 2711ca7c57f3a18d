import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContextOf } from '../../server/access/request-context.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { prepareSettings } from '../../server/database/client/settings-query.ts';
import { rowsOf } from '../../server/database/client/run-statement.ts';
import type { ScopedSql, Sql, Statement } from '../../server/database/client/sql.ts';
import { claim, claimSuspects } from '../../server/delivery/claim/claim.ts';
import { countDue, findEndpointsToDrain, sweep } from '../../server/delivery/claim/sweep.ts';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import { announceDue } from '../../server/live/listener-streams.ts';
import { problems } from '../../server/problems/problem.ts';
import { figuresOf } from '../../server/resources/webhooks/get-webhook-figures.ts';
import { literalOf, planNodesOf, rowsReadBy, type Explained } from '../support/explained-plan.ts';
import { startRig, type Rig } from './rig.ts';

/** As many endpoints have a backlog, each of as many deliveries. */
const endpoints = 4;
const backlog = 2_500;

/** Deliveries that a claim may take of each of two endpoints. */
const slots = 10;

let rig: Rig;
let connection: DeliveryConnection;
/** Runs statements as the connections of requests do. */
let requests: pg.PoolClient;
const endpointIds: string[] = [];
/** The statements, prepared while nothing was pending: SQL that executes each. */
const executing = new Map<string, string>();

const execution = (name: string, values: readonly unknown[]) => `EXECUTE "${name}" (${values.map(literalOf).join(', ')})`;

async function prepare(name: string, ask: (sql: Sql) => Promise<unknown>): Promise<void> {
  const query = async ({ text, values = [] }: Statement) => {
    await connection.query({ text: `PREPARE "${name}" AS ${text}` });
    executing.set(name, execution(name, values));
    return connection.query<any>({ text: executing.get(name)! });
  };
  await ask({ query });
}

const statements = new ScopedStatements();

/** Runs statements as a request does; the first of them is the one to explain. */
async function prepareRequest(title: string, ask: (sql: ScopedSql) => Promise<unknown>): Promise<void> {
  const tenantScope = new TenantScope(rig.agencyId, []);
  const query = async (scoped: Statement) => {
    const statement = statements.addScope(tenantScope, scoped);
    if (!executing.has(title)) executing.set(title, execution(statement.name!, statement.values!));
    return rowsOf<any>(requests, statement);
  };
  await ask({ query, tenantScope });
}

/** How many rows of the queue an explained statement reads by each index, also those that a filter drops. */
function rowsRead(explained: Explained): Record<string, number> {
  const read: Record<string, number> = {};
  for (const node of planNodesOf(explained)) {
    const index = node['Index Name'];
    if (node['Relation Name'] !== 'delivery_queue' || index === undefined) continue;
    read[index] = (read[index] ?? 0) + rowsReadBy(node);
  }
  return read;
}

const explaining = (title: string) => `EXPLAIN (ANALYZE, FORMAT json) ${executing.get(title)}`;

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
  const round = { excluded: [], slow: [], dueByMicros: (Date.now() + 3_600_000) * 1_000 };
  await connection.query({ text: 'SET plan_cache_mode = force_generic_plan' });
  await prepare('sweep', (sql) => sweep(sql, 0));
  await prepare('count', (sql) => countDue(sql, 0, 100));
  await prepare('find to drain', (sql) => findEndpointsToDrain(sql, new Map(endpointIds.map((id) => [id, 0]))));
  await prepare('suspects', (sql) => claimSuspects(sql, lease!.id, { ...round, endpointCount: 32 }));
  await prepare('suspect alone', (sql) => claimSuspects(sql, lease!.id, { ...round, endpointCount: 'alone' }));
  await prepare('claim', (sql) => claim(sql, lease!.id, capacity));
  requests = await rig.sql.pool.connect();
  await prepareSettings(requests);
  const contextOf = (data: ScopedSql) => ({ data, ...problems }) as unknown as ContextOf<'getWebhookFigures'>;
  await prepareRequest('figures', (data) => figuresOf(endpointIds[0]!, { interval: 'hour' }, contextOf(data)));
  await prepareRequest('listener', (sql) => announceDue(sql, endpointIds[0]!));
  for (const id of endpointIds) await rig.queue(id, backlog);
  await spread();
}, 60_000);
afterAll(async () => {
  await connection.close();
  requests.release();
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
])('a plan of an empty queue reads no more of a long one: %s', async (title, read) => {
  await connection.query({ text: 'BEGIN' });
  const explained = await connection.query<Explained[number]>({ text: explaining(title) });
  // What it claimed stays free.
  await connection.query({ text: 'ROLLBACK' });
  expect(rowsRead(explained)).toEqual(read);
});

test.each([
  // The next attempt, and the oldest due delivery.
  ['figures', 2],
  ['listener', 1],
])('a statement of requests, planned on an empty queue, reads no more of a long one: %s', async (title, read) => {
  await requests.query('SET plan_cache_mode = force_generic_plan');
  const { rows } = await requests.query<Explained[number]>(explaining(title));
  expect(rowsRead(rows)).toMatchObject({ delivery_queue_free: read });
  expect(rowsRead(rows)).not.toHaveProperty('delivery_queue_due');
});
