import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, type Config } from '../../server/config/config.ts';
import { secretNames } from '../../server/config/setting-files.ts';
import { namesInTables, ownVariables, traceVariables } from './settings-table.ts';

const key = randomBytes(32).toString('base64');
const database = { DATABASE_URL: 'postgres://service:pw@db.example:6432/agencies', ENCRYPTION_KEY: key };

const read = (env: Readonly<Record<string, string>> = {}, isTerminal = false) => readConfig(env, isTerminal);

function refusalOf(env: Readonly<Record<string, string>>): string {
  try {
    read(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`);
}

describe('without any variable', () => {
  it('has the documented defaults', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      operatorHost: '127.0.0.1',
      operatorPort: 8081,
      operatorToken: undefined,
      databaseUrl: undefined,
      databaseReplicaUrls: [],
      dataDir: resolve('.data'),
      encryptionKey: undefined,
      role: 'all',
      processes: 1,
      demo: true,
      operatorUrl: 'http://127.0.0.1:8081',
      operatorListenerUrl: 'http://127.0.0.1:8081',
      publicUrl: 'http://127.0.0.1:8080',
      docsUrl: 'http://127.0.0.1:8080/docs',
      versionsUrl: 'http://127.0.0.1:8080/docs/versions',
      errorsBase: 'http://127.0.0.1:8080/errors',
      databaseConnections: 30,
      databaseEngine: 'auto',
      formerBrand: 'Legacy',
      devDestinations: [],
      trustedProxies: [],
      operatorWebhook: undefined,
      encryptionKeysPrevious: [],
      encryptionKeyWrappingFile: undefined,
      logLevel: 'info',
      logFormat: 'json',
    } satisfies Partial<Config>);
  });

  it('divides the cores among the processes', () => {
    const cores = availableParallelism();
    expect(read({ PROCESSES: 'auto' })).toMatchObject({ processes: cores, cores: 1, workerConcurrency: 64 });
    expect(read({ PROCESSES: '64' })).toMatchObject({ processes: 64, cores: Math.max(1, Math.floor(cores / 64)) });
    expect(read({ PROCESSES: '1' })).toMatchObject({ processes: 1, cores });
    expect(read({ PROCESSES: '2', WORKER_CONCURRENCY: '9' }).workerConcurrency).toBe(9);
    const accepted = 'accepted: auto (one for each core), or a whole number from 1 to 64';
    for (const wrong of ['0', '65', '1.5', 'all']) expect(refusalOf({ PROCESSES: wrong })).toBe(`PROCESSES is "${wrong}"; ${accepted}`);
  });

  it('chooses the concurrency from the machine and logs pretty on a terminal', () => {
    expect(read().workerConcurrency).toBe(64 * availableParallelism());
    expect(read({}, true).logFormat).toBe('pretty');
    expect(read({ LOG_FORMAT: 'json' }, true).logFormat).toBe('json');
  });

  it('reads an empty value as none', () => {
    const variables = ['HOST', 'PORT', 'OPERATOR_TOKEN', 'DATABASE_URL', 'DATABASE_REPLICA_URLS', 'DATA_DIR', 'ENCRYPTION_KEY', 'ROLE'];
    const others = [
      'ENCRYPTION_KEYS_PREVIOUS',
      'ENCRYPTION_KEYS_LOST',
      'ENCRYPTION_KEY_WRAPPING_FILE',
      'TRUSTED_PROXIES',
      'PROCESSES',
      'WORKER_CONCURRENCY',
      'DEMO',
      'PUBLIC_URL',
      'ERRORS_BASE',
      'FORMER_BRAND',
      'DEV_DESTINATIONS',
      'OPERATOR_WEBHOOK_URL',
      'OPERATOR_WEBHOOK_SECRET',
      'LOG_LEVEL',
    ];
    const empty = read(Object.fromEntries([...variables, ...others].map((name) => [name, ''])));
    expect({ ...empty, withPorts: undefined }).toEqual({ ...read(), withPorts: undefined });
  });

  it('has no demo agency where a database is given', () => {
    expect(read(database).demo).toBe(false);
    expect(read({ ...database, DEMO: '1' }).demo).toBe(true);
    expect(read({ DEMO: '0' }).demo).toBe(false);
  });
});

describe('addresses', () => {
  it('follow from the listeners, with the ports that they really have', () => {
    const config = read({ HOST: '0.0.0.0', PORT: '0', OPERATOR_HOST: '::1', OPERATOR_PORT: '0' }).withPorts(4001, 4002);
    expect(config).toMatchObject({ port: 4001, publicUrl: 'http://127.0.0.1:4001', errorsBase: 'http://127.0.0.1:4001/errors' });
    expect(config).toMatchObject({ operatorPort: 4002, operatorUrl: 'http://[::1]:4002' });
  });

  it('follow from PUBLIC_URL where it is given, each unless it is given itself', () => {
    expect(read({ PUBLIC_URL: 'https://api.example.com/base/' })).toMatchObject({
      publicUrl: 'https://api.example.com/base',
      docsUrl: 'https://api.example.com/base/docs',
      errorsBase: 'https://api.example.com/base/errors',
    });
    const given = {
      PUBLIC_URL: 'https://api.example.com',
      DOCS_URL: 'https://docs.example.com',
      ERRORS_BASE: 'https://old.example.com/problems',
    };
    expect(read(given).withPorts(1, 2)).toMatchObject({
      docsUrl: given.DOCS_URL,
      versionsUrl: given.DOCS_URL,
      errorsBase: given.ERRORS_BASE,
      publicUrl: given.PUBLIC_URL,
    });
  });
});

const accepted: readonly [variable: string, value: string, expected: Partial<Config>][] = [
  ['HOST', '::', { host: '::' }],
  ['HOST', 'localhost', { host: 'localhost' }],
  ['PORT', '65535', { port: 65_535 }],
  ['OPERATOR_HOST', '0.0.0.0', { operatorHost: '0.0.0.0' }],
  ['OPERATOR_PORT', '0', { operatorPort: 0 }],
  ['OPERATOR_TOKEN', 'the-token-of-the-operator', { operatorToken: 'the-token-of-the-operator' }],
  ['DATA_DIR', '/var/lib/service', { dataDir: '/var/lib/service' }],
  ['DATA_DIR', 'data', { dataDir: resolve('data') }],
  ['ENCRYPTION_KEY', key, { encryptionKey: Buffer.from(key, 'base64') }],
  ['ROLE', 'api', { role: 'api' }],
  ['ROLE', 'worker', { role: 'worker' }],
  ['DATABASE_CONNECTIONS', '24', { databaseConnections: 24 }],
  ['DATABASE_ENGINE', 'citus', { databaseEngine: 'citus' }],
  ['WORKER_CONCURRENCY', '1', { workerConcurrency: 1 }],
  ['DEMO', '0', { demo: false }],
  ['FORMER_BRAND', 'OldName2', { formerBrand: 'OldName2' }],
  ['FORMER_BRAND', 'Webhooks', { formerBrand: 'Webhooks' }],
  ['DEV_DESTINATIONS', '127.0.0.0/8, ::1/128,10.1.2.3/32', { devDestinations: ['127.0.0.0/8', '::1/128', '10.1.2.3/32'] }],
  ['TRUSTED_PROXIES', '10.0.0.7, 172.16.0.0/12,fd00::/8', { trustedProxies: ['10.0.0.7', '172.16.0.0/12', 'fd00::/8'] }],
  ['ENCRYPTION_KEYS_PREVIOUS', `${key}, ${key}`, { encryptionKeysPrevious: [Buffer.from(key, 'base64'), Buffer.from(key, 'base64')] }],
  ['ENCRYPTION_KEYS_LOST', '0a1b2c3d, 4e5f6071', { encryptionKeysLost: ['0a1b2c3d', '4e5f6071'] }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['LOG_FORMAT', 'pretty', { logFormat: 'pretty' }],
];

it.each(accepted)('%s accepts %s', (variable, value, expected) => {
  expect(read({ [variable]: value })).toMatchObject(expected);
});

it.each([
  'postgres://service:pw@db.example:6432/agencies',
  'postgresql://db.example/agencies',
  'postgres://service@%2Fvar%2Frun%2Fpostgresql/agencies',
  'postgres://service:p%40ss@[::1]/agencies',
  'postgres://service:pw@a.example:5001,b.example:5002/agencies',
  'postgres://a.example,[::1]:5433,10.0.0.7/agencies',
])('DATABASE_URL accepts %s, and needs the primary', (url) => {
  expect(read({ ...database, DATABASE_URL: url }).databaseUrl).toBe(`${url}?target_session_attrs=read-write`);
});

it('DATABASE_URL may allow a server that is read-only', () => {
  const url = 'postgres://service@a.example,b.example/agencies?target_session_attrs=any';
  expect(read({ ...database, DATABASE_URL: url }).databaseUrl).toBe(url);
});

it.each([
  ['postgres://service:pw@/agencies?host=/run/postgresql', 'postgres://service:pw@%2Frun%2Fpostgresql/agencies'],
  ['postgres:///agencies?host=%2Frun%2Fpostgresql&port=5433', 'postgres://%2Frun%2Fpostgresql:5433/agencies'],
  ['postgres://service@:5433/agencies?host=/run/postgresql', 'postgres://service@%2Frun%2Fpostgresql:5433/agencies'],
  ['postgres://service@/agencies?host=a.example,b.example&port=5001,5002', 'postgres://service@a.example:5001,b.example:5002/agencies'],
  [
    'postgres://service@/agencies?host=fd00::1,/run/postgresql&port=5433',
    'postgres://service@[fd00::1]:5433,%2Frun%2Fpostgresql:5433/agencies',
  ],
  ['postgres://service@a.example:5001/agencies?host=b.example', 'postgres://service@b.example:5001/agencies'],
])('DATABASE_URL may name hosts in parameters: %s', (url, meant) => {
  expect(read({ ...database, DATABASE_URL: url }).databaseUrl).toBe(`${meant}?target_session_attrs=read-write`);
});

it.each(['options=-c%20search_path%3Dhunter2', 'hostaddr=192.0.2.1', 'service=hunter2', 'dbname=hunter2', 'passfile=/hunter2'])(
  'DATABASE_URL refuses the parameter of libpq that the service does not follow: %s',
  (parameter) => {
    for (const variable of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS']) {
      const message = refusalOf({ ...database, [variable]: `postgres://u:hunter2@h/d?${parameter}` });
      expect(message.startsWith(`${variable} has the parameter ${parameter.split('=')[0]}, which`), message).toBe(true);
      expect(message).not.toContain('hunter2');
    }
  },
);

