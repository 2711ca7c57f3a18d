import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { CommandLine } from '../cli/run-svc.ts';
import { runWithSecrets, type Query } from './run-with-secrets.ts';
import { mark, Secrets } from './secrets.ts';
import { socketDirectoryOf, socketPort } from '../../server/database/embedded/socket-directory.ts';
import { createDataDir, endProcesses, postgresDirectory, ServiceProcess } from './service-process.ts';

afterAll(endProcesses);

async function connected<Result>(url: string, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows);
  } finally {
    await client.end();
  }
}

/** The output of a service in a run with secrets everywhere, and its responses. */
async function wholeRun(service: ServiceProcess, url: () => string, secrets: Secrets): Promise<string> {
  await service.ready();
  const told = await connected(url(), (query) => runWithSecrets(service, query, secrets));
  const { stdout, stderr } = await service.exitAfter('SIGTERM');
  return [stdout, stderr, told].join('\n');
}

/** That something was written of everything in which there was a secret: what is silent gives nothing away. */
function expectTold(written: string): void {
  for (const what of [
    'getMe',
    'importWebhookEndpoint',
    'delivery attempt',
    'http_status',
    'redirect',
    'tls_error',
    'could not record the outcome',
    'could not decrypt the signing secret',
    'violates check constraint',
    'does not exist',
    'validation_failed',
    'undeliverable_url',
    'invalid_api_key',
    'service_request_duration_seconds',
  ]) {
    expect(written).toContain(what);
  }
}

const operatorToken = (secrets: Secrets) => secrets.add('the operator token', `${mark()}${mark()}`);

/** As text, and as the bytes that it stands for. */
function encryptionKey(secrets: Secrets): string {
  const key = randomBytes(32);
  secrets.add('the bytes of the encryption key', key.toString('hex'));
  return secrets.add('the encryption key', key.toString('base64'));
}

