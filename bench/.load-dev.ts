import { createHash } from 'node:crypto';
import { startEmbeddedPostgres } from '/work/main/server/database/embedded-postgres.ts';
import { migrate } from '/work/main/server/database/migrate.ts';
import { openWorkerPool } from '/work/main/server/database/pools.ts';
import { refreshProjections } from '/work/main/server/projections/refresh-projections.ts';
import { loadAgency, fullAmounts, hundredth, tidy } from '/work/main/bench/reads-data.ts';
const home = '/tmp/reads-dev';
const pgs = await startEmbeddedPostgres(home);
try {
  const which = process.argv[2] === 'small' ? hundredth : fullAmounts;
  await migrate(pgs.url);
  let t = Date.now();
  await loadAgency(pgs.url, which, [createHash('sha256').update('x').digest()]);
  console.log('load', Date.now() - t); t = Date.now();
  const pool = openWorkerPool(pgs.url, 4, console.error);
  await refreshProjections(pool);
  console.log('refresh', Date.now() - t); t = Date.now();
  await tidy(pgs.url);
  console.log('tidy', Date.now() - t);
  await pool.close();
} finally { await pgs.stop(); }
