import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import pg from 'pg';
import { expect } from 'vitest';
import { creator, fan, order } from '../records/records.ts';
import { head } from '../support/raw-connection.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { mark, type Secrets } from './secrets.ts';
import { waitUntil, type ServiceProcess } from './service-process.ts';

/** Asks the service's database as its administrator. */
export type Query = (text: string, values?: unknown[]) => Promise<any[]>;

const scopes = ['read:orders', 'read:insights', 'write:insights', 'read:webhooks', 'write:webhooks'];

/** A service, and what it answered with a refusal or a failure. */
class Caller {
  readonly problems: string[] = [];
  readonly service: ServiceProcess;
  key = '';

  constructor(service: ServiceProcess) {
    this.service = service;
  }

  async call(method: string, url: string, token: string, body?: unknown, headers: Record<string, string> = {}): Promise<any> {
    const answer = await fetch(url, {
      method,
      headers: { 'service-version': 'Amethyste', authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const document = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
    // `instance` repeats the requested path, as in RFC 7807.
    if (answer.status >= 400) this.problems.push(JSON.stringify([[...answer.headers], { ...document, instance: '' }]));
    return { status: answer.status, body: document };
  }

  api(method: string, path: string, body?: unknown, { key = this.key, ...headers }: Record<string, string> = {}): Promise<any> {
    return this.call(method, this.service.baseUrl + path, key, body, headers);
  }

  operator(method: string, path: string, body?: unknown, token = this.service.operatorToken): Promise<any> {
    return this.call(method, this.service.operatorUrl + path, token, body);
  }
}

/** Sends bytes that no client would, and waits for the end. */
function strike(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.resume().setTimeout(500, () => socket.destroy());
  });
}

/** An agency with keys, a creator with a fan, and endpoints that deliver, refuse, redirect and cannot be reached. */
async function begin(caller: Caller, secrets: Secrets, receivers: readonly Receiver[]): Promise<{ agencyId: string; endpoints: string[] }> {
  const { body: agency } = await caller.operator('POST', '/operator/v1/agencies', { name: 'Northlight' });
  const path = `/operator/v1/agencies/${agency.id}`;
  const { body: key } = await caller.operator('POST', `${path}/keys`, { label: 'made', scopes });
  caller.key = key.api_key;
  secrets.add('the part of an API key that is not shown', key.api_key.slice(key.prefix.length));
  const importedKey = secrets.add('an API key that was imported', `legacy_live_${mark()}${mark()}`);
  await caller.operator('POST', `${path}/keys`, { label: 'imported', scopes, api_key: importedKey });
  await caller.operator('POST', `${path}/records`, { records: [creator('c1'), fan('account-c1', 'fan-1')] });

  const urls = [...receivers.map(({ url }) => url), 'http://127.0.0.1:1024/hooks', receivers[0]!.url.replace('http:', 'https:')];
  const endpoints: string[] = [];
  for (const url of urls) {
    const token = secrets.add(`the token in the URL of endpoint ${endpoints.length}`);
    const settings = { url: `${url}?token=${token}`, enabled_event_types: ['order.created'] };
    const { status, body } = await caller.api('POST', '/v1/webhooks', settings);
    expect(status).toBe(201);
    secrets.add(`the secret of endpoint ${endpoints.length}`, body.secret);
    endpoints.push(body.id);
  }
  const rotation = { previous_expires_in_seconds: 3_600 };
  const rotated = await caller.api('POST', `/v1/webhooks/${endpoints[0]}/secret/rotation`, rotation);
  secrets.add('a rotated secret', rotated.body.secret);
  const imported = secrets.add('a secret that was imported', `legacy_whsec_${mark()}1234567`);
  const settings = { url: `${receivers[0]!.url}?token=${secrets.add('the token of an imported URL')}`, enabled_event_types: ['ping'] };
  await caller.operator('POST', `${path}/webhooks`, { ...settings, enabled_event_types: ['order.created'], secret: imported });
  return { agencyId: agency.id, endpoints };
}

/** An operator at the console, and a link to the portal. */
async function visit(caller: Caller, secrets: Secrets, agencyId: string): Promise<void> {
  const { service } = caller;
  const path = `${service.operatorUrl}/console/session`;
  const ownPage = { 'x-requested-with': 'console', 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers: ownPage, body: JSON.stringify({ token: service.operatorToken }) });
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  secrets.add('a session of the console', cookie.split('=')[1]);
  for (const target of ['/operator/v1/agencies', `/console/agencies/${agencyId}/v1/webhooks`, '/console/session']) {
    const headers = { ...ownPage, cookie, 'service-version': 'Amethyste' };
    expect((await fetch(service.operatorUrl + target, { headers })).status).toBe(200);
  }
  await fetch(path, { method: 'POST', headers: ownPage, body: JSON.stringify({ token: secrets.add('a wrong token at the login') }) });
  await fetch(path, { method: 'POST', headers: ownPage, body: `{"token": "${secrets.add('a token in JSON that ends early')}` });
  await fetch(path, { headers: { cookie: `console=${secrets.add('a session that is none')}` } });
  const { body: link } = await caller.operator('POST', `/operator/v1/agencies/${agencyId}/portal-links`, { label: 'Portal' });
  secrets.add('the key of a link', link.url.split('#key=')[1]);
  await fetch(`${service.baseUrl}/portal/${link.id}`);
}

