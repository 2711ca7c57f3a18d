import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { removePostgres } from '../../server/database/embedded/remove-postgres.ts';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';

async function ask<Row = any>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows as Row[];
}

const owners = `
  SELECT DISTINCT pg_get_userbyid(owner) AS owner
    FROM (SELECT relowner AS owner, relnamespace AS namespace FROM pg_class
          UNION ALL SELECT proowner, pronamespace FROM pg_proc
          UNION ALL SELECT typowner, typnamespace FROM pg_type
          UNION ALL SELECT nspowner, oid FROM pg_namespace WHERE nspname = 'graphile_worker') things
   WHERE namespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`;

test('the embedded database belongs to a user who is not a superuser', async () => {
  const home = await mkdtemp(join(tmpdir(), 'agency-service-owner-'));
  await chmod(home, 0o755);
  const postgres = await startEmbeddedPostgres(home, { fsync: 'off' });
  try {
    expect(await ask(postgres.url, 'SELECT rolname, rolsuper FROM pg_roles WHERE rolname = session_user')).toEqual([
      { rolname: 'agency_service', rolsuper: false },
    ]);
    await prepareDatabase(postgres.url);
    expect(await ask(postgres.url, owners)).toEqual([{ owner: 'agency_service' }]);
  } finally {
    await postgres.stop();
    await removePostgres(home);
    await rm(home, { recursive: true, force: true });
  }
});
