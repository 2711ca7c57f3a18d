import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { migrate } from '../server/database/migrate.ts';
import { openWorkerPool } from '../server/database/pools.ts';
import { drainBare, drainJobs, drainOurs, Receiver, type Figure } from './delivery-drain.ts';

const count = Number(process.argv[2] ?? 20_000);
const home = await mkdtemp(join(tmpdir(), 'agency-service-bench-'));
const postgres = await startEmbeddedPostgres(home);
await migrate(postgres.url);
const sql = openWorkerPool(postgres.url, 40, console.error);
const receiver = await Receiver.start();
const show = (name: string, { perSecond, cpuMsPerThousand }: Figure) =>
  console.log(`${name.padEnd(40)} ${perSecond.toFixed(0).padStart(7)}/s ${cpuMsPerThousand.toFixed(0).padStart(6)} ms CPU per 1,000`);
try {
  const only = process.argv[3] ?? 'all';
  if (only === 'all' || only === 'bare') for (let i = 0; i < 3; i++) show('bare undici', await drainBare(receiver, count));
  if (only === 'all' || only === 'ours')
    for (let i = 0; i < 3; i++) show('ours', await drainOurs(sql, receiver, count, Number(process.argv[4] ?? 128)));
  if (only === 'all' || only === 'jobs') show('graphile-worker job per delivery', await drainJobs(sql, receiver, Math.min(count, 5_000)));
} finally {
  receiver.stop();
  await sql.close();
  await postgres.stop();
  await rm(home, { recursive: true, force: true });
}