describe('the variables of libpq', () => {
  const PGSSLROOTCERT = '/etc/ca.crt';

  it.each([
    [{ PGHOST: 'a.example', PGPORT: '5433' }, 'postgres://u@/d', 'postgres://u@a.example:5433/d?'],
    [{ PGHOST: '/run/postgresql' }, 'postgres:///d', 'postgres://%2Frun%2Fpostgresql/d?'],
    [{ PGHOST: 'b.example', PGPORT: '5433' }, 'postgres://u@a.example:5001/d', 'postgres://u@a.example:5001/d?'],
    [{ PGPORT: '5433' }, 'postgres://a.example,[::1]:5001/d', 'postgres://a.example:5433,[::1]:5001/d?'],
    [{ PGPORT: '5433' }, 'postgres:///d', 'postgres://localhost:5433/d?'],
    [{ PGSSLMODE: 'disable', PGSSLROOTCERT }, 'postgres://a.example/d', 'postgres://a.example/d?sslmode=disable&uselibpqcompat=true&'],
    [{ PGSSLMODE: 'disable' }, 'postgres://a.example/d?sslmode=no-verify', 'postgres://a.example/d?sslmode=no-verify&'],
    [{ PGSSLROOTCERT }, 'postgres://a.example/d', 'postgres://a.example/d?'],
    [
      { PGSSLMODE: 'verify-full', PGSSLROOTCERT, PGSSLCERT: '/c', PGSSLKEY: '/k' },
      'postgres://a.example/d',
      'postgres://a.example/d?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.crt&sslcert=%2Fc&sslkey=%2Fk&uselibpqcompat=true&',
    ],
    [{ PGTARGETSESSIONATTRS: 'read-write' }, 'postgres://a.example/d', 'postgres://a.example/d?'],
  ])('%o fill in what %s lacks', (variables, url, meant) => {
    expect(read({ ...database, ...variables, DATABASE_URL: url }).databaseUrl).toBe(`${meant}target_session_attrs=read-write`);
  });

  it('fill in the addresses of replicas and without the pooler', () => {
    const DATABASE_DIRECT_URL = 'postgres://b.example/d';
    const config = read({
      ...database,
      PGPORT: '5433',
      DATABASE_DIRECT_URL,
      DATABASE_REPLICA_URLS: 'postgres://c.example/d, postgres://e.example:1/d',
    });
    expect(config.databaseDirectUrl).toBe('postgres://b.example:5433/d?target_session_attrs=read-write');
    expect(config.databaseReplicaUrls).toEqual(['postgres://c.example:5433/d', 'postgres://e.example:1/d']);
  });

  it.each([
    ['PGOPTIONS', '-c search_path=x', 'is set and has no effect here; accepted: with DATABASE_URL, PGHOST, '],
    ['PGSERVICE', 'x', 'is set and has no effect here; '],
    ['PGHOSTADDR', '192.0.2.1', 'is set and has no effect here; '],
    ['PGCHANNELBINDING', 'require', 'is set and has no effect here; '],
    ['PGSSLMODE', 'prefer', 'is "prefer"; accepted: disable, require, verify-ca, verify-full, or sslmode in the address of the database'],
    ['PGPORT', '5432,5433', 'is "5432,5433"; accepted: a port number, or port in the address of the database'],
    [
      'PGTARGETSESSIONATTRS',
      'standby',
      'is "standby"; accepted: read-write, primary, any, or target_session_attrs in the address of the database',
    ],
  ])('%s=%s is refused by name with DATABASE_URL alone', (variable, value, problem) => {
    const DATABASE_URL = 'postgres://service:pw@db.example/agencies';
    const message = refusalOf({ ...database, DATABASE_URL, [variable]: value });
    expect(message.startsWith(`${variable} ${problem}`), message).toBe(true);
    expect(read({ [variable]: value }).databaseUrl).toBeUndefined();
  });
});

