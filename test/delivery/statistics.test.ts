import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim } from '../../server/delivery/claim/claim.ts';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import { writableBatch, write } from '../../server/delivery/record/record.ts';
import { sweep } from '../../server/delivery/claim/sweep.ts';
import { createTestDatabase } from '../support/database.ts';
import { StatementWatch } from '../support/statement-watch.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let watch: StatementWatch;
let connection: DeliveryConnection;
beforeAll(async () => {
  const database = await createTestDatabase();
  watch = await StatementWatch.over(database.url);
  rig = await startRig(database);
  connection = new DeliveryConnection(rig.sql.pool);
});
afterAll(async () => {
  await connection.close();
  await watch.close();
  await rig.close();
});

/** Deliveries that are over, as many for each. */
async function remember(endpointId: string): Promise<void> {
  await rig.rows(
    `INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, attempts)
     SELECT $1, $2, 'order.created', 'delivered', uuidv7(), uuidv7(), '{}' FROM generate_series(1, 5000)`,
    [rig.agencyId, endpointId],
  );
}

test('stale statistics of an empty queue, and plans made from them, cost nothing when the queue is full', async () => {
  const endpointIds: string[] = [];
  for (let n = 0; n < 2; n++) endpointIds.push(await rig.addEndpoint({ url: 'http://127.0.0.1:9/' }));
  for (const id of endpointIds) await remember(id);
  await rig.rows('ANALYZE delivery_queue, delivery_history');
  const [lease] = await rig.rows<{ id: number }>('INSERT INTO delivery_leases DEFAULT VALUES RETURNING id');
  const capacity = endpointIds.map((endpointId) => ({ agencyId: rig.agencyId, endpointId, slots: 150, lowWaterMicros: 0 }));
  const round = async () => {
    await sweep(connection, 0);
    const { deliveries } = await claim(connection, lease!.id, capacity);
    const attempt = {
      attempted_at: new Date().toISOString(),
      duration_ms: 1,
      status_code: 200,
      error: null,
      error_detail: null,
      response_excerpt: '',
    };
    const outcome = { status: 'delivered', error: null, attempt, retryDelayMs: null, endedAt: 0 } as const;
    const batch = deliveries.map((delivery) => ({ delivery, ...outcome }));
    await write(connection, writableBatch(batch, 0));
    return deliveries.length;
  };
  /** Pages that two rounds read where so much is pending for each endpoint. */
  const costOf = async (count: number) => {
    for (const id of endpointIds) await rig.queue(id, count);
    await watch.reset();
    for (let n = 0; n < 2; n++) expect(await round()).toBe(300);
    const [all] = await watch.costs('');
    return all.buffers;
  };
  // A prepared statement keeps the plan that it has after some executions.
  for (let n = 0; n < 10; n++) await round();
  const [short, long] = [await costOf(300), await costOf(10_000)];
  expect(long, `${short} pages where little is pending`).toBeLessThan(2 * short);
  expect(short).toBeLessThan(600 * 100);
});
