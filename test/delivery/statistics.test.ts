import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim } from '../../server/delivery/claim/claim.ts';
import { DeliveryConnection } from '../../server/delivery/record/connection.ts';
import { record } from '../../server/delivery/record/record.ts';
import { sweep } from '../../server/delivery/claim/sweep.ts';
import { slowness } from '../support/machine.ts';
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

/** Deliveries that are over, as many for each. */
async function remember(endpointId: string): Promise<void> {
  await rig.rows(
    `INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, attempts)
     SELECT $1, $2, 'order.created', 'delivered', uuidv7(), uuidv7(), '{}' FROM generate_series(1, 25000)`,
    [rig.agencyId, endpointId],
  );
}

test(
  'statistics that say that nothing is pending, and plans made by them, slow nothing down when much is',
  { timeout: 60_000 },
  async () => {
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
      await record(
        connection,
        deliveries.map((delivery) => ({ delivery, status: 'delivered', error: null, attempt, retryDelayMs: null, endedAt: 0 })),
        0,
      );
      return deliveries.length;
    };
    // A prepared statement keeps the plan that it has after some executions.
    for (let n = 0; n < 10; n++) await round();
    for (const id of endpointIds) await rig.queue(id, 25_000);
    const startedAt = performance.now();
    for (let n = 0; n < 20; n++) expect(await round()).toBe(300);
    expect(performance.now() - startedAt).toBeLessThan(4_000 * slowness());
  },
);
