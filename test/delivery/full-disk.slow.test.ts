import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';
import { controllerOf } from '../process/postgres-control.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { createViews } from '../support/views.ts';
import { startRig, type Rig } from './rig.ts';

const disk = mountSmallDisk(260);

describe.skipIf(disk === undefined)('a disk that is full', () => {
  let postgres: EmbeddedPostgres;
  let rig: Rig;
  let receiver: Receiver;
  beforeAll(async () => {
    postgres = await startEmbeddedPostgres(disk!.path, {
      max_wal_size: '64MB',
      min_wal_size: '32MB',
      shared_buffers: '16MB',
      wal_recycle: 'off',
    });
    await prepareDatabase(postgres.url);
    await createViews(postgres.url);
    const url = Object.assign(new URL(postgres.administratorUrl), { pathname: new URL(postgres.url).pathname }).href;
    rig = await startRig({ url, ownerUrl: postgres.url, drop: () => Promise.resolve() });
    receiver = await startReceiver();
  }, 240_000);
  afterAll(async () => {
    await receiver?.close();
    await rig?.close();
    await postgres?.stop();
    disk?.remove();
  });

  test('does not fail an accepted delivery, and does not resend a delivery with a known outcome', { timeout: 240_000 }, async () => {
    const control = await controllerOf(postgres.administratorUrl);
    const accepted = new Map<unknown, number>();
    let [repeated, crashes] = [0, 0];
    receiver.answer = ({ headers }, response) => {
      const id = headers['service-delivery-id'];
      if (accepted.has(id)) repeated++;
      response.writeHead(accepted.has(id) ? 500 : 200).end();
      accepted.set(id, (accepted.get(id) ?? 0) + 1);
    };
    const endpointId = await rig.addEndpoint({ url: receiver.url });
    rig.deliver({ gatherMs: 5, retrySchedule: [100, 100, 100] });
    let isOver = false;
    const publishing = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await rig.publish(Array.from({ length: 10 }, () => ({ data: { text: 'y'.repeat(2_000) } }))).catch(() => undefined);
        await sleep(5);
      }
    });
    for (let round = 0; round < 2; round++) {
      await sleep(1_000);
      disk!.fill();
      // The log needs another file soon, and the server ends where there is none.
      if (round === 1) await rig.rows('SELECT pg_switch_wal()').catch(() => undefined);
      await sleep(3_000);
      disk!.free();
      // A server that could not write its log has ended.
      await control('start').then(
        () => crashes++,
        () => undefined,
      );
    }
    isOver = true;
    await Promise.all(publishing);
    await rig.until('SELECT 1 FROM delivery_queue HAVING count(*) = 0', [], 90_000);
    const failed = await rig.rows<{ id: string }>(`SELECT id FROM all_deliveries WHERE endpoint_id = $1 AND status = 'failed'`, [
      endpointId,
    ]);
    expect(failed).toEqual([]);
    expect(repeated).toBe(0);
    expect(accepted.size).toBeGreaterThan(200);
    expect(crashes).toBeGreaterThan(0);
  });
});
