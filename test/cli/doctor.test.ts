import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../cli/src/diagnosis/finding.ts';
import { enumerations } from '../../sdk/src/index.ts';
import { signTestWebhook, testEvent, testSecret } from '../../sdk/src/webhooks/testing.ts';
import { freePort } from '../support/free-port.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { buildCommandLine, CommandLine, hasTerminals } from './run-svc.ts';

let service: TestService;
let svc: CommandLine;
let receiver: Receiver;
const servers: Server[] = [];

beforeAll(async () => {
  await buildCommandLine();
  [service, svc, receiver] = await Promise.all([startService({ retryDelaysMs: [5, 5, 5] }), CommandLine.create(), startReceiver()]);
  svc.environment = { ...svc.environment, SVC_BASE_URL: service.baseUrl };
}, 120_000);
afterAll(async () => {
  for (const server of servers) server.close();
  await Promise.all([service?.close(), svc?.close(), receiver?.close()]);
});

interface Report {
  readonly code: number | null;
  readonly stderr: string;
  /** The findings by their names; of several endpoints, the last one. */
  readonly found: Readonly<Record<string, Finding>>;
}

async function doctor(key: string | undefined, ...args: string[]): Promise<Report> {
  const { code, stdout, stderr } = await svc.start(['doctor', ...args], { environment: key === undefined ? {} : { SVC_API_KEY: key } })
    .done;
  const { data } = JSON.parse(stdout) as { data: Finding[] };
  return { code, stderr, found: Object.fromEntries(data.map((finding) => [finding.name, finding])) };
}

const listen = async (server: Server): Promise<string> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

async function createEndpoint(agency: TestAgency, url: string, types: readonly string[] = ['order.created']) {
  const { body, status, text } = await service.request('POST', '/v1/webhooks', {
    key: agency.key,
    body: { url, enabled_event_types: types },
  });
  if (status !== 201) throw new Error(text);
  return body as { id: string; secret: string };
}

const ping = ({ key }: TestAgency, id: string) =>
  svc.start(['trigger', 'ping', '--endpoint', id], { environment: { SVC_API_KEY: key } }).done;