/** Everything that a caller may get wrong, with a secret in it. */
async function beRefused(caller: Caller, secrets: Secrets, agencyId: string): Promise<void> {
  const { baseUrl, operatorUrl } = caller.service;
  const endpoint = (url: string) => caller.api('POST', '/v1/webhooks', { url, enabled_event_types: ['order.created'] });
  await endpoint(`https://user:${secrets.add('a password in a refused URL')}@hooks.example.com/`);
  await endpoint(`https://10.0.0.1/?token=${secrets.add('a token in a refused URL')}`);
  await endpoint(`no URL ${secrets.add('a text in place of a URL')}`);
  const path = `/operator/v1/agencies/${agencyId}/webhooks`;
  const imported = { url: 'https://hooks.example.com', enabled_event_types: ['order.created'] };
  await caller.operator('POST', path, { ...imported, secret: secrets.add('a secret of a wrong form') });
  await caller.operator('POST', path, `{"secret": "${secrets.add('a secret in JSON that ends early')}`);
  await caller.operator('POST', path, `{"secret": ${secrets.add('a secret without quotes')}}`);
  await caller.operator('POST', `/operator/v1/agencies/${agencyId}/keys`, {
    label: 'x',
    scopes,
    api_key: secrets.add('a key of a wrong form'),
  });
  await caller.api('GET', '/v1/me', undefined, { key: secrets.add('a key that is none') });
  await caller.api('GET', '/v1/me', undefined, { key: `legacy_live_${secrets.add('a key that is unknown', mark() + mark())}` });
  await caller.operator('GET', '/operator/v1/agencies', undefined, secrets.add('an operator token that is none', `${mark()}${mark()}`));
  await caller.api('POST', '/v1/webhooks', `secret=${secrets.add('a body of another media type')}`, { 'content-type': 'text/plain' });
  await caller.api('POST', '/v1/webhooks', JSON.stringify({ url: secrets.add('a body that is too large') + 'x'.repeat(300_000) }));
  await caller.api('GET', `/v1/orders?cursor=${secrets.add('a cursor that is none')}`);
  for (const url of [baseUrl, operatorUrl]) {
    const authorization = `Bearer ${secrets.add(`a token in a broken request to ${url}`)}`;
    await strike(url, `${head('GET /v1/me?x=1', { authorization }).trimEnd()}\r\nbroken\u0001header\r\n\r\n`);
    await strike(url, `GET /v1/me?token=${secrets.add(`a token in a broken line to ${url}`)} HTTP/9.9\r\n\r\n`);
    await strike(url, head('GET /v1/me', { authorization, padding: 'x'.repeat(40_000) }));
  }
}