it('gives sslmode of DATABASE_URL the meaning it has elsewhere: require encrypts without asking for a known certificate', () => {
  const { databaseUrl } = read({ ...database, DATABASE_URL: 'postgres://db.example/agencies?sslmode=require' });
  expect(Object.fromEntries(new URL(databaseUrl!).searchParams)).toEqual({
    sslmode: 'require',
    uselibpqcompat: 'true',
    target_session_attrs: 'read-write',
  });
});

it('reads several replicas', () => {
  const urls = ['postgres://a.example/agencies', 'postgres://b.example/agencies'];
  expect(read({ ...database, DATABASE_REPLICA_URLS: urls.join(', ') }).databaseReplicaUrls).toEqual(urls);
});

const refused: readonly [variable: string, values: readonly string[], tells: string][] = [
  ['HOST', ['http://localhost', 'a b', 'host:80', '[::1]'], 'a host name or IP address'],
  ['PORT', ['65536', '-1', '80a', '1e3', '0x50', ' 80', '8080.0'], 'from 0 (any free port) to 65535'],
  ['OPERATOR_HOST', ['127.0.0.1/8'], 'a host name or IP address'],
  ['OPERATOR_PORT', ['http'], 'from 0 (any free port) to 65535'],
  ['ROLE', ['API', 'both'], 'api, worker, all'],
  ['DATABASE_CONNECTIONS', ['23', '0', '10000', '3e1', 'all'], 'a whole number from 24 to 9999'],
  ['DATABASE_ENGINE', ['oracle', 'Citus'], 'auto, postgres, citus'],
  ['WORKER_CONCURRENCY', ['0', '-4', '1.5', '10000', 'auto'], 'a whole number from 1 to 9999'],
  ['DEMO', ['true', 'yes', '2'], '0, 1'],
  [
    'PUBLIC_URL',
    ['api.example.com', 'ftp://api.example.com', 'https://', 'http:host', 'https://a.example?x=1', 'https://u:pw@a.example'],
    'http or https URL',
  ],
  ['DOCS_URL', ['/docs'], 'http or https URL'],
  ['ERRORS_BASE', ['https://errors.example#top'], 'http or https URL'],
  ['FORMER_BRAND', ['Old Name', '2old', 'old-name', 'Ältere', 'Service', 'webhook'], 'letters and digits'],
  ['DEV_DESTINATIONS', ['127.0.0.1', '127.0.0.0/33', 'localhost', '127.0.0.0/8,', '::1/129'], 'CIDR ranges'],
  ['TRUSTED_PROXIES', ['proxy.internal', '10.0.0.0/33', '10.0.0.0/8,', '0.0.0.0/0', '::/0', '127.0.0.1:80'], 'CIDR ranges of proxies'],
  ['LOG_LEVEL', ['verbose', 'INFO'], 'fatal, error, warn, info, debug, trace, silent'],
  ['LOG_FORMAT', ['text'], 'pretty, json'],
  ['OPERATOR_ALLOWED_HOSTS', ['*', '*.example', 'a.example:8081', 'http://a', 'a,,b', '[::1]', 'a b'], 'comma-separated host names and IP'],
];

