import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { refusalOf as lineOf } from '../process/refused-start.ts';
import { createDataDir, endProcesses, ServiceProcess } from '../process/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await endProcesses();
  await database.drop();
});

const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** What a start that is refused says, without the secrets that it was given. */
async function refusalOf(env: Readonly<Record<string, string>>): Promise<string> {
  const line = await lineOf(env);
  for (const secret of [ENCRYPTION_KEY, 'hunter2']) expect(line).not.toContain(secret);
  return line;
}

function databaseUrl(change: (url: URL) => void): string {
  const url = new URL(inject('postgresUrl'));
  change(url);
  return url.href;
}

it('a process whose start is refused says why in one line and exits with 1', async () => {
  expect(await new ServiceProcess({ ENCRYPTION_KEY: 'hunter2' }).exited).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^ENCRYPTION_KEY has a value that is not valid; accepted: the base64 form of 32 bytes[^\n]*\n$/),
  });
});

describe('a start that is refused says why in one line', { timeout: 120_000 }, () => {
  it('for a wrong value', async () => {
    expect(await refusalOf({ LOG_LEVEL: 'loud' })).toBe('LOG_LEVEL is "loud"; accepted: fatal, error, warn, info, debug, trace, silent');
  });

  it('for a file of a secret that cannot be read', async () => {
    expect(await refusalOf({ DATABASE_URL_FILE: '/no/such/file', ENCRYPTION_KEY })).toBe(
      'DATABASE_URL_FILE names /no/such/file, which cannot be read (ENOENT); accepted: a file with the value of DATABASE_URL',
    );
  });

  it('for a time to drain that is not valid', async () => {
    expect(await refusalOf({ DRAIN_SECONDS: '601' })).toBe('DRAIN_SECONDS is "601"; accepted: a whole number from 0 to 600');
  });

  it('for a database that cannot be reached', async () => {
    const DATABASE_URL = 'postgres://service:hunter2@127.0.0.1:1/agencies';
    expect(await refusalOf({ DATABASE_URL, ENCRYPTION_KEY })).toMatch(
      /^DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1; accepted: /,
    );
  });

  it('for a wrong password of the database', async () => {
    const DATABASE_URL = databaseUrl((url) => (url.password = 'hunter2'));
    expect(await refusalOf({ DATABASE_URL, ENCRYPTION_KEY })).toMatch(
      /^DATABASE_URL cannot be used: password authentication failed for user "postgres"; accepted: /,
    );
  });

  it('for a database that does not exist', async () => {
    const DATABASE_URL = databaseUrl((url) => (url.pathname = '/no_such_database'));
    expect(await refusalOf({ DATABASE_URL, ENCRYPTION_KEY })).toMatch(
      /^DATABASE_URL cannot be used: database "no_such_database" does not exist; accepted: /,
    );
  });

  it.each([
    [
      '1',
      20,
      'DATABASE_CONNECTIONS is 30, but the database accepts 20 connections of this user; lower it or raise the CONNECTION LIMIT of the database',
    ],
    [
      '2',
      80,
      'PROCESSES is 2 and DATABASE_CONNECTIONS is 30: 2 × 30, and 30 more while they restart, are 90, but the database accepts 80 connections of this user; ' +
        'lower one of them or raise the CONNECTION LIMIT of the database',
    ],
  ])('for more connections than the database accepts, with PROCESSES=%s', async (PROCESSES, accepted, line) => {
    const administrator = new pg.Client({ connectionString: database.url });
    await administrator.connect();
    const limit = (most: number) => administrator.query(`ALTER DATABASE ${administrator.database} CONNECTION LIMIT ${most}`);
    await limit(accepted);
    expect(await refusalOf({ DATABASE_URL: database.url, ENCRYPTION_KEY, PROCESSES })).toBe(line);
    await limit(-1);
    await administrator.end();
  });

  it('once, for several processes over a database that cannot be reached', async () => {
    const DATABASE_URL = 'postgres://service:hunter2@127.0.0.1:1/agencies';
    expect(await refusalOf({ DATABASE_URL, ENCRYPTION_KEY, PROCESSES: '3' })).toMatch(
      /^DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1; accepted: /,
    );
  });

  it('for a data directory that is a file', async () => {
    const DATA_DIR = join(createDataDir(), 'file');
    writeFileSync(DATA_DIR, '');
    expect(await refusalOf({ DATA_DIR })).toBe(
      `DATA_DIR ${DATA_DIR} cannot be used (EEXIST); accepted: a directory that this user can write to; it is created if missing`,
    );
  });

  it.each(['{"url":', '{"url":"http://127.0.0.1:8081","token":"hunter2"}'])('for the operator file %s', async (text) => {
    const DATA_DIR = createDataDir();
    writeFileSync(join(DATA_DIR, 'operator.json'), text);
    expect(await refusalOf({ DATA_DIR, DATABASE_URL: database.ownerUrl, ENCRYPTION_KEY })).toMatch(
      /^DATA_DIR has a file without a valid operator token: .*operator\.json; accepted: .* 24 to 256 visible ASCII characters/,
    );
  });

  it('for an operator token that could be guessed', async () => {
    expect(await refusalOf({ OPERATOR_TOKEN: 'hunter2' })).toMatch(
      /^OPERATOR_TOKEN has a value that is not valid; accepted: 24 to 256 visible ASCII characters/,
    );
  });

  it('for deliveries to everywhere', async () => {
    const given = { DEV_DESTINATIONS: '0.0.0.0/0', DATABASE_URL: inject('postgresUrl'), ENCRYPTION_KEY };
    expect(await refusalOf(given)).toMatch(
      /^DEV_DESTINATIONS is "0\.0\.0\.0\/0"; accepted: with DATABASE_URL, .* within 127\.0\.0\.0\/8, /,
    );
  });

  it('for a host that is not here', async () => {
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
