import { afterAll, expect, inject, test } from 'vitest';
import { CommandLine } from '../cli/run-svc.ts';
import { templateName } from '../support/postgres.ts';
import { refusalOf } from './refused-start.ts';
import { connected, encryptionKey, expectTold, operatorToken, wholeRun } from './run-with-secrets.ts';
import { mark, Secrets } from './secrets.ts';
import { endProcesses, ServiceProcess } from './service-process.ts';

afterAll(endProcesses);

test('neither secrets nor payloads are in anything that a run writes at level trace', { timeout: 120_000 }, async () => {
  const secrets = new Secrets();
  const [role, password] = [`role_${mark()}`, secrets.add('the password of the database')];
  const replica = `postgres://replica:${secrets.add('the password of a replica')}@127.0.0.1:1/${role}`;
  const administrator = new URL(inject('postgresUrl'));
  await connected(administrator.href, async (query) => {
    await query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD '${password}'`);
    await query(`CREATE DATABASE ${role} TEMPLATE ${templateName} STRATEGY FILE_COPY`);
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

test('the error of a refused start contains no secret', { timeout: 60_000 }, async () => {
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
  for (const env of refused) expect(secrets.foundIn(await refusalOf(env))).toEqual([]);
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