describe('svc doctor', () => {
  it('finds nothing to do where a receiver gets every event type', async () => {
    const agency = await service.createAgency();
    const { id } = await createEndpoint(agency, receiver.url, enumerations.WebhookEventType);
    expect(await ping(agency, id)).toMatchObject({ code: 0 });
    const { code, found, stderr } = await doctor(agency.key);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const finding of Object.values(found)) expect(finding).toMatchObject({ status: 'ok', action: null });
    expect(Object.keys(found)).toEqual([
      'address',
      'encryption',
      'health',
      'clock',
      'rate limit',
      'version',
      'software',
      'key',
      'key expiry',
      'key scopes',
      'event types',
      'endpoint status',
      'endpoint health',
      'endpoint url',
      'endpoint backlog',
      'endpoint speed',
      'endpoint failures',
      'endpoint secret',
    ]);
  });

  it('reports an address where nothing listens, where no TLS is, and where another program answers', async () => {
    const gone = await doctor('k', '--base-url', `http://127.0.0.1:${await freePort()}`);
    expect(gone.code).toBe(1);
    expect(gone.found['address']).toMatchObject({ status: 'failed', detail: expect.stringMatching(/^Nothing listens at/) });
    const plain = await doctor('k', '--base-url', service.baseUrl.replace('http:', 'https:'));
    expect(plain.found['address']).toMatchObject({ status: 'failed', detail: expect.stringMatching(/The TLS connection .* fails/) });
    const other = await listen(
      createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')),
    );
    const html = await doctor('k', '--base-url', other);
    expect(html.found['address']).toMatchObject({ status: 'failed', detail: expect.stringMatching(/does not answer as the service does/) });
    const unencrypted = await doctor('k', '--base-url', 'http://service.invalid', '--timeout', '5');
    expect(unencrypted.found).toMatchObject({ encryption: { status: 'warning' }, address: { status: 'failed' } });
  });

  it('reports a key that is missing, wrong, expired, about to expire or limited', async () => {
    const agency = await service.createAgency();
    expect((await doctor(undefined)).found['key']).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/the API key for .* is missing/),
    });
    const wrong = await doctor(`${agency.key.slice(0, -1)}~`);
    expect(wrong).toMatchObject({ code: 1, found: { key: { status: 'failed', detail: expect.stringMatching(/invalid_api_key/) } } });
    const expired = await agency.createKey({ expiresAt: new Date(Date.now() - 1_000) });
    expect((await doctor(expired)).found['key']).toMatchObject({ detail: 'The service refuses the key: expired_api_key.' });
    const soon = await agency.createKey({ expiresAt: new Date(Date.now() + 3 * 86_400_000), scopes: ['read:webhooks'] });
    const limited = await doctor(soon);
    expect(limited).toMatchObject({ code: 1, stderr: expect.stringMatching(/something needs doing: key expiry\./) });
    expect(limited.found).toMatchObject({
      'key expiry': { status: 'warning', detail: 'The key expires in 2 days.' },
      'key scopes': { status: 'notice', detail: 'The key lacks replay:webhooks, write:webhooks.' },
      'event types': { status: 'notice' },
    });
    const blind = await doctor(await agency.createKey({ scopes: ['read:orders'], creatorIds: ['c1'] }));
    expect(blind.found).toMatchObject({
      'key scopes': { status: 'warning' },
      'key creators': { detail: 'The key is limited to 1 creator.' },
    });
    expect(blind.found['event types']).toBeUndefined();
  });

  it('reports a version that the service does not know, with those that it knows', async () => {
    const { key } = await service.createAgency();
    const { code, found } = await doctor(key, '--service-version', 'Obsidian');
    expect(code).toBe(1);
    expect(found['version']).toMatchObject({ status: 'failed', action: expect.stringMatching(/--service-version: Amethyste\./) });
    expect(found['key']).toBeUndefined();
  });

  it('reports a wrong clock, a used-up rate limit, a newer version and a newer service', async () => {
    const { key } = await service.createAgency();
    const altered = async ({ url, headers }: IncomingMessage) => {
      const answer = await fetch(`${service.baseUrl}${url}`, {
        headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
      });
      const body = (await answer.text())
        .replace('"operationId":"getOrder"', '"operationId":"getOrderOfTomorrow"')
        .replace('"releases":[', '"releases":[{"name":"Beryl","date":"2099-01-01","current":true,"description":""},');
      const date = new Date(Date.now() + 120_000).toUTCString();
      const limits = { ratelimit: '"default";r=12;t=60', 'ratelimit-policy': '"default";q=600;w=60' };
      return { status: answer.status, headers: { 'content-type': answer.headers.get('content-type')!, date, ...limits }, body };
    };
    const proxy = await listen(
      createServer((request, response) => {
        void altered(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
      }),
    );
    const { code, found } = await doctor(key, '--base-url', proxy, '--api-key', key);
    expect(code).toBe(1);
    expect(found).toMatchObject({
      clock: { status: 'warning', detail: expect.stringMatching(/is (119|120|121) s behind/) },
      'rate limit': { status: 'warning', detail: '12 of 600 requests of this minute are left.' },
      version: { status: 'notice', detail: expect.stringMatching(/Beryl of 2099-01-01 is newer/) },
      software: { status: 'warning', detail: 'The service has 1 operation that this command line does not know.' },
    });
  });

  it.each([
    ['receiver path', 404, /its path or its method does not exist/],
    ['receiver access', 403, /it asks for a login/],
    ['receiver signature', 400, /it refuses the delivery/],
    ['receiver redirect', 302, /redirects are not followed/],
    ['receiver body size', 413, /it refuses the size/],
    ['receiver rate limit', 429, /it limits the rate/],
    ['receiver error', 502, /the program behind its proxy is missing/],
    ['receiver response', 422, /another status than 2xx/],
  ])('reports a mistake of a receiver: %s (%i)', async (name, status, detail) => {
    const agency = await service.createAgency();
    const url = await listen(createServer((_request, response) => response.writeHead(status, { location: '/' }).end('from the proxy')));
    const { id } = await createEndpoint(agency, url);
    expect(await ping(agency, id)).toMatchObject({ code: 1 });
    const { code, found } = await doctor(agency.key, '--endpoint', id);
    expect(code).toBe(1);
    expect(found[name]).toMatchObject({ endpoint_id: id, status: 'failed', detail: expect.stringMatching(detail) });
    expect(found[name]!.detail).toMatch(new RegExp(`: ${status} in \\d+ ms: from the proxy`));
    expect(found['endpoint health']).toMatchObject({ status: 'failed' });
  });

  it('reports a receiver without TLS at an https URL', async () => {
    const agency = await service.createAgency();
    const { id } = await createEndpoint(agency, receiver.url.replace('http:', 'https:'));
    expect(await ping(agency, id)).toMatchObject({ code: 1, json: { error: 'tls_error' } });
    expect((await doctor(agency.key)).found['receiver certificate']).toMatchObject({ status: 'failed' });
  });

  it('reports a receiver that is not there, waiting failures, a rotation, and a disabled endpoint with its reason', async () => {
    const agency = await service.createAgency();
    const { id } = await createEndpoint(agency, `http://127.0.0.1:${await freePort()}/hooks`);
    expect(await ping(agency, id)).toMatchObject({ code: 1 });
    await svc.start(['webhooks', 'rotate-secret', id, '--previous-expires-in', '600', '--yes'], {
      environment: { SVC_API_KEY: agency.key },
    }).done;
    await expect.poll(async () => (await doctor(agency.key)).found['endpoint failures']?.status, { timeout: 20_000 }).toBe('warning');
    const { found } = await doctor(agency.key);
    expect(found).toMatchObject({
      'receiver connection': { status: 'failed' },
      'endpoint failures': {
        detail: '1 failure was not replayed.',
        action: expect.stringMatching(`svc failures replay ${id} --all --wait`),
      },
      'endpoint secret': { status: 'notice', detail: expect.stringMatching(/^2 secrets sign/) },
      'endpoint breaker': { status: 'notice', detail: expect.stringMatching(/^1 delivery in a row failed; after 10/) },
    });
    await service.request('PATCH', `/v1/webhooks/${id}`, { key: agency.key, body: { status: 'disabled' } });
    expect((await doctor(agency.key)).found['endpoint status']).toMatchObject({
      status: 'notice',
      detail: expect.stringMatching(/it was paused/),
    });
    await service.database.query({ text: `UPDATE webhook_endpoints SET disabled_reason = 'auto_breaker' WHERE id = $1`, values: [id] });
    expect((await doctor(agency.key)).found['endpoint status']).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/It is disabled since .*: too many deliveries in a row failed/),
      action: expect.stringMatching(`svc webhooks recover ${id} --since`),
    });
  });

  it('reports a receiver that does not respond in time, and one that is slow', { timeout: 60_000 }, async () => {
    const agency = await service.createAgency();
    const silent = await createEndpoint(agency, await listen(createServer(() => undefined)));
    const slow = await createEndpoint(
      agency,
      await listen(createServer((_request, response) => void setTimeout(() => response.writeHead(204).end(), 3_300))),
    );
    const [timedOut, late] = await Promise.all([ping(agency, silent.id), ping(agency, slow.id)]);
    expect(timedOut).toMatchObject({ code: 1, json: { status_code: null, error: 'timeout' } });
    expect(late).toMatchObject({ code: 0, json: { status_code: 204 } });

    const ofSilent = await doctor(agency.key, '--endpoint', silent.id);
    expect(ofSilent.code).toBe(1);
    expect(ofSilent.found['receiver timeout']).toMatchObject({
      endpoint_id: silent.id,
      status: 'failed',
      detail: expect.stringMatching(/^1 attempt failed: it does not respond in time\. The last one, at .*: timeout /),
      action: 'Respond with 2xx first, and do the work afterwards.',
    });
    const ofSlow = await doctor(agency.key, '--endpoint', slow.id);
    expect(ofSlow).toMatchObject({ code: 1, stderr: expect.stringMatching(/something needs doing: endpoint speed\./) });
    expect(ofSlow.found['endpoint speed']).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/^It needs \d{4,5} ms to respond \(p90 of the last hour\)\.$/),
      action: 'Respond with 2xx first, and do the work afterwards.',
    });
    expect(ofSlow.found['receiver timeout']).toBeUndefined();
  });

  it('reports a backlog that is old, and not one that is recent', async () => {
    const agency = await service.createAgency();
    const { id } = await createEndpoint(agency, `http://127.0.0.1:${await freePort()}/hooks`);
    // Its next attempt is tomorrow.
    const queued = (minutesAgo: number) =>
      service.database.query({
        text: `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, occurred_at, generation, due_at)
               SELECT $1, $2, 'order.created', uuidv7(make_interval(mins => $3)), uuidv7(), now(), 0, now() + interval '1 day'`,
        values: [agency.id, id, -minutesAgo],
      });
    await queued(3);
    expect((await doctor(agency.key)).found['endpoint backlog']).toMatchObject({ status: 'ok' });
    await queued(25);
    const { code, found } = await doctor(agency.key);
    expect(code).toBe(1);
    expect(found['endpoint backlog']).toMatchObject({
      endpoint_id: id,
      status: 'warning',
      detail: expect.stringMatching(/^2 deliveries are pending, the oldest since \d{4}-/),
      action: expect.stringMatching(/^Respond faster and with 2xx/),
    });
  });

  it.skipIf(!hasTerminals)('shows a person what needs doing below each finding, and of endpoints only that', async () => {
    const agency = await service.createAgency();
    const { id } = await createEndpoint(
      agency,
      await listen(createServer((_request, response) => response.writeHead(404).end('\u001b[2J'))),
    );
    await ping(agency, id);
    const { stdout, code } = await svc.startAtTerminal(['doctor'], { environment: { SVC_API_KEY: agency.key, NO_COLOR: '1' } }).done;
    expect(code).toBe(1);
    const lines = stdout.replaceAll('\r\n', '\n').split('\n');
    expect(lines[0]).toMatch(/^address +ok +The service responds at http:/);
    expect(stdout).not.toMatch(/endpoint url|\u001b\[2J/);
    const at = lines.findIndex((line) => line.startsWith('receiver path'));
    expect(lines[at]).toMatch(
      new RegExp(`^receiver path +failed +.*\\(…${id.slice(-12)}\\): \\d attempts? failed: its path or its method`),
    );
    expect(lines[at + 1]).toMatch(/^ {20,}Correct the path of the URL, and accept POST there\.$/);
    expect(lines).toContainEqual(expect.stringMatching(/^\d+ checks, \d with something to do\.$/));
  });

  it.each([
    [['--server', '--capture', 'x'], /use it alone/],
    [['--secret', 'x'], /--secret needs --capture/],
    [['--capture', 'x'], /the secret is missing/],
    [['--capture', 'missing.http', '--secret', 'x'], /missing\.http: file not found/],
  ])('%j is wrong usage', async (args, message) => {
    expect(await svc.run('doctor', ...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });
});

describe('svc doctor --capture', () => {
  const secret = testSecret();
  const file = 'capture.http';

  async function capture(text: { headers: Record<string, string>; body: string }): Promise<void> {
    const head = Object.entries(text.headers).map(([name, value]) => `${name}: ${value}\n`);
    await writeFile(join(svc.folder, file), `POST /hooks HTTP/1.1\n${head.join('')}\n${text.body}`);
  }
  const captured = (key?: string, given = secret) => doctor(key, '--capture', file, '--secret', given);

  it('accepts what the secret signed just now, and says how old it is otherwise', async () => {
    await capture(await signTestWebhook(testEvent('order.created'), secret));
    const fine = await captured();
    expect(fine.code).toBe(0);
    expect(Object.keys(fine.found)).toEqual(['capture headers', 'capture time', 'capture secret', 'capture body']);
    await capture(await signTestWebhook(testEvent('ping'), secret, { now: new Date(Date.now() - 3_600_000) }));
    expect(await captured()).toMatchObject({
      code: 0,
      found: { 'capture time': { status: 'notice', detail: expect.stringMatching(/^The timestamp is 360\d s old/) } },
    });
    await capture(await signTestWebhook(testEvent('ping'), secret, { now: new Date(Date.now() + 3_600_000) }));
    expect(await captured()).toMatchObject({
      code: 1,
      found: { 'capture time': { status: 'failed', detail: expect.stringMatching(/in the future/) } },
    });
  });

  it.each([
    ['blanks or line breaks were added', (body: string) => `${body}\n`],
    ['a byte order mark was added', (body: string) => `\ufeff${body}`],
    ['parsed and written again', (body: string) => JSON.stringify(JSON.parse(body), null, 2)],
    ['read as Latin-1', (body: string) => Buffer.from(body, 'utf8').toString('latin1')],
  ])('says how the body was changed: %s', async (change, alter) => {
    const signed = await signTestWebhook(testEvent('order.created', { data: { fan_username: 'Zoë' } }), secret);
    await capture({ ...signed, body: alter(signed.body) });
    const { code, found } = await captured();
    expect(code).toBe(1);
    expect(found['capture body']).toMatchObject({ status: 'failed', detail: expect.stringMatching(change) });
    expect(found['capture secret']).toBeUndefined();
  });

  it('says which headers are missing, and that a secret is none', async () => {
    const { body, headers } = await signTestWebhook(testEvent('ping'), secret);
    await capture({ headers: { 'content-type': headers['content-type']! }, body });
    expect((await captured()).found['capture headers']).toMatchObject({
      status: 'failed',
      detail: 'The header Service-Signature is missing.',
    });
    await capture({ headers, body });
    expect((await captured(undefined, 'short')).found['capture secret']).toMatchObject({ status: 'failed' });
  });

  it('asks the service which secret made the signature, and whether the body is the one that was sent', async () => {
    const agency = await service.createAgency();
    const { id, secret: own } = await createEndpoint(agency, receiver.url);
    receiver.received.length = 0;
    expect(await ping(agency, id)).toMatchObject({ code: 0 });
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
    const sent = { headers: headers as Record<string, string>, body };
    await capture(sent);
    expect((await captured(agency.key, own)).code).toBe(0);
    const other = await captured(agency.key);
    expect(other.found['capture secret']).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(`of another secret: ${own.slice(0, 14)}.* of this endpoint`),
    });
    expect((await captured(undefined)).found['capture secret']).toMatchObject({
      detail: expect.stringMatching(/another secret, or the content/),
    });
    await capture({ ...sent, body: body.replace('ping', 'pong') });
    const changed = await captured(agency.key, own);
    expect(changed).toMatchObject({ code: 1, found: { 'capture body': { status: 'failed' } } });
    expect(changed.found['capture secret']).toBeUndefined();
  });
});