it.each(refused)('%s refuses %j and says what is accepted', (variable, values, tells) => {
  for (const value of values) {
    const message = refusalOf({ [variable]: value });
    const told = /[@?#]/.test(value) ? 'has a value that is not valid' : `is ${JSON.stringify(value)}`;
    expect(message.startsWith(`${variable} ${told}; accepted: `), message).toBe(true);
    expect(message).toContain(tells);
    expect(message).not.toContain('\n');
  }
});

const secrets: readonly [variable: string, values: readonly string[], tells: string][] = [
  [
    'OPERATOR_TOKEN',
    [
      'hunter2',
      'hunter2'.padEnd(23, 'x'),
      'hunter2'.padEnd(257, 'x'),
      'hunter2 hunter2 hunter2 hunter2',
      'hunter2-ünïcode-token-of-the-operator',
    ],
    '24 to 256 visible ASCII',
  ],
  [
    'ENCRYPTION_KEY',
    ['hunter2', randomBytes(31).toString('base64'), `${key}\n`, randomBytes(32).toString('hex')],
    'base64 form of 32 bytes',
  ],
  ['ENCRYPTION_KEYS_PREVIOUS', ['hunter2', `${key},hunter2`, `${key},`, `${key};${key}`], 'base64 form of 32 bytes'],
  [
    'DATABASE_URL',
    ['hunter2', 'mysql://u:hunter2@h/d', 'postgres:hunter2', 'postgres://u:hunter2%zz@h/d', 'postgres://u:hunter2@h:x/d'],
    'postgres://user:password@host:5432/database',
  ],
  [
    'DATABASE_URL',
    ['postgres://u:hunter2@h,/d', 'postgres://u:hunter2@h/d?target_session_attrs=standby'],
    'postgres://user:password@host:5432/database',
  ],
  ['DATABASE_URL', ['postgres://u:hunter2@h/d?sslmode=maybe', 'postgres://u:hunter2 @h/d'], 'postgres://user:password@host:5432/database'],
  ['DATABASE_REPLICA_URLS', ['postgres://u:hunter2@h/d,', 'postgres://u:hunter2@h/d,http://hunter2'], 'comma-separated'],
];

it.each(secrets)('%s refuses a wrong value without repeating it', (variable, values, tells) => {
  for (const value of values) {
    const message = refusalOf({ ...(variable === 'OPERATOR_TOKEN' ? {} : database), [variable]: value });
    expect(message).toMatch(new RegExp(`^${variable} has a value that is not valid; accepted: [^\n]+$`));
    expect(message).toContain(tells);
    expect(message).not.toContain('hunter2');
    expect(message).not.toContain(value);
  }
});

it.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1',
  '128.0.0.0/1',
  '8.8.8.8/32',
  '2000::/3',
  '::/3',
  '::ffff:0:0/96',
  '126.0.0.0/7',
  '10.0.0.0/7',
  'fc00::/6',
])('refuses the range %s of DEV_DESTINATIONS with DATABASE_URL, also among others', (range) => {
  for (const ranges of [range, `127.0.0.0/8,${range}`]) {
    expect(refusalOf({ ...database, DEV_DESTINATIONS: ranges })).toMatch(
      /^DEV_DESTINATIONS is ".+"; accepted: with DATABASE_URL, comma-separated CIDR ranges within 127\.0\.0\.0\/8, .+$/,
    );
    expect(read({ DEV_DESTINATIONS: ranges }).devDestinations).toEqual(ranges.split(','));
  }
});

