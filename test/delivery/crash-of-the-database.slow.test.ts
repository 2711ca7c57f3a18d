import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startOwnServer, type OwnServer } from './own-server.ts';

let server: OwnServer;
let receiver: Receiver;
beforeAll(async () => {
  server = await startOwnServer();
  receiver = await startReceiver();
  // What waits for the disk is on it; what does not wait comes there after seconds.
  await server.asAdministrator('ALTER DATABASE own SET synchronous_commit = on');
  for (const setting of [`wal_writer_delay = '10s'`, `wal_writer_flush_after = '1GB'`])
    await server.asAdministrator(`ALTER SYSTEM SET ${setting}`);
  await server.control('restart');
}, 180_000);
afterAll(async () => {
  await receiver.close();
  await server.close();
});

test(
  'outcomes that a living process knows outlive a crash of the database that had not written them to the disk',
  { timeout: 90_000 },
  async () => {
    const { rig, control } = server;
    const answered = new Set<unknown>();
    // Who answers a delivery once refuses it from then on.
    receiver.answer = ({ headers }, response) => {
      const id = headers['service-delivery-id'];
      response.writeHead(answered.has(id) ? 500 : 200).end();
      answered.add(id);
    };
    const endpointId = await rig.addEndpoint({ url: receiver.url });
    rig.deliver({ gatherMs: 5, retrySchedule: [50, 50, 50] });
    const count = 60;
    await rig.publish(Array.from({ length: count }, () => ({})));
    await receiver.waitFor(count);
    await rig.until('SELECT 1 FROM delivery_queue HAVING count(*) = 0');
    await control('stop', '-m', 'immediate');
    await control('start');
    await rig.until(`SELECT 1 FROM all_deliveries WHERE status = 'delivered' HAVING count(*) = $1`, [count], 30_000);
    await rig.until('SELECT 1 FROM delivery_queue HAVING count(*) = 0');
    await sleep(500);
    expect(receiver.received).toHaveLength(count);
    expect(await rig.rows('SELECT status, count(*) AS count FROM all_deliveries WHERE endpoint_id = $1 GROUP BY 1', [endpointId])).toEqual([
      { status: 'delivered', count },
    ]);
    expect(await rig.rows('SELECT sum(delivered_count)::int AS delivered, sum(failed_count)::int AS failed FROM delivery_minutes')).toEqual(
      [{ delivered: count, failed: 0 }],
    );
  },
);