/** Facts that are delivered, refused and retried; outcomes that cannot be recorded, and a secret that cannot be read. */
async function deliver(caller: Caller, secrets: Secrets, query: Query, agencyId: string, endpoints: readonly string[]): Promise<void> {
  const { service } = caller;
  const publish = (what: string) => {
    const record = order(`order-${mark()}`, 'c1', { message_id: secrets.add(what) });
    return caller.operator('POST', `/operator/v1/agencies/${agencyId}/records`, { records: [record] });
  };
  const count = (text: string) => service.stderr.split(text).length - 1;
  await publish('the body of a delivery');
  await waitUntil(() => count('delivery attempt') >= endpoints.length, 'the first attempts');
  await query(`ALTER TABLE delivery_queue ADD CONSTRAINT refused CHECK (cardinality(attempts) = 0) NOT VALID`);
  await publish('the body of a delivery whose outcome cannot be recorded');
  await waitUntil(() => count('could not record the outcome') > 0, 'an outcome that cannot be recorded');
  await query(`ALTER TABLE delivery_queue DROP CONSTRAINT refused`);
  await query(`UPDATE webhook_endpoints SET secret_ciphertext = '\\x0200' WHERE id = $1`, [endpoints[0]]);
  await publish('the body of a delivery whose secret cannot be read');
  await waitUntil(() => count('could not decrypt the signing secret') > 0, 'a secret that cannot be read');
}

/** A database that refuses what the service writes, lacks what it reads, and ends its connections. */
async function failInside(caller: Caller, secrets: Secrets, query: Query): Promise<void> {
  const path = '/v1/accounts/account-c1/fans/fan-1/insight';
  const { body: insight } = await caller.api('GET', path);
  await query(`ALTER TABLE insights ADD CONSTRAINT refused CHECK (note = '') NOT VALID`);
  const edit = { note: secrets.add('a note that the database refuses'), etag: insight.etag };
  expect((await caller.api('PATCH', path, edit)).status).toBe(500);
  await query(`ALTER TABLE orders RENAME TO hidden`);
  expect((await caller.api('GET', `/v1/orders?fan_ids=${secrets.add('a query that fails')}`)).status).toBe(500);
  await query(`ALTER TABLE hidden RENAME TO orders`);
  await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  await waitUntil(async () => (await caller.api('GET', '/v1/me')).status === 200, 'the database’s return');
}

/** A run in which secrets go everywhere. Returns the responses to callers: problems, metrics, status pages. */
export async function runWithSecrets(service: ServiceProcess, query: Query, secrets: Secrets): Promise<string> {
  const caller = new Caller(service);
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  const [, refusing, redirecting] = receivers;
  const answer = secrets.add('what a receiver answers');
  refusing.answer = (_, response) => void response.writeHead(500).end(answer);
  redirecting.answer = (_, response) => void response.writeHead(302, { location: `http://127.0.0.1/?token=${answer}` }).end();
  try {
    const { agencyId, endpoints } = await begin(caller, secrets, receivers);
    await visit(caller, secrets, agencyId);
    await beRefused(caller, secrets, agencyId);
    await deliver(caller, secrets, query, agencyId, endpoints);
    await failInside(caller, secrets, query);
    const told = [await caller.operator('GET', '/metrics'), await caller.api('GET', '/status'), await caller.api('GET', '/v1/_health')];
    expect(receivers[0].received.length).toBeGreaterThan(0);
    expect(caller.problems.length).toBeGreaterThanOrEqual(15);
    return [...caller.problems, ...told.map((one) => JSON.stringify(one))].join('\n');
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
}

export async function connected<Result>(url: string, work: (query: Query) => Promise<Result>): Promise<Result> {
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
export async function wholeRun(service: ServiceProcess, url: () => string, secrets: Secrets): Promise<string> {
  await service.ready();
  const told = await connected(url(), (query) => runWithSecrets(service, query, secrets));
  const { stdout, stderr } = await service.exitAfter('SIGTERM');
  return [stdout, stderr, told].join('\n');
}

/** That something was written of everything in which there was a secret: what is silent gives nothing away. */
export function expectTold(written: string): void {
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

export const operatorToken = (secrets: Secrets) => secrets.add('the operator token', `${mark()}${mark()}`);

/** As text, and as the bytes that it stands for. */
export function encryptionKey(secrets: Secrets): string {
  const key = randomBytes(32);
  secrets.add('the bytes of the encryption key', key.toString('hex'));
  return secrets.add('the encryption key', key.toString('base64'));
}