it.each(['127.0.0.0/8', '127.0.0.1/32', '10.0.0.0/8', '172.17.0.0/16', '192.168.1.0/24', '::1/128', 'fd00::/8', '127.0.0.0/8, ::1/128'])(
  'accepts the ranges %s of DEV_DESTINATIONS with DATABASE_URL',
  (ranges) => {
    expect(read({ ...database, DEV_DESTINATIONS: ranges }).devDestinations).toEqual(ranges.split(/, */));
  },
);

it('needs two ports on one host', () => {
  expect(refusalOf({ PORT: '9000', OPERATOR_PORT: '9000' })).toBe(
    'OPERATOR_PORT is 9000, the same as PORT; accepted: another port number, or another OPERATOR_HOST',
  );
  expect(read({ PORT: '9000', OPERATOR_PORT: '9000', OPERATOR_HOST: '::1' }).operatorPort).toBe(9000);
  expect(read({ PORT: '9000', OPERATOR_PORT: '9000', ROLE: 'worker' }).operatorPort).toBe(9000);
});

it('needs DATABASE_URL with DATABASE_DIRECT_URL', () => {
  expect(refusalOf({ DATABASE_DIRECT_URL: 'postgres://u:hunter2@h/d' })).toBe(
    'DATABASE_DIRECT_URL is set without DATABASE_URL; accepted: the database in DATABASE_URL without its pooler',
  );
});

