import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { EmbeddedPostgresError } from '../../server/database/embedded/postgres-place.ts';
import { runProgram } from '../../server/database/embedded/run-program.ts';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { refusalOf } from './refused-start.ts';
import { createDataDir, endProcesses, postmasterPid } from './service-process.ts';

afterAll(endProcesses);

const keepData = 'the data may be intact: keep it, remove the cause and start again';
const restoreData = 'restore it or set another DATA_DIR';

/** A directory with the data of a service. */
let madeDir: string;
beforeAll(async () => {
  madeDir = createDataDir();
  const postgres = await startEmbeddedPostgres(madeDir);
  await prepareDatabase(postgres.url);
  await postgres.stop();
});

/** A copy of it. */
function copyOfData(): string {
  const DATA_DIR = createDataDir();
  expect(spawnSync('cp', ['-a', `${madeDir}/.`, DATA_DIR]).status).toBe(0);
  return DATA_DIR;
}

/** A copy that a superuser has changed. */
async function changedBy(text: string): Promise<string> {
  const DATA_DIR = copyOfData();
  const postgres = await startEmbeddedPostgres(DATA_DIR);
  const client = new pg.Client({ connectionString: postgres.administratorUrl });
  await client.connect();
  await client.query(text);
  await client.end();
  await postgres.stop();
  return DATA_DIR;
}

/** The line with which a start is refused, which leaves no database running. */
async function refusalIn(DATA_DIR: string): Promise<string> {
  const refusal = await refusalOf({ DATA_DIR });
  expect(postmasterPid(DATA_DIR)).toBeUndefined();
  return refusal;
}

describe('a start that the embedded database refuses', { timeout: 120_000 }, () => {
  test.each([
    ['for more connections than its user may open', 'ALTER ROLE agency_service CONNECTION LIMIT 0', 'too many connections for role'],
    [
      'for a right that its user lacks',
      'DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO agency_service',
      'permission denied',
    ],
  ])('%s does not suggest to restore the data', async (_, text, reason) => {
    const DATA_DIR = await changedBy(text);
    const refusal = await refusalIn(DATA_DIR);
    expect(refusal.startsWith(`DATA_DIR ${DATA_DIR} cannot be used: its database reports: ${reason}`), refusal).toBe(true);
    expect(refusal.endsWith(`; ${keepData}`), refusal).toBe(true);
  });

  test('for tables that the service did not make suggests to restore the data', async () => {
    const DATA_DIR = await changedBy('DELETE FROM schema_migrations');
    const refusal = await refusalIn(DATA_DIR);
    expect(refusal).toMatch(/^DATA_DIR .+ cannot be used: its database reports: .+ already exists; /);
    expect(refusal.endsWith(`; ${restoreData}`), refusal).toBe(true);
  });

  test('for data that this user cannot read says so', async () => {
    const DATA_DIR = createDataDir();
    // What a directory is to a user without rights, a file is to every user.
    writeFileSync(join(DATA_DIR, 'postgres'), '');
    expect(await refusalIn(DATA_DIR)).toBe(
      `${join(DATA_DIR, 'postgres')} cannot be read (ENOTDIR); start as the user who owns it or set another DATA_DIR`,
    );
  });

  test('for programs of another machine names them', async () => {
    await expect(runProgram('/dev/null', [], undefined)).rejects.toThrow(
      new EmbeddedPostgresError('PostgreSQL cannot run here: spawn /dev/null EACCES; run `npm ci` on this machine or set DATABASE_URL'),
    );
  });

  test('for a file in DATA_DIR that is too large says so', async () => {
    const DATA_DIR = copyOfData();
    writeFileSync(join(DATA_DIR, 'encryption.key'), 'x'.repeat(65_537));
    expect(await refusalIn(DATA_DIR)).toMatch(/^DATA_DIR has the file .+encryption\.key, which has more than 65536 bytes; accepted: /);
  });

  const disk = mountSmallDisk(24);
  afterAll(() => disk?.remove());
  test.skipIf(!disk)('for a full disk says so, and does not suggest to restore the data', async () => {
    const refusal = await refusalIn(disk!.path);
    expect(refusal).toMatch(/^PostgreSQL could not be set up in .+: .*No space left on device/);
    expect(refusal).not.toContain('restore');
  });
});
