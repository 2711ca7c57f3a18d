import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';
import { controllerOf } from '../process/postgres-control.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { createViews } from '../support/views.ts';
import { startRig, type Rig } from './rig.ts';

/** A disk of its own, small enough to fill; undefined where this machine does not let a test mount one. */
function mountDisk(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'agency-service-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m,mode=755', 'tmpfs', directory], { stdio: 'ignore' });
    return directory;
  } catch {
    rmSync(directory, { recursive: true });
    return undefined;
  }
}

/** Takes the rest of the disk, but for the space that the server takes meanwhile. */
function fill(file: string): void {
  const piece = Buffer.alloc(64 * 1_024);
  try {
    for (;;) appendFileSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

const disk = mountDisk();

describe.skipIf(disk === undefined)('a disk that is full', () => {
  let postgres: EmbeddedPostgres;
  let rig: Rig;
  let receiver: Receiver;
  beforeAll(async () => {
    chmodSync(disk!, 0o755);
    postgres = await startEmbeddedPostgres(disk!, {
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
    execFileSync('umount', ['-l', disk!]);
    rmSync(disk!, { recursive: true, force: true });
  });

  test('makes no failure of what a receiver has accepted, and sends no outcome that is known again', { timeout: 240_000 }, async () => {
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
    const ballast = join(disk!, 'ballast');
    for (let round = 0; round < 3; round++) {
      await sleep(1_500);
      fill(ballast);
      // The log needs another file soon, and the server ends where there is none.
      if (round === 1) await rig.rows('SELECT pg_switch_wal()').catch(() => undefined);
      await sleep(4_000);
      rmSync(ballast);
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
    expect(accepted.size).toBeGreaterThan(500);
    expect(crashes).toBeGreaterThan(0);
  });
});