it('needs DATABASE_URL with DATABASE_REPLICA_URLS', () => {
  expect(refusalOf({ DATABASE_REPLICA_URLS: 'postgres://u:hunter2@h/d' })).toBe(
    'DATABASE_REPLICA_URLS is set without DATABASE_URL; accepted: replicas of the database in DATABASE_URL',
  );
});

it('reads wrapped keys with ENCRYPTION_KEY_WRAPPING_FILE, and no other ones', () => {
  const wrapped = randomBytes(40);
  const env = { ENCRYPTION_KEY_WRAPPING_FILE: 'kek', ENCRYPTION_KEY: wrapped.toString('base64') };
  const previous = { ENCRYPTION_KEYS_PREVIOUS: wrapped.toString('base64') };
  expect(read({ ...env, ...previous })).toMatchObject({
    encryptionKey: wrapped,
    encryptionKeysPrevious: [wrapped],
    encryptionKeyWrappingFile: resolve('kek'),
  });
  expect(refusalOf({ ...env, ENCRYPTION_KEY: key })).toMatch(/^ENCRYPTION_KEY has a value that is not valid; accepted: .*40 bytes/);
  expect(refusalOf({ ...env, ENCRYPTION_KEYS_PREVIOUS: key })).toMatch(
    /^ENCRYPTION_KEYS_PREVIOUS has a value that is not valid; accepted: .*40 bytes/,
  );
  expect(refusalOf({ ENCRYPTION_KEY_WRAPPING_FILE: 'kek' })).toMatch(
    /^ENCRYPTION_KEY is required with ENCRYPTION_KEY_WRAPPING_FILE; accepted: /,
  );
});

