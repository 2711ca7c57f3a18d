import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { IngestionPool } from '../../server/ingestion/ingestion-pool.ts';
import { openDatabase } from '../../server/orm/database.ts';
import { startPair, type Pair } from './fail-over.ts';

let pair: Pair;
let canceling: NodeJS.Timeout;
beforeAll(async () => {
  pair = await startPair(true);
  await pair.primary.query('CREATE TABLE written (id text)');
  pair.replication.set('mute');
  const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
  canceling = setInterval(() => void pair.primary.query(cancel).catch(() => undefined), 500);
});
afterAll(async () => {
  clearInterval(canceling);
  await pair.close();
});

const insert = (id: string) => ({ text: 'INSERT INTO written VALUES ($1)', values: [id] });

test.concurrent.each([
  [
    'a transaction of the API',
    async () => {
      const pool = openDatabase(pair.primary.url, [], 1);
      return pool.transaction((sql) => sql.query(insert('api'))).finally(() => pool.close());
    },
  ],
  [
    'a statement of the worker',
    async () => {
      const pool = openWorkerPool(pair.primary.url, 1, () => undefined);
      return pool.query(insert('worker')).finally(() => pool.close());
    },
  ],
  [
    'a statement of ingestion',
    async () => {
      const pool = new IngestionPool(pair.primary.url, 1);
      return pool.runStandalone(insert('records'), () => undefined).finally(() => pool.close());
    },
  ],
])('%s whose wait for the synchronous standby is cancelled is not reported as done', async (_name, write) => {
  await expect(write()).rejects.toMatchObject({ code: '08007' });
});