describe('neither secrets nor payloads are in anything that a run writes at level trace', { timeout: 120_000 }, () => {
  test('with a database of its own, as JSON', async () => {
    const secrets = new Secrets();
    const [role, password] = [`role_${mark()}`, secrets.add('the password of the database')];
    const replica = `postgres://replica:${secrets.add('the password of a replica')}@127.0.0.1:1/${role}`;
    const administrator = new URL(inject('postgresUrl'));
    await connected(administrator.href, async (query) => {
      await query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD '${password}'`);
      await query(`CREATE DATABASE ${role}`);
    });
    const own = new URL(administrator);
    Object.assign(own, { username: role, password, pathname: `/${role}` });
    administrator.pathname = `/${role}`;
    const service = new ServiceProcess({
      DATABASE_URL: own.href,
      DATABASE_REPLICA_URLS: replica,
      ENCRYPTION_KEY: encryptionKey(secrets),
      OPERATOR_TOKEN: operatorToken(secrets),
      LOG_LEVEL: 'trace',
      LOG_FORMAT: 'json',
    });
    const written = await wholeRun(service, () => administrator.href, secrets);
    expectTold(written);
    expect(secrets.foundIn(written)).toEqual([]);
    await connected(inject('postgresUrl'), async (query) => {
      await query(`DROP DATABASE ${role} WITH (FORCE)`);
      await query(`DROP ROLE ${role}`);
    });
  });

  test('with the embedded database, as people read it, also in the log of PostgreSQL', async () => {
    const secrets = new Secrets();
    const DATA_DIR = createDataDir();
    const service = new ServiceProcess({
      DATA_DIR,
      ENCRYPTION_KEY: encryptionKey(secrets),
      OPERATOR_TOKEN: operatorToken(secrets),
      LOG_LEVEL: 'trace',
      LOG_FORMAT: 'pretty',
    });
    const directory = () => postgresDirectory(DATA_DIR);
    const url = () => {
      const password = secrets.add(
        'the password of the embedded database',
        readFileSync(join(DATA_DIR, 'postgres.password'), 'utf8').trim(),
      );
      const socket = encodeURIComponent(socketDirectoryOf(directory()));
      return `postgres://postgres:${encodeURIComponent(password)}@${socket}:${socketPort}/postgres`;
    };
    const written = await wholeRun(service, url, secrets);
    const log = readFileSync(join(directory(), 'server.log'), 'utf8');
    expectTold(written);
    expect(log).toContain('violates check constraint');
    expect(secrets.foundIn(written + log)).toEqual([]);
  });
});

test('a start that is refused does not repeat what is secret', { timeout: 60_000 }, async () => {
  const secrets = new Secrets();
  const database = new URL(inject('postgresUrl'));
  database.password = secrets.add('a wrong password of the database');
  const ENCRYPTION_KEY = encryptionKey(secrets);
  const refused: Record<string, string>[] = [
    { OPERATOR_TOKEN: secrets.add('a short operator token', mark().slice(0, 20)) },
    { ENCRYPTION_KEY: secrets.add('a short encryption key') },
    { DATABASE_URL: `mysql://user:${secrets.add('a password in a URL of another database')}@127.0.0.1/a`, ENCRYPTION_KEY },
    { DATABASE_URL: database.href, ENCRYPTION_KEY },
    { DATABASE_URL: `postgres://user:${secrets.add('an unknown password')}@127.0.0.1:1/a`, ENCRYPTION_KEY },
    { DATABASE_URL: database.href, ENCRYPTION_KEY, DATABASE_REPLICA_URLS: `http://a:${secrets.add('a password of no replica')}@b` },
    { PUBLIC_URL: `https://user:${secrets.add('a password in PUBLIC_URL')}@api.example.com` },
    { DOCS_URL: `https://docs.example.com/?token=${secrets.add('a token in DOCS_URL')}` },
    { ERRORS_BASE: `https://errors.example.com/#${secrets.add('a token in ERRORS_BASE')}` },
    { HOST: `https://user:${secrets.add('a password in HOST')}@api.example.com` },
  ];
  const exits = await Promise.all(refused.map((env) => new ServiceProcess(env).exited));
  expect(exits.map(({ code }) => code)).toEqual(refused.map(() => 1));
  expect(secrets.foundIn(exits.map(({ stdout, stderr }) => stdout + stderr).join('\n'))).toEqual([]);
});

test('the command line repeats neither key nor token, nor a URL that it cannot use', { timeout: 60_000 }, async () => {
  const svc = await CommandLine.create();
  const secrets = new Secrets();
  svc.environment = {
    ...svc.environment,
    SVC_API_KEY: secrets.add('the API key', `svc_live_${mark()}${mark()}`),
    SVC_OPERATOR_TOKEN: secrets.add('the operator token'),
  };
  const runs = await Promise.all([
    svc.run('orders', 'list', '--base-url', 'http://127.0.0.1:9'),
    svc.run('agencies', 'list', '--operator-url', 'http://127.0.0.1:9', '--json'),
    svc.run('orders', 'list', '--base-url', `http://user:${secrets.add('a password in --base-url')}@127.0.0.1:9`),
    svc.run('orders', 'list', '--base-url', `ftp://user:${secrets.add('a password in a URL of no use')}@127.0.0.1:9`),
    svc.run('agencies', 'list', '--operator-url', `127.0.0.1:9?token=${secrets.add('a token in --operator-url')}`),
    ...['ab', 'a'].flatMap((key) => {
      const json = `{"${key}":${secrets.add(`a secret in the broken JSON of ${key}`, mark().slice(0, 14))}}`;
      return [
        svc.run('api', 'POST', '/v1/webhooks', '--data', json),
        svc.start(['ingest', '-', '--agency', 'a'], { input: json }).done,
        svc.start(['verify', '-', '--secret', 's'], { input: json }).done,
      ];
    }),
  ]);
  expect(runs.map(({ code }) => code)).not.toContain(0);
  expect(secrets.foundIn(runs.map(({ stdout, stderr }) => stdout + stderr).join('\n'))).toEqual([]);
  await svc.close();
});