it('refuses a METRICS_TOKEN that is the OPERATOR_TOKEN', () => {
  const token = 'hunter2-hunter2-hunter2-hunter2';
  expect(refusalOf({ OPERATOR_TOKEN: token, METRICS_TOKEN: token })).toBe(
    'METRICS_TOKEN is the same as OPERATOR_TOKEN, which has every scope; accepted: a token of its own',
  );
});

it('needs ENCRYPTION_KEY with DATABASE_URL', () => {
  expect(refusalOf({ DATABASE_URL: database.DATABASE_URL })).toMatch(
    /^ENCRYPTION_KEY is required with DATABASE_URL; accepted: the base64 form of 32 bytes/,
  );
});

describe('the address of the operator', () => {
  const secret = `svc_whsec_${randomBytes(24).toString('base64')}`;

  it.each([
    'https://alerts.example.com/hook?key=1',
    'https://alerts.internal/',
    'https://10.0.0.7/',
    'http://localhost:9000/',
    'http://127.0.0.1:9000/',
    'http://192.168.1.4/hook',
    'http://[::1]:9000/',
  ])('may be %s', (url) => {
    expect(read({ OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET: secret }).operatorWebhook).toEqual({ url, secret });
  });

  it.each([
    'http://alerts.example.com/',
    'http://93.184.216.34/',
    'https://user:password@alerts.example/',
    'https://a.example/#top',
    'alerts',
    'ftp://10.0.0.7/',
  ])('may not be %s, which the refusal does not repeat', (url) => {
    const message = refusalOf({ OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET: secret });
    expect(message).toMatch(/^OPERATOR_WEBHOOK_URL has a value that is not valid; accepted: an absolute https URL /);
    expect(message).not.toContain(url);
  });

  it('needs a secret in the form of signing secrets, and the secret needs the address', () => {
    const OPERATOR_WEBHOOK_URL = 'https://alerts.example/';
    const accepted = 'accepted: `svc_whsec_` and the base64 form of 24 random bytes';
    expect(refusalOf({ OPERATOR_WEBHOOK_URL })).toContain(`OPERATOR_WEBHOOK_SECRET is required with OPERATOR_WEBHOOK_URL; ${accepted}`);
    for (const value of ['hunter2', `whsec_${secret.slice(10)}`, `${secret}A`, `${secret.slice(0, -1)}=`]) {
      const message = refusalOf({ OPERATOR_WEBHOOK_URL, OPERATOR_WEBHOOK_SECRET: value });
      expect(message).toContain(`OPERATOR_WEBHOOK_SECRET has a value that is not valid; ${accepted}`);
      expect(message).not.toContain(value);
    }
    expect(refusalOf({ OPERATOR_WEBHOOK_SECRET: secret })).toBe(
      'OPERATOR_WEBHOOK_SECRET is set without OPERATOR_WEBHOOK_URL; accepted: both or neither',
    );
  });
});

