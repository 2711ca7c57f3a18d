import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/database/migrate.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { removePostgres } from '../server/database/remove-postgres.ts';
import { DatabaseWatch } from './cluster.ts';
import { Market, publish, type Shape } from './delivery-publish.ts';
import { Receiver } from './delivery-receiving.ts';
import { startService } from './reads-processes.ts';

const all: Record<string, Shape> = {
  one: { name: '1 agency, 32 in flight', agencies: 1, inFlight: 32, facts: 4000, batch: 1 },
  many: { name: '32 agencies, 32 in flight', agencies: 32, inFlight: 32, facts: 4000, batch: 1 },
  lone: { name: '1 in flight', agencies: 1, inFlight: 1, facts: 1000, batch: 1 },
  batch: { name: '4 batches of 500 in flight', agencies: 1, inFlight: 4, facts: 4000, batch: 500 },
};
const names = (process.argv[2] ?? 'lone').split(',');
const rounds = Number(process.argv[3] ?? 1);
const home = await mkdtemp(join(tmpdir(), 'agency-service-bench-'));
await chmod(home, 0o755);
let postgres = await startEmbeddedPostgres(home);
const statements = !process.env.NO_STATEMENTS;
if (statements) {
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await admin.query("ALTER SYSTEM SET pg_stat_statements.track_utility = on");
  await admin.end();
  await postgres.stop();
  postgres = await startEmbeddedPostgres(home);
}
const receiver = await Receiver.start();
try {
  await migrate(postgres.url);
  process.env['DEV_DESTINATIONS'] = '127.0.0.0/8';
  const token = randomBytes(24).toString('base64url');
  if (process.env.PROF) process.env.NODE_OPTIONS = '--cpu-prof --cpu-prof-dir=' + process.env.PROF;
  const service = await startService(postgres.url, randomBytes(32), token, process.env.CHECKOUT || undefined);
  const watch = new DatabaseWatch(postgres.url);
  await watch.open();
  if (statements) await watch.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const market = new Market(service, token);
  for (const name of names) {
    await publish(market, receiver, service, watch, { ...all[name]!, facts: 400 });
    for (let r = 0; r < rounds; r++) {
      if (statements) await watch.query('SELECT pg_stat_statements_reset()');
      const out = await publish(market, receiver, service, watch, all[name]!);
      console.log(all[name]!.name, JSON.stringify(Object.fromEntries(Object.entries(out).map(([k, v]) => [k, Number((v as number).toFixed(3))]))));
    }
    if (statements) {
      const { rows } = (await watch.query(`SELECT calls, round((total_exec_time+total_plan_time)::numeric,1) AS ms, round(((total_exec_time+total_plan_time)/calls)::numeric,3) AS each, rows, shared_blks_hit AS hit, wal_bytes, left(regexp_replace(query,'\\s+',' ','g'),100) AS q FROM pg_stat_statements ORDER BY 2 DESC LIMIT 16`)) as any;
      console.table(rows);
    }
  }
  await market.close();
  await watch.close();
  await service.stop();
} finally {
  receiver.stop();
  await postgres.stop();
  await removePostgres(home);
}
