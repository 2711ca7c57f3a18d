import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim } from '../../server/delivery/claim.ts';
import { DeliveryConnection } from '../../server/delivery/connection.ts';
import { look } from '../../server/delivery/look.ts';
import { record } from '../../server/delivery/record.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let connection: DeliveryConnection;
beforeAll(async () => {
  rig = await startRig();
  connection = new DeliveryConnection(rig.sql.pool);
});
afterAll(async () => {
  await connection.close();
  await rig.close();
});

const batches = 5;

async function queue(endpointIds: readonly string[], status: 'pending' | 'delivered'): Promise<void> {
  for (let n = 0; n < batches; n++) await queueBatch(endpointIds, status);
}

async function queueBatch(endpointIds: readonly string[], status: 'pending' | 'delivered'): Promise<void> {
  await rig.rows(
    `WITH event AS (
       INSERT INTO events (agency_id, type, occurred_at, data) SELECT $1, 'order.created', now(), '{}' FROM generate_series(1, 5000) RETURNING id
     )
     INSERT INTO deliveries (event_id, agency_id, endpoint_id, event_type, generation, status)
     SELECT event.id, $1, e, 'order.created', 1, $3 FROM event CROSS JOIN unnest($2::uuid[]) e`,
    [rig.agencyId, endpointIds, status],
  );
}

test(
  'statistics that say that nothing is pending, and plans made by them, slow nothing down when much is',
  { timeout: 60_000 },
  async () => {
    const endpointIds: string[] = [];
    for (let n = 0; n < 2; n++) endpointIds.push(await rig.addEndpoint({ url: 'http://127.0.0.1:9/' }));
    await queue(endpointIds, 'delivered');
    await rig.rows('ANALYZE deliveries');
    const room = endpointIds.map((endpointId) => ({ endpointId, places: 150 }));
    const round = async () => {
      await look(connection);
      const deliveries = await claim(connection, room, 60_000);
      const attempt = { attempted_at: new Date().toISOString(), duration_ms: 1, status_code: 200, error: null, response_excerpt: '' };
      await record(
        connection,
        deliveries.map((delivery) => ({ delivery, status: 'delivered', error: null, attempt, retryDelayMs: null, endedAt: 0 })),
        0,
      );
      return deliveries.length;
    };
    // A prepared statement keeps the plan that it has after some executions.
    for (let n = 0; n < 10; n++) await round();
    await queue(endpointIds, 'pending');
    const startedAt = performance.now();
    for (let n = 0; n < 20; n++) expect(await round()).toBe(300);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  },
);