it('the settings are those of the page about configuration', () => {
  const [settings, traces] = readFileSync('docs/configuration.md', 'utf8').split('\n## Traces\n');
  expect(ownVariables.length).toBeLessThanOrEqual(34);
  expect(namesInTables(settings!).toSorted()).toEqual(ownVariables.toSorted());
  expect(traceVariables.length).toBeGreaterThan(5);
  for (const name of traceVariables) expect(traces).toContain(name.replace(/(_TRACES_)(ENDPOINT|PROTOCOL)$/, '$1…'));
  for (const name of secretNames) expect(settings!.split('### Secrets in files')[1]).toContain(`\`${name}\``);
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const values: Readonly<Record<(typeof secretNames)[number], string>> = {
    OPERATOR_TOKEN: 'a-token-of-more-than-24-characters',
    METRICS_TOKEN: 'another-token-of-more-than-24-characters',
    DATABASE_URL: database.DATABASE_URL,
    DATABASE_DIRECT_URL: 'postgres://service:pw@direct.example/agencies',
    DATABASE_REPLICA_URLS: 'postgres://service:pw@replica.example/agencies',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS_PREVIOUS: randomBytes(32).toString('base64'),
    OPERATOR_WEBHOOK_URL: 'https://alerts.example.com/in?token=hunter2',
    OPERATOR_WEBHOOK_SECRET: `svc_whsec_${randomBytes(24).toString('base64')}`,
  };
  const withoutFunctions = (config: Config) => JSON.parse(JSON.stringify(config)) as unknown;

  it('counts like the variable, whichever secret it is and however the file ends', () => {
    const all = withoutFunctions(read(values));
    const files = Object.fromEntries(secretNames.map((name) => [`${name}_FILE`, file(name, `${values[name]}\n`)]));
    expect(withoutFunctions(read(files))).toEqual(all);
    for (const name of secretNames) {
      const { [name]: _, ...others } = values;
      expect(withoutFunctions(read({ ...others, [`${name}_FILE`]: files[`${name}_FILE`]! })), name).toEqual(all);
    }
  });

  it('makes a setting that is not valid name the setting, without its value', () => {
    expect(refusalOf({ ENCRYPTION_KEY_FILE: file('wrong', 'hunter2') })).toMatch(
      /^ENCRYPTION_KEY has a value that is not valid; accepted: /,
    );
  });

  it('is refused if it cannot be read, is empty or is too large', () => {
    const missing = join(folder, 'missing');
    expect(refusalOf({ OPERATOR_TOKEN_FILE: missing })).toBe(
      `OPERATOR_TOKEN_FILE names ${missing}, which cannot be read (ENOENT); accepted: a file with the value of OPERATOR_TOKEN`,
    );
    // A device without an end, or a pipe without a writer, would block the start.
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of ['/dev/zero', '/dev/null', pipe])
      expect(refusalOf({ OPERATOR_TOKEN_FILE: path })).toBe(
        `OPERATOR_TOKEN_FILE names ${path}, which is not a regular file; accepted: a file with the value of OPERATOR_TOKEN`,
      );
    expect(refusalOf({ OPERATOR_TOKEN_FILE: folder })).toContain('which is not a regular file; accepted: ');
    expect(refusalOf({ OPERATOR_TOKEN_FILE: file('empty', ' \n') })).toContain('which is empty; accepted: ');
    expect(refusalOf({ OPERATOR_TOKEN_FILE: file('large', 'x'.repeat(65_537)) })).toContain('which has more than 65536 bytes; accepted: ');
  });

  it('is refused together with the variable', () => {
    expect(refusalOf({ OPERATOR_TOKEN: values.OPERATOR_TOKEN, OPERATOR_TOKEN_FILE: file('token', values.OPERATOR_TOKEN) })).toBe(
      'OPERATOR_TOKEN_FILE is set together with OPERATOR_TOKEN; accepted: one of both',
    );
  });
});
