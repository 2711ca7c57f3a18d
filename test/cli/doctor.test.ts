import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { endpointChecks } from '../../cli/src/diagnosis/endpoint-checks.ts';
import type { EndpointFacts } from '../../cli/src/diagnosis/endpoint-facts.ts';
import { enumerations } from '../../sdk/src/index.ts';
import { freePort } from '../support/free-port.ts';
import { makeCertificate } from '../support/make-certificate.ts';
import { DoctorFixture } from './doctor-fixture.ts';

const fixture = DoctorFixture.use();

describe('svc doctor', () => {
  it('finds nothing to do where a receiver gets every event type', async () => {
    const agency = await fixture.service.createAgency();
    const { id } = await fixture.createEndpoint(agency, fixture.receiver.url, enumerations.WebhookEventType);
    expect(await fixture.ping(agency, id)).toMatchObject({ code: 0 });
    const { code, found, stderr } = await fixture.doctor(agency.key);
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
    const gone = await fixture.doctor('k', '--base-url', `http://127.0.0.1:${await freePort()}`);
    expect(gone.code).toBe(1);
    expect(gone.found['address']).toMatchObject({ status: 'failed', detail: expect.stringMatching(/^Nothing listens at/) });
    const plain = await fixture.doctor('k', '--base-url', fixture.service.baseUrl.replace('http:', 'https:'));
    expect(plain.found['address']).toMatchObject({ status: 'failed', detail: expect.stringMatching(/does not use TLS\.$/) });
    const other = await fixture.listen(
      createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')),
    );
    const html = await fixture.doctor('k', '--base-url', other);
    expect(html.found['address']).toMatchObject({ status: 'failed', detail: expect.stringMatching(/does not answer as the service does/) });
    const unencrypted = await fixture.doctor('k', '--base-url', 'http://service.invalid', '--timeout', '5');
    expect(unencrypted.found).toMatchObject({ encryption: { status: 'warning' }, address: { status: 'failed' } });
  });

  it('reports a key that is missing, wrong, expired, about to expire or limited', async () => {
    const agency = await fixture.service.createAgency();
    expect((await fixture.doctor(undefined)).found['key']).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/the API key for .* is missing/),
    });
    const wrong = await fixture.doctor(`${agency.key.slice(0, -1)}~`);
    expect(wrong).toMatchObject({ code: 1, found: { key: { status: 'failed', detail: expect.stringMatching(/invalid_api_key/) } } });
    const expired = await agency.createKey({ expiresAt: new Date(Date.now() - 1_000) });
    expect((await fixture.doctor(expired)).found['key']).toMatchObject({ detail: 'The service refuses the key: expired_api_key.' });
    const soon = await agency.createKey({ expiresAt: new Date(Date.now() + 3 * 86_400_000), scopes: ['read:webhooks'] });
    const limited = await fixture.doctor(soon);
    expect(limited).toMatchObject({ code: 1, stderr: expect.stringMatching(/action needed: key expiry\./) });
    expect(limited.found).toMatchObject({
      'key expiry': { status: 'warning', detail: 'The key expires in 2 days.' },
      'key scopes': { status: 'notice', detail: 'The key lacks replay:webhooks, write:webhooks.' },
      'event types': { status: 'notice' },
    });
    const blind = await fixture.doctor(await agency.createKey({ scopes: ['read:orders'], creatorIds: ['c1'] }));
    expect(blind.found).toMatchObject({
      'key scopes': { status: 'warning' },
      'key creators': { detail: 'The key is limited to 1 creator.' },
    });
    expect(blind.found['event types']).toBeUndefined();
  });

  it('reports a version that the service does not know, with those that it knows', async () => {
    const { key } = await fixture.service.createAgency();
    const { code, found } = await fixture.doctor(key, '--service-version', 'Obsidian');
    expect(code).toBe(1);
    expect(found['version']).toMatchObject({ status: 'failed', action: expect.stringMatching(/--service-version: Amethyste\./) });
    expect(found['key']).toBeUndefined();
  });

  it('reports a wrong clock, a used-up rate limit, a newer version and a newer service', async () => {
    const { key } = await fixture.service.createAgency();
    const altered = async ({ url, headers }: IncomingMessage) => {
      const answer = await fetch(`${fixture.service.baseUrl}${url}`, {
        headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
      });
      const body = (await answer.text())
        .replace('"operationId":"getOrder"', '"operationId":"getOrderOfTomorrow"')
        .replace('"releases":[', '"releases":[{"name":"Beryl","date":"2099-01-01","current":true,"description":""},');
      const date = new Date(Date.now() + 120_000).toUTCString();
      const limits = { ratelimit: '"default";r=12;t=60', 'ratelimit-policy': '"default";q=600;w=60' };
      return { status: answer.status, headers: { 'content-type': answer.headers.get('content-type')!, date, ...limits }, body };
    };
    const proxy = await fixture.listen(
      createServer((request, response) => {
        void altered(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
      }),
    );
    const { code, found } = await fixture.doctor(key, '--base-url', proxy, '--api-key', key);
    expect(code).toBe(1);
    expect(found).toMatchObject({
      clock: { status: 'warning', detail: expect.stringMatching(/is (119|120|121) s behind/) },
      'rate limit': { status: 'warning', detail: '12 of 600 requests of this minute are left.' },
      version: { status: 'notice', detail: expect.stringMatching(/Beryl of 2099-01-01 is newer/) },
      software: { status: 'warning', detail: 'The service has 1 operation that this command line does not know.' },
    });
  });

  it('reports the mistake of each receiver by its response', async () => {
    const agency = await fixture.service.createAgency();
    const mistakes = [
      ['receiver path', 404, /its path or its method does not exist/],
      ['receiver access', 403, /it asks for a login/],
      ['receiver signature', 400, /it refuses the delivery/],
      ['receiver redirect', 302, /redirects are not followed/],
      ['receiver body size', 413, /it refuses the size/],
      ['receiver rate limit', 429, /it limits the rate/],
      ['receiver error', 502, /the program behind its proxy is missing/],
      ['receiver response', 422, /another status than 2xx/],
    ] as const;
    const ids = new Map<string, string>();
    const send = async (name: string, status: number): Promise<void> => {
      const url = await fixture.listen(
        createServer((_request, response) => response.writeHead(status, { location: '/' }).end('from the proxy')),
      );
      const { id } = await fixture.createEndpoint(agency, url);
      expect(await fixture.ping(agency, id)).toMatchObject({ code: 1 });
      ids.set(name, id);
    };
    await Promise.all(mistakes.map(([name, status]) => send(name, status)));
    const { code, found } = await fixture.doctor(agency.key);
    expect(code).toBe(1);
    for (const [name, status, detail] of mistakes) {
      expect(found[name]).toMatchObject({ endpoint_id: ids.get(name), status: 'failed', detail: expect.stringMatching(detail) });
      expect(found[name]!.detail).toMatch(new RegExp(`: ${status} in \\d+ ms: from the proxy`));
    }
    expect(found['endpoint health']).toMatchObject({ status: 'failed' });
  });

  it('reports a receiver without TLS at an https URL', async () => {
    const agency = await fixture.service.createAgency();
    const { id } = await fixture.createEndpoint(agency, fixture.receiver.url.replace('http:', 'https:'));
    expect(await fixture.ping(agency, id)).toMatchObject({ code: 1, json: { error: 'tls_error', error_detail: 'tls_missing' } });
    expect((await fixture.doctor(agency.key)).found['receiver tls missing']).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(
        /^\d attempts? failed: the receiver responded without TLS to a URL that begins with https\. The last one, at .*: tls_error \(tls_missing\) in /,
      ),
      action: expect.stringMatching(/^Use the port of the URL at which the receiver speaks TLS/),
    });
  });

  it('reports each thing that went wrong with the advice for it, and another for attempts without a detail', async () => {
    const agency = await fixture.service.createAgency();
    const server = createTlsServer({ ...makeCertificate({ host: '127.0.0.1' }) });
    server.on('tlsClientError', () => undefined);
    const untrusted = await fixture.createEndpoint(agency, (await fixture.listen(server)).replace('http:', 'https:'));
    expect(await fixture.ping(agency, untrusted.id)).toMatchObject({ code: 1, json: { error_detail: 'tls_certificate_untrusted' } });
    const odd = createTcpServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end('HTTP/1.1 200 OK\ncontent-length: 0\n\n'));
    });
    const malformed = await fixture.createEndpoint(agency, await fixture.listen(odd));
    expect(await fixture.ping(agency, malformed.id)).toMatchObject({ code: 1, json: { error_detail: 'http_malformed' } });
    const { found } = await fixture.doctor(agency.key);
    expect(found).toMatchObject({
      'receiver tls certificate untrusted': { action: expect.stringMatching(/^Use a certificate of a public authority/) },
      'receiver http malformed': { action: expect.stringMatching(/^Check the raw response, for example with curl --http1\.1/) },
    });
    expect(Object.keys(found)).not.toContain('receiver certificate');
    const pending = () => fixture.service.database.query({ text: 'SELECT FROM delivery_queue WHERE agency_id = $1', values: [agency.id] });
    await expect.poll(pending).toEqual([]);
    await fixture.service.database.query({
      text: `UPDATE delivery_history SET attempts = ARRAY(SELECT (a::jsonb || '{"error_detail": null}')::text FROM unnest(attempts) a) WHERE agency_id = $1`,
      values: [agency.id],
    });
    expect((await fixture.doctor(agency.key)).found).toMatchObject({
      'receiver certificate': { action: expect.stringMatching(/^Check its certificate and its TLS versions/) },
      'receiver connection': { action: 'Start the receiver, and open its port in firewalls.' },
    });
  });

  it('reports a receiver that is not there, waiting failures, a rotation, and a disabled endpoint with its reason', async () => {
    const agency = await fixture.service.createAgency();
    const { id } = await fixture.createEndpoint(agency, `http://127.0.0.1:${await freePort()}/hooks`);
    expect(await fixture.ping(agency, id)).toMatchObject({ code: 1 });
    await fixture.svc.run('webhooks', 'rotate-secret', id, '--previous-expires-in', '600', '--yes', '--api-key', agency.key);
    await expect
      .poll(async () => (await fixture.doctor(agency.key)).found['endpoint failures']?.status, { timeout: 20_000 })
      .toBe('warning');
    const { found } = await fixture.doctor(agency.key);
    expect(found).toMatchObject({
      'receiver connection refused': { status: 'failed', action: 'Start the receiver, and check the port of the URL.' },
      'endpoint failures': {
        detail: '1 failure was not replayed (1 connection_error).',
        action: expect.stringMatching(`svc failures replay ${id} --all --wait`),
      },
      'endpoint secret': { status: 'notice', detail: expect.stringMatching(/^2 secrets sign/) },
      'endpoint breaker': { status: 'notice', detail: expect.stringMatching(/^1 delivery in a row failed; after 10/) },
    });
    await fixture.service.request('PATCH', `/v1/webhooks/${id}`, { key: agency.key, body: { status: 'disabled' } });
    expect((await fixture.doctor(agency.key)).found['endpoint status']).toMatchObject({
      status: 'notice',
      detail: expect.stringMatching(/it was paused/),
    });
    await fixture.service.database.query({
      text: `UPDATE webhook_endpoints SET disabled_reason = 'auto_breaker' WHERE id = $1`,
      values: [id],
    });
    expect((await fixture.doctor(agency.key)).found['endpoint status']).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/It is disabled since .*: too many deliveries in a row failed/),
      action: expect.stringMatching(`svc webhooks recover ${id} --since`),
    });
  });

  it('reports a receiver that does not respond in time', async () => {
    const agency = await fixture.service.createAgency();
    const { id } = await fixture.createEndpoint(
      agency,
      await fixture.listen(createServer((_request, response) => response.writeHead(500).end())),
    );
    expect(await fixture.ping(agency, id)).toMatchObject({ code: 1 });
    // As an attempt that nothing answered for ten seconds.
    const attempt = { status_code: null, error: 'timeout', error_detail: 'response_timeout', duration_ms: 10_002, response_excerpt: null };
    const update = {
      text: `UPDATE delivery_history SET attempts = ARRAY(SELECT (a::jsonb || $2::jsonb)::text FROM unnest(attempts) a) WHERE endpoint_id = $1 RETURNING id`,
      values: [id, JSON.stringify(attempt)],
    };
    await expect.poll(() => fixture.service.database.query(update)).toHaveLength(1);
    const { code, found } = await fixture.doctor(agency.key, '--endpoint', id);
    expect(code).toBe(1);
    expect(found['receiver response timeout']).toMatchObject({
      endpoint_id: id,
      status: 'failed',
      detail: expect.stringMatching(
        /^4 attempts failed: the receiver accepted .* within 10 seconds of the start of the attempt\. The last one, at .*: timeout \(response_timeout\) /,
      ),
      action: 'Respond with 2xx first, and do the work afterwards.',
    });
  });

  it('warns from half of the failures on that disable an endpoint, and of responses that take 3 s', () => {
    const breaker = (consecutive_failures: number) =>
      endpointChecks['endpoint breaker']!({
        endpoint: { consecutive_failures },
        figures: { now: { breaker_failures: 10 } },
      } as EndpointFacts);
    expect([breaker(0), breaker(4)?.status, breaker(5)?.status]).toEqual([null, 'notice', 'warning']);
    const speed = (p90_ms: number) =>
      endpointChecks['endpoint speed']!({
        figures: { latency: { p90_ms, buckets: [{ up_to_ms: 2_500 }, { up_to_ms: 5_000 }] } },
      } as EndpointFacts);
    expect(speed(2_999)).toMatchObject({ status: 'ok' });
    expect(speed(3_000)).toMatchObject({ status: 'warning', detail: 'It needs up to 5000 ms to respond (p90 of the last hour).' });
  });

  it('reports a backlog that is large, however recent', async () => {
    const agency = await fixture.service.createAgency();
    const { id } = await fixture.createEndpoint(agency, `http://127.0.0.1:${await freePort()}/hooks`);
    const queued = (count: number) =>
      fixture.service.database.query({
        text: `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, occurred_at, generation, due_at)
               SELECT $1, $2, 'order.created', uuidv7(), uuidv7(), now(), 0, now() + interval '1 day' FROM generate_series(1, $3::int)`,
        values: [agency.id, id, count],
      });
    await queued(900);
    expect((await fixture.doctor(agency.key)).found['endpoint backlog']).toMatchObject({ status: 'ok' });
    await queued(200);
    const { code, found } = await fixture.doctor(agency.key);
    expect(code).toBe(1);
    expect(found['endpoint backlog']).toMatchObject({ endpoint_id: id, status: 'warning', detail: expect.stringMatching(/pending/) });
  });

  it('names deliveries to a forbidden destination, also behind a backlog', async () => {
    const agency = await fixture.service.createAgency();
    const { id } = await fixture.createEndpoint(agency, fixture.receiver.url);
    // As a host name that resolves to a private address.
    await fixture.service.database.query({
      text: `UPDATE webhook_endpoints SET url = 'https://192.168.0.1/hooks' WHERE id = $1`,
      values: [id],
    });
    expect(await fixture.ping(agency, id)).toMatchObject({ code: 1, json: { error: 'destination_forbidden' } });
    await expect
      .poll(async () => (await fixture.doctor(agency.key)).found['endpoint failures']?.status, { timeout: 20_000 })
      .toBe('warning');
    await fixture.service.database.query({
      text: `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, occurred_at, generation, due_at)
             SELECT $1, $2, 'order.created', uuidv7(), uuidv7(), now(), 0, now() + interval '1 day' FROM generate_series(1, 60)`,
      values: [agency.id, id],
    });
    const { code, found } = await fixture.doctor(agency.key);
    expect(code).toBe(1);
    expect(found).toMatchObject({
      'receiver destination not public': { status: 'failed', endpoint_id: id, detail: expect.stringMatching(/destination_forbidden/) },
      'endpoint failures': { detail: '1 failure was not replayed (1 destination_forbidden).' },
    });
  });

  it('reports a backlog that is old, and not one that is recent', async () => {
    const agency = await fixture.service.createAgency();
    const { id } = await fixture.createEndpoint(agency, `http://127.0.0.1:${await freePort()}/hooks`);
    // Its next attempt is tomorrow.
    const queued = (minutesAgo: number) =>
      fixture.service.database.query({
        text: `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, occurred_at, generation, due_at)
               SELECT $1, $2, 'order.created', uuidv7(make_interval(mins => $3)), uuidv7(), now(), 0, now() + interval '1 day'`,
        values: [agency.id, id, -minutesAgo],
      });
    await queued(3);
    expect((await fixture.doctor(agency.key)).found['endpoint backlog']).toMatchObject({ status: 'ok' });
    await queued(25);
    const { code, found } = await fixture.doctor(agency.key);
    expect(code).toBe(1);
    expect(found['endpoint backlog']).toMatchObject({
      endpoint_id: id,
      status: 'warning',
      detail: expect.stringMatching(/^2 deliveries are pending, the oldest since \d{4}-/),
      action: expect.stringMatching(/^Respond faster and with 2xx/),
    });
  });

  it('names an endpoint that is behind, how long its deliveries wait, at which rate they end, and when they are done', async () => {
    const agency = await fixture.service.createAgency();
    const { id } = await fixture.createEndpoint(agency, fixture.receiver.url);
    // Deliveries of another generation are not claimed.
    await fixture.service.database.query({
      text: `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, occurred_at, generation, due_at)
             SELECT $1, $2, 'order.created', uuidv7(), uuidv7(), now(), 1000, now() - interval '30 minutes' FROM generate_series(1, 5000)`,
      values: [agency.id, id],
    });
    await fixture.service.database.query({
      text: `INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count)
             VALUES ($1, $2, date_trunc('minute', now()) - interval '5 minutes', 'order.created', 70)`,
      values: [agency.id, id],
    });
    const { code, found } = await fixture.doctor(agency.key);
    expect(code).toBe(1);
    expect(found['endpoint health']).toMatchObject({
      endpoint_id: id,
      status: 'warning',
      detail: expect.stringMatching(/^Behind since [\d:-]+( [\d:]+)?: 5,000 deliveries wait, 1[1-4] a minute; done in about [67] h\.$/),
      action: expect.stringMatching(/^Make the receiver faster/),
    });
  });

  it('shows a person the action below each finding, and of endpoints only that', async () => {
    const agency = await fixture.service.createAgency();
    const { id } = await fixture.createEndpoint(
      agency,
      await fixture.listen(createServer((_request, response) => response.writeHead(404).end('\u001b[2J'))),
    );
    await fixture.ping(agency, id);
    const { stdout, code } = await fixture.svc.startAtTerminal(['doctor'], { environment: { SVC_API_KEY: agency.key, NO_COLOR: '1' } })
      .done;
    expect(code).toBe(1);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^address +ok +The service responds at http:/);
    expect(stdout).not.toMatch(/endpoint url|\u001b\[2J/);
    const at = lines.findIndex((line) => line.startsWith('receiver path'));
    expect(lines[at]).toMatch(
      new RegExp(`^receiver path +failed +.*\\(…${id.slice(-12)}\\): \\d attempts? failed: its path or its method`),
    );
    expect(lines[at + 1]).toMatch(/^ {20,}Correct the path of the URL, and accept POST there\.$/);
    expect(lines).toContainEqual(expect.stringMatching(/^\d+ checks, \d with an action\.$/));
  });
});
