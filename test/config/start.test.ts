import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createDataDir, endProcesses, ServiceProcess } from '../process/service-process.ts';
import { createEmptyDatabase } from '../support/database.ts';

afterAll(endProcesses);

const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** Starts a service that is to refuse; answers with what it wrote. */
async function refusalOf(env: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await new ServiceProcess(env).exited;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  for (const secret of [ENCRYPTION_KEY, 'hunter2']) expect(stderr).not.toContain(secret);
  return stderr.trimEnd();
}

function databaseUrl(change: (url: URL) => void): string {
  const url = new URL(inject('postgresUrl'));
  change(url);
  return url.href;
}

describe.concurrent('a start that is refused says why in one line and exits with 1', { timeout: 120_000 }, () => {
  it('for a wrong value', async ({ expect }) => {
    expect(await refusalOf({ LOG_LEVEL: 'loud' })).toBe('LOG_LEVEL is "loud"; accepted: fatal, error, warn, info, debug, trace, silent');
  });

  it('for a wrong secret', async ({ expect }) => {
    expect(await refusalOf({ ENCRYPTION_KEY: 'hunter2' })).toMatch(
      /^ENCRYPTION_KEY has a value that is not valid; accepted: the base64 form of 32 bytes/,
    );
  });

  it('for a file of a secret that cannot be read', async ({ expect }) => {
    expect(await refusalOf({ DATABASE_URL_FILE: '/no/such/file', ENCRYPTION_KEY })).toBe(
      'DATABASE_URL_FILE names /no/such/file, which cannot be read (ENOENT); accepted: a file with the value of DATABASE_URL',
    );
  });

  it('for a time to drain that is not valid', async ({ expect }) => {
    expect(await refusalOf({ DRAIN_SECONDS: '601' })).toBe('DRAIN_SECONDS is "601"; accepted: a whole number from 0 to 600');
  });

  it('for a database that cannot be reached', async ({ expect }) => {
    const DATABASE_URL = 'postgres://service:hunter2@127.0.0.1:1/agencies';
    expect(await refusalOf({ DATABASE_URL, ENCRYPTION_KEY })).toMatch(
      /^DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1; accepted: /,
    );
  });

  it('for a wrong password of the database', async ({ expect }) => {
    const DATABASE_URL = databaseUrl((url) => (url.password = 'hunter2'));
    expect(await refusalOf({ DATABASE_URL, ENCRYPTION_KEY })).toMatch(
      /^DATABASE_URL cannot be used: password authentication failed for user "postgres"; accepted: /,
    );
  });

  it('for a database that does not exist', async ({ expect }) => {
    const DATABASE_URL = databaseUrl((url) => (url.pathname = '/no_such_database'));
    expect(await refusalOf({ DATABASE_URL, ENCRYPTION_KEY })).toMatch(
      /^DATABASE_URL cannot be used: database "no_such_database" does not exist; accepted: /,
    );
  });

  it('for a user of the database who may not make the roles', async ({ expect }) => {
    const database = await createEmptyDatabase();
    const user = `plain_${randomBytes(4).toString('hex')}`;
    const administrator = new pg.Client({ connectionString: database.url });
    await administrator.connect();
    await administrator.query(`
      CREATE ROLE ${user} LOGIN PASSWORD 'hunter2';
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO ${user}', current_database()); END $$`);
    await administrator.end();
    const DATABASE_URL = Object.assign(new URL(database.url), { username: user, password: 'hunter2' }).href;
    expect(await refusalOf({ DATABASE_URL, ENCRYPTION_KEY })).toMatch(
      /^DATABASE_URL cannot be used: its user cannot create the roles .* run: CREATE ROLE .* NOLOGIN; .* GRANT "plain_.*_operator" TO "plain_.*" WITH INHERIT FALSE, SET TRUE;$/,
    );
    await database.drop();
  });

  it('for more connections than the database accepts', async ({ expect }) => {
    const database = await createEmptyDatabase();
    const administrator = new pg.Client({ connectionString: database.url });
    await administrator.connect();
    await administrator.query(`
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 20', current_database()); END $$`);
    await administrator.end();
    expect(await refusalOf({ DATABASE_URL: database.url, ENCRYPTION_KEY })).toBe(
      'DATABASE_CONNECTIONS is 30, but the database accepts 20 connections of this user; lower it or raise the CONNECTION LIMIT of the database',
    );
    await database.drop();
  });

  it('for several processes that may open more connections than the database accepts', async ({ expect }) => {
    const database = await createEmptyDatabase();
    const administrator = new pg.Client({ connectionString: database.url });
    await administrator.connect();
    await administrator.query(`
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 80', current_database()); END $$`);
    await administrator.end();
    expect(await refusalOf({ DATABASE_URL: database.url, ENCRYPTION_KEY, PROCESSES: '2' })).toBe(
      'PROCESSES is 2 and DATABASE_CONNECTIONS is 30: 2 × 30, and 30 more while they restart, are 90, but the database accepts 80 connections of this user; ' +
        'lower one of them or raise the CONNECTION LIMIT of the database',
    );
    await database.drop();
  });

  it('once, for several processes over a database that cannot be reached', async ({ expect }) => {
    const DATABASE_URL = 'postgres://service:hunter2@127.0.0.1:1/agencies';
    expect(await refusalOf({ DATABASE_URL, ENCRYPTION_KEY, PROCESSES: '3' })).toMatch(
      /^DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1; accepted: /,
    );
  });

  it('for a data directory that is a file', async ({ expect }) => {
    const DATA_DIR = join(createDataDir(), 'file');
    writeFileSync(DATA_DIR, '');
    expect(await refusalOf({ DATA_DIR })).toBe(
      `DATA_DIR ${DATA_DIR} cannot be used (EEXIST); accepted: a directory that this user can write to; it is created if missing`,
    );
  });

  it.each(['{"url":', '{"url":"http://127.0.0.1:8081","token":"hunter2"}'])('for the operator file %s', async (text) => {
    const DATA_DIR = createDataDir();
    writeFileSync(join(DATA_DIR, 'operator.json'), text);
    expect(await refusalOf({ DATA_DIR, DATABASE_URL: inject('postgresUrl'), ENCRYPTION_KEY })).toMatch(
      /^DATA_DIR has a file without a valid operator token: .*operator\.json; accepted: .* 24 to 256 visible ASCII characters/,
    );
  });

  it('for an operator token that could be guessed', async ({ expect }) => {
    expect(await refusalOf({ OPERATOR_TOKEN: 'hunter2' })).toMatch(
      /^OPERATOR_TOKEN has a value that is not valid; accepted: 24 to 256 visible ASCII characters/,
    );
  });

  it('for deliveries to everywhere', async ({ expect }) => {
    const given = { DEV_DESTINATIONS: '0.0.0.0/0', DATABASE_URL: inject('postgresUrl'), ENCRYPTION_KEY };
    expect(await refusalOf(given)).toMatch(
      /^DEV_DESTINATIONS is "0\.0\.0\.0\/0"; accepted: with DATABASE_URL, .* within 127\.0\.0\.0\/8, /,
    );
  });

  it('for a host that is not here', async ({ expect }) => {
    expect(await refusalOf({ HOST: '192.0.2.1' })).toMatch(
      /^HOST 192\.0\.2\.1 is not an address to listen on \(.*EADDRNOTAVAIL.*\); accepted: a host name or IP address of this machine$/,
    );
  });

  it.each([
    ['PORT', '1'],
    ['OPERATOR_PORT', '1'],
    ['PORT', '2'],
  ])('for a %s in use, with PROCESSES=%s', async (variable, PROCESSES) => {
    const taken = createServer();
    await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
    const { port } = taken.address() as AddressInfo;
    const line = await refusalOf({ [variable]: String(port), PROCESSES });
    taken.close();
    expect(line).toBe(
      `${variable} ${port} on 127.0.0.1 is already in use; stop the process that uses it or set ${variable} to another port`,
    );
  });
});
