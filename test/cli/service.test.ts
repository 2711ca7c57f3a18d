import { randomUUID } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { buildCommandLine, CommandLine } from './run-svc.ts';

let service: TestService;
let receiver: Receiver;
let svc: CommandLine;
let agencyId: string;
let key: string;

const creator = { type: 'creator', id: 'c1', name: 'Mara', account: { external_id: '7312', username: 'mara' } };
const order = (id: string, members: object = {}) => ({
  type: 'order',
  id,
  order_type: 'tip',
  creator_id: 'c1',
  fan_id: null,
  user_id: null,
  message_id: null,
  amount_cents: 1500,
  created_at: '2026-07-18T21:04:11Z',
  ...members,
});
const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

beforeAll(async () => {
  await buildCommandLine();
  [service, receiver, svc] = await Promise.all([startService({ retryDelaysMs: [10, 10, 10] }), startReceiver(), CommandLine.create()]);
  await mkdir(join(svc.folder, '.data'));
  await writeFile(join(svc.folder, '.data/operator.json'), JSON.stringify({ url: service.operatorUrl, token: service.operatorToken }));
  agencyId = (await svc.run('agencies', 'create', 'Northlight')).json.id;
  key = (await svc.run('keys', 'create', agencyId, '--label', 'all', '--scopes', 'all')).json.api_key;
  svc.environment = { ...svc.environment, SVC_BASE_URL: service.baseUrl, SVC_API_KEY: key };
  await svc.start(['ingest', '-', '--agency', agencyId], { input: lines(creator, order('o1'), order('o2', { order_type: 'push' })) }).done;
}, 60_000);

afterAll(async () => {
  await Promise.all([service?.close(), receiver?.close(), svc?.close()]);
});

describe('operator commands', () => {
  it('find address and token in the data folder, or take them from options and the environment', async () => {
    expect((await svc.run('agencies', 'list')).json.data).toMatchObject([{ id: agencyId, name: 'Northlight' }]);
    const elsewhere = { DATA_DIR: join(svc.folder, 'nowhere') };
    expect((await svc.start(['agencies', 'list'], { environment: elsewhere }).done).code).toBe(2);
    const given = ['--operator-url', service.operatorUrl, '--operator-token'];
    expect((await svc.start(['agencies', 'list', ...given, service.operatorToken], { environment: elsewhere }).done).code).toBe(0);
    const refused = await svc.start(['agencies', 'list', ...given, 'wrong'], { environment: elsewhere }).done;
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toMatch(/invalid_api_key/);
  });

  it.each([
    ['write:webhooks', 'read:orders, read:fans, read:ai_requests, read:webhooks'],
    ['write:webhooks,read:webhooks,read:orders', 'read:fans, read:ai_requests'],
    ['write:webhooks,read:orders,read:fans,read:ai_requests,read:webhooks', null],
    ['read:webhooks', null],
    ['all', null],
  ])('say on standard error what a key with %s can receive without reading it', async (scopes, lacking) => {
    const { code, stdout, stderr } = await svc.run('keys', 'create', agencyId, '--label', 'events', '--scopes', scopes);
    expect([code, JSON.parse(stdout).label]).toEqual([0, 'events']);
    if (lacking === null) expect(stderr).not.toContain('event');
    else expect(stderr).toContain(`With write:webhooks it can receive events with data that it cannot read: it lacks ${lacking}.`);
  });

  it('make, list and revoke a key that is refused at once', async () => {
    const made = (await svc.run('keys', 'create', agencyId, '--label', 'short', '--scopes', 'read:orders', '--creator-ids', 'c1')).json;
    expect(made.api_key).toMatch(/^svc_live_/);
    expect((await svc.run('orders', 'list', '--api-key', made.api_key)).code).toBe(0);
    expect(await svc.run('keys', 'revoke', made.id, '--yes')).toMatchObject({ code: 0, json: { id: made.id, revoked: true } });
    const refused = await svc.run('orders', 'list', '--api-key', made.api_key);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(/invalid_api_key[^]*request id: /);
    const listed = (await svc.run('keys', 'list', agencyId)).json.data.find(({ id }: { id: string }) => id === made.id);
    expect(listed).toMatchObject({ label: 'short', revoked_at: expect.any(String) });
  });
});

describe('reading', () => {
  it('prints one JSON document and takes filters', async () => {
    const { json, stderr, code } = await svc.run('orders', 'list', '--order-types', 'push');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(json).toMatchObject({ data: [{ id: 'o2', amount_cents: 1500 }], next_cursor: null });
    expect((await svc.run('orders', 'list', '--limit', '1', '--all')).json.data).toHaveLength(2);
    expect((await svc.run('orders', 'get', 'o1')).json.id).toBe('o1');
    expect((await svc.run('me')).json.agency.id).toBe(agencyId);
    expect((await svc.run('creators', 'list')).json.data[0].account.external_id).toBe('7312');
    expect((await svc.run('fans', 'list', '7312')).json.data).toEqual([]);
    const revenue = await svc.run('analytics', 'revenue', '--start', '2026-07-01', '--end', '2026-07-31');
    expect(revenue.json).toMatchObject({ timezone: 'UTC' });
  });

  it('needs no key for open operations', async () => {
    expect((await svc.start(['health'], { environment: { SVC_API_KEY: '' } }).done).json.status).toBe('ok');
  });

  it('says by its exit code whether something is missing, refused or not valid', async () => {
    const missing = await svc.run('orders', 'get', 'nothing');
    expect(missing).toMatchObject({ code: 3, stdout: '' });
    expect(missing.stderr).toMatch(/^svc: unknown_order: .* \(404\)\n[^]*request id: \S+\n$/);
    const narrow = (await svc.run('keys', 'create', agencyId, '--label', 'x', '--scopes', 'read:fans')).json.api_key;
    const refused = await svc.run('orders', 'list', '--api-key', narrow);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(/missing_scope[^]*required_scope: read:orders/);
    const invalid = await svc.run('orders', 'list', '--limit', '201');
    expect(invalid.code).toBe(1);
    expect(invalid.stderr).toMatch(/validation_failed[^]* {2}- limit: /);
    const unreachable = await svc.run('orders', 'list', '--base-url', 'http://127.0.0.1:1');
    expect(unreachable.code).toBe(1);
  });

  it('sends a raw request and prints the answer whatever it is', async () => {
    const answer = await svc.run('api', 'get', '/v1/orders', '-q', 'order_types=tip,push', '-q', 'limit=1');
    expect(answer.json.data).toHaveLength(1);
    const missing = await svc.run('api', 'GET', '/v1/orders/nothing', '-i');
    expect(missing.code).toBe(3);
    expect(missing.json.status).toBe(404);
    expect(missing.stderr).toMatch(/^404\n[^]*x-request-id: /);
    expect((await svc.run('api', 'POST', '/operator/v1/agencies', '-d', '{"name":"Raw"}')).json.name).toBe('Raw');
    expect((await svc.run('api', 'GET', '/metrics')).stdout).toMatch(/^# HELP/m);
  });
});

describe('profiles', () => {
  it('are listed without their secrets, and forgotten by svc logout', async () => {
    const environment = { SVC_CONFIG_DIR: join(svc.folder, 'other-config'), SVC_BASE_URL: '', SVC_API_KEY: '' };
    const run = (...args: string[]) => svc.start(args, { environment }).done;
    for (const name of ['first', 'second']) {
      expect((await run('login', '--profile', name, '--base-url', service.baseUrl, '--api-key', key)).code).toBe(0);
    }
    const listed = await run('profiles');
    expect(listed.json.data).toMatchObject([
      { name: 'first', default: true, base_url: service.baseUrl, has_operator_token: false },
      { name: 'second', default: false },
    ]);
    expect(listed.stdout).not.toContain(key.slice(0, 20));
    expect((await run('logout', '--profile', 'second')).json).toEqual({ profile: 'second', removed: true });
    expect(await run('logout', '--profile', 'second')).toMatchObject({ code: 2, stderr: expect.stringMatching(/Known: first/) });
    expect((await run('me')).code).toBe(0);
    expect((await run('logout')).json).toEqual({ profile: 'first', removed: true });
    expect((await run('me')).code).toBe(2);
    expect((await run('logout')).stderr).toMatch(/no default profile is set/);
    expect((await run('profiles')).json).toEqual({ data: [] });
  });

  it('are checked, saved readable only by this user, and used', async () => {
    const nothing = { SVC_BASE_URL: '', SVC_API_KEY: '' };
    const login = ['login', '--profile', 'mine', '--base-url', service.baseUrl, '--api-key'];
    expect((await svc.run(...login, `${key}x`)).code).toBe(4);
    expect((await svc.run(...login, key)).json.agency.id).toBe(agencyId);
    const file = join(svc.folder, 'config/profiles.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ default: 'mine', profiles: { mine: { base_url: service.baseUrl } } });
    for (const args of [['me'], ['me', '--profile', 'mine']]) {
      expect((await svc.start(args, { environment: nothing }).done).code).toBe(0);
    }
    await svc.run('login', '--profile', 'mine', '--operator-url', service.operatorUrl, '--operator-token', service.operatorToken);
    expect((await svc.run(...login, key)).code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8')).profiles.mine).toEqual({
      base_url: service.baseUrl,
      api_key: key,
      operator_url: service.operatorUrl,
      operator_token: service.operatorToken,
    });
    const elsewhere = await svc.start(['me', '--base-url', 'http://127.0.0.1:1'], { environment: nothing }).done;
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.stderr).toMatch(/is not sent anywhere else/);
  });
});

describe('ingest', () => {
  it('names the invalid line, keeps the lines before it, and resumes where it stopped', async () => {
    const file = join(svc.folder, 'records.ndjson');
    const good = Array.from({ length: 4 }, (_, at) => order(`i${at}`));
    await writeFile(file, `${lines(...good)}\n${lines(order('i4'), order('i5', { amount_cents: -1 }))}`);
    const command = ['ingest', file, '--agency', agencyId, '--batch-size', '2'];
    const stopped = await svc.run(...command);
    expect(stopped.code).toBe(5);
    expect(stopped.json).toEqual({ created: 4, updated: 0, unchanged: 0, lines: 5, done: false });
    expect(stopped.stderr).toMatch(/stopped after line 5[^]*line 7, amount_cents: /);
    expect(JSON.parse(await readFile(`${file}.ingest-state`, 'utf8'))).toMatchObject({ agency_id: agencyId, position: { lines: 5 } });

    await writeFile(file, `${lines(...good)}\n${lines(order('i4'), order('i5'))}`);
    const finished = await svc.run(...command);
    expect(finished.stderr).toMatch(/Resuming after line 5/);
    expect(finished.json).toEqual({ created: 6, updated: 0, unchanged: 0, lines: 7, done: true });
    await expect(stat(`${file}.ingest-state`)).rejects.toThrow('ENOENT');
    const again = await svc.run(...command);
    expect(again.json).toEqual({ created: 0, updated: 0, unchanged: 6, lines: 7, done: true });
    expect(again.stderr).toContain('Nothing changed');
    expect(finished.stderr).not.toContain('Nothing changed');
  });

  it('refuses to resume in another file or for another agency', async () => {
    const file = join(svc.folder, 'other.ndjson');
    await writeFile(file, `${lines(order('j1'))}nonsense\n`);
    const stopped = await svc.run('ingest', file, '--agency', agencyId);
    expect(stopped.code).toBe(5);
    expect(stopped.stderr).toMatch(/line 2: this is not JSON/);
    const wrong = await svc.run('ingest', file, '--agency', randomUUID());
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/belongs to the agency/);
    await writeFile(file, lines(order('j2')));
    expect((await svc.run('ingest', file, '--agency', agencyId)).stderr).toMatch(/is not the file/);
    expect((await svc.run('ingest', file, '--agency', agencyId, '--restart')).json.created).toBe(1);
  });

  it('takes nothing in when the first batch is wrong', async () => {
    const run = await svc.start(['ingest', '-', '--agency', agencyId], { input: lines(order('k1', { creator_id: 'nobody' })) }).done;
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/line 1, creator_id: /);
    const unknown = await svc.start(['ingest', '-', '--agency', randomUUID()], { input: lines(order('k1')) }).done;
    expect(unknown.code).toBe(3);
  });
});

describe('webhooks', () => {
  it('are made, shown, changed, paused and deleted', async () => {
    const made = (await svc.run('webhooks', 'create', '--url', receiver.url, '--event-types', 'order.created', '--creator-ids', 'c1')).json;
    expect(made.secret).toMatch(/^svc_whsec_/);
    const get = async () => (await svc.run('webhooks', 'get', made.id)).json;
    expect(await get()).toMatchObject({ allowed_creator_ids: ['c1'], status: 'active' });
    await svc.run('webhooks', 'update', made.id, '--label', 'Ledger', '--all-creators');
    await svc.run('webhooks', 'disable', made.id);
    expect(await get()).toMatchObject({ label: 'Ledger', allowed_creator_ids: [], status: 'disabled', disabled_reason: 'manual' });
    expect((await svc.run('webhooks', 'ping', made.id)).stderr).toMatch(/webhook_endpoint_disabled/);
    expect((await svc.run('webhooks', 'enable', made.id)).json.status).toBe('active');
    const rotated = await svc.run('webhooks', 'rotate-secret', made.id, '--previous-expires-in', '60', '--yes');
    expect(rotated.json.secret).not.toBe(made.secret);
    expect((await svc.run('webhooks', 'stats', made.id, '--start', '1h')).json.data).toHaveLength(5);
    expect((await svc.run('webhooks', 'list')).json.data.map(({ id }: { id: string }) => id)).toContain(made.id);
    expect((await svc.run('webhooks', 'delete', made.id, '--yes')).json).toEqual({ id: made.id, deleted: true });
    expect((await svc.run('webhooks', 'delete', made.id, '--yes')).code).toBe(3);
  });

  it('receive what they missed while they were disabled, once, after a count and a confirmation', async () => {
    receiver.answer = 200;
    const { id } = (await svc.run('webhooks', 'create', '--url', receiver.url, '--event-types', 'order.created')).json;
    await svc.run('webhooks', 'disable', id);
    const created_at = new Date(Date.now() - 60_000).toISOString();
    const missed = lines(order('missed 1', { created_at }), order('missed 2', { created_at, creator_id: 'c1' }));
    await svc.start(['ingest', '-', '--agency', agencyId], { input: missed }).done;
    const recover = (...options: string[]) => svc.run('webhooks', 'recover', id, '--since', '1h', ...options);
    expect((await recover('--dry-run')).json).toMatchObject({ id: null, status: 'counted', reconstructed_count: 2 });
    expect(await recover('--yes')).toMatchObject({ code: 1, stderr: expect.stringMatching(/webhook_endpoint_disabled/) });
    await svc.run('webhooks', 'enable', id);
    const asked = await recover();
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/Recover 2 events for the endpoint .*, 2 of them reconstructed/);
    const run = await recover('--yes', '--event-types', 'order.created');
    expect(run).toMatchObject({ code: 0, json: { status: 'completed', recorded_count: 0, reconstructed_count: 2 } });
    expect(run.stderr).toMatch(/2 events are queued/);
    const sent = (await receiver.waitFor(2)).map(({ event }) => event.data.id);
    expect(sent.toSorted()).toEqual(['missed 1', 'missed 2']);
    expect((await svc.run('webhooks', 'get-recovery', id, run.json.id)).json).toEqual(run.json);
    const again = await recover('--yes');
    expect(again.json).toMatchObject({ id: null, delivered_count: 2 });
    expect(again.stderr).toMatch(/has a delivery of every event/);
    await svc.run('webhooks', 'delete', id, '--yes');
    receiver.received.length = 0;
  });

  it('are replayed one by one and all at once, each failure once', async () => {
    receiver.answer = 500;
    const { id } = (await svc.run('webhooks', 'create', '--url', receiver.url, '--event-types', 'order.created')).json;
    await svc.start(['ingest', '-', '--agency', agencyId], { input: lines(order('f1'), order('f2'), order('f3')) }).done;
    const failures = async (): Promise<{ id: string; event_id: string; replayed_at: string | null }[]> =>
      (await svc.run('failures', 'list', id, '--all')).json.data;
    await expect.poll(async () => (await failures()).length, { timeout: 15_000, interval: 200 }).toBe(3);
    receiver.answer = 200;
    receiver.received.length = 0;
    const [first] = await failures();
    expect((await svc.run('failures', 'replay', id, first!.id)).json.event_id).toBe(first!.event_id);
    const reader = (await svc.run('keys', 'create', agencyId, '--label', 'reader', '--scopes', 'read:webhooks')).json;
    expect((await svc.run('failures', 'replay', id, '--all', '--yes', '--api-key', reader.api_key)).code).toBe(4);
    const asked = await svc.run('failures', 'replay', id, '--all');
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/Replay 2 failures to the endpoint/);
    expect((await svc.run('failures', 'replay', id, '--all', '--event-type', 'order.refunded', '--yes')).json.replayed_count).toBe(0);
    expect((await svc.run('failures', 'replay', id, '--since', '1h', '--yes')).json).toEqual({
      matching_count: 2,
      replayed_count: 2,
      waiting_count: 0,
    });
    await receiver.waitFor(3);
    const before = receiver.received.length;
    await svc.run('webhooks', 'disable', id);
    receiver.answer = 500;
    const one = await svc.run('failures', 'replay', id, first!.id);
    expect([one.code, one.json.is_queued]).toEqual([0, false]);
    expect(one.stderr).toMatch(/Nothing was sent: the endpoint is disabled\. Enable it with svc webhooks enable/);
    const all = await svc.run('failures', 'replay', id, '--all', '--yes');
    expect(all.json).toEqual({ matching_count: 1, replayed_count: 0, waiting_count: 1 });
    expect(all.stderr).toMatch(/1 failure was not sent: the endpoint is disabled/);
    expect(all.stderr).not.toMatch(/queued/);
    expect(receiver.received).toHaveLength(before);
    receiver.answer = 200;
    await svc.run('webhooks', 'enable', id);
    const again = await svc.run('failures', 'replay', id, '--all', '--yes');
    expect(again.json).toEqual({ matching_count: 1, replayed_count: 1, waiting_count: 0 });
    expect(again.stderr).toMatch(/1 event is queued/);
    await receiver.waitFor(before + 1);
    receiver.received.length = 3;
    expect((await failures()).every(({ replayed_at }) => replayed_at !== null)).toBe(true);
    const delivered = (await svc.run('deliveries', 'list', id, '--statuses', 'delivered')).json.data;
    expect(delivered).toHaveLength(4);
    const resend = (...options: string[]) => svc.run('deliveries', 'resend', id, '--since', '1h', '--statuses', 'delivered', ...options);
    const events = new Set(delivered.map(({ event_id }: { event_id: string }) => event_id)).size;
    expect((await resend('--dry-run')).json).toMatchObject({ resent_count: events, next_cursor: null });
    const unconfirmed = await resend();
    expect(unconfirmed.code).toBe(2);
    expect(unconfirmed.stderr).toMatch(
      new RegExp(`p90 of \\d+ ms, this takes about \\d+ second[^]*Send ${events} events to the endpoint .* again`),
    );
    const resent = await resend('--yes');
    expect(resent).toMatchObject({ code: 0, json: { resent_count: events }, stderr: expect.stringMatching(/events are queued/) });
    await receiver.waitFor(3 + events);
    receiver.received.length = 3;
    expect((await svc.run('deliveries', 'resend', id)).stderr).toMatch(/which deliveries\?/);
    const tail = svc.start(['deliveries', 'tail', id, '--since', '1h', '--interval', '1']);
    await tail.said('press Ctrl-C to stop');
    setTimeout(() => tail.process.kill('SIGINT'), 1_500);
    const tailed = await tail.done;
    expect(tailed.code).toBe(0);
    expect(
      tailed.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).status),
    ).toContain('delivered');
    await svc.run('webhooks', 'delete', id, '--yes');
  }, 60_000);

  it('are received, verified and forwarded on this machine, and the endpoint is deleted at the end', async () => {
    receiver.received.length = 0;
    receiver.answer = 202;
    const listening = svc.start(['listen', '--port', '0', '--create-endpoint', '--count', '1', '--forward', receiver.url]);
    const [, endpointId] = /The endpoint (\S+) delivers/.exec(await listening.said('Listening on')) ?? [];
    await svc.run('webhooks', 'ping', endpointId!);
    const { code, stdout, stderr } = await listening.done;
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(`The endpoint ${endpointId} is deleted.`) });
    const delivery = JSON.parse(stdout);
    expect(delivery).toMatchObject({ verified: true, answered: 202, event: { type: 'ping', data: { endpoint_id: endpointId } } });
    expect(receiver.received[0]?.headers['service-signature']).toBe(delivery.headers['service-signature']);
    expect((await svc.run('webhooks', 'get', endpointId!)).code).toBe(3);
  });

  it('are tried out with made-up events, whose signatures the service checks, and watched', async () => {
    const watching = svc.start(['webhooks', 'watch', '--json']);
    const listening = svc.start(['listen', '--port', '0', '--count', '1']);
    const [, url] = /Listening on (\S+);/.exec(await listening.said('Listening on')) ?? [];
    const made = (await svc.run('webhooks', 'create', '--url', url!, '--event-types', 'order.created')).json;
    const sent = (await svc.run('webhooks', 'test', made.id, '--event-type', 'order.refunded')).json;
    const { stdout } = await listening.done;
    expect(JSON.parse(stdout).body).toContain('test_');
    const check = (input: string) => svc.start(['webhooks', 'check-signature', made.id, '-', '--json'], { input }).done;
    expect(await check(stdout)).toMatchObject({ code: 0, json: { verified: true } });
    const capture = JSON.parse(stdout) as { body: string };
    const altered = await check(JSON.stringify({ ...capture, body: `${capture.body}\n` }));
    expect([altered.code, altered.stderr]).toEqual([1, expect.stringMatching(/line breaks/)]);
    const event = (await svc.run('events', 'get', sent.event_id)).json;
    expect(event.deliveries).toMatchObject([{ id: sent.delivery_id, endpoint_id: made.id }]);
    await svc.run('webhooks', 'delete', made.id, '--yes');
    await watching.printed('endpoints');
    watching.process.kill('SIGINT');
    const watched = await watching.done;
    expect(watched.code).toBe(0);
    expect(JSON.parse(watched.stdout.split('\n')[0]!)).toMatchObject({ event: 'endpoints' });
  });

  it('are checked from the request that get-delivery-request prints, as it is', async () => {
    receiver.answer = 200;
    const made = (await svc.run('webhooks', 'create', '--url', receiver.url, '--event-types', 'order.created')).json;
    const { delivery_id: deliveryId } = (await svc.run('webhooks', 'ping', made.id)).json;
    const ask = () => svc.run('webhooks', 'get-delivery-request', made.id, deliveryId, '--json');
    await expect.poll(async () => (await ask()).code, { timeout: 15_000, interval: 200 }).toBe(0);
    const { stdout } = await ask();
    const verified = await svc.start(['verify', '-', '--secret', made.secret], { input: stdout }).done;
    expect(verified).toMatchObject({ code: 0, json: { type: 'ping' } });
    const checked = await svc.start(['webhooks', 'check-signature', made.id, '-'], { input: stdout }).done;
    expect(checked).toMatchObject({ code: 0, json: { verified: true } });
    await writeFile(join(svc.folder, 'request.json'), stdout);
    expect((await svc.run('verify', 'request.json', '--secret', made.secret)).code).toBe(0);
    const { headers, body } = JSON.parse(stdout) as { headers: unknown; body: string };
    await writeFile(join(svc.folder, 'headers.json'), JSON.stringify(headers));
    const parts = ['--headers', 'headers.json', '--body', '-', '--secret', made.secret];
    expect((await svc.start(['verify', ...parts], { input: body }).done).code).toBe(0);
    const unread = await svc.start(['verify', '-', '--secret', made.secret], { input: JSON.stringify({ headers, body: null }) }).done;
    expect(unread).toMatchObject({ code: 2, stderr: expect.stringMatching(/lacks access to the payload/) });
    await svc.run('webhooks', 'delete', made.id, '--yes');
  });

  it('are checked again from a capture', async () => {
    const listening = svc.start(['listen', '--port', '0', '--count', '1']);
    const [, url] = /Listening on (\S+);/.exec(await listening.said('Listening on')) ?? [];
    const made = (await svc.run('webhooks', 'create', '--url', url!, '--event-types', 'order.created')).json;
    for (const seconds of ['600', '60']) await svc.run('webhooks', 'rotate-secret', made.id, '--previous-expires-in', seconds, '--yes');
    await svc.run('webhooks', 'ping', made.id);
    const { stdout } = await listening.done;
    await svc.run('webhooks', 'delete', made.id, '--yes');
    expect(JSON.parse(stdout)).toMatchObject({
      verified: null,
      answered: 204,
      headers: { 'service-signature': expect.stringMatching(/^v1=\w{64},v1=\w{64},v1=\w{64}$/) },
    });

    const verify = (args: string[], input = '') => svc.start(['verify', '--secret', made.secret, ...args], { input }).done;
    expect((await verify(['-'], stdout)).json.type).toBe('ping');
    const { headers, body } = JSON.parse(stdout) as { headers: Record<string, string>; body: string };
    const headerLines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    expect((await verify(['-'], `POST / HTTP/1.1\r\n${headerLines}\r\n${body}`)).code).toBe(0);
    await writeFile(join(svc.folder, 'headers.txt'), headerLines);
    expect((await verify(['--headers', 'headers.txt', '--body', '-'], body)).code).toBe(0);
    const changed = await verify(['--headers', 'headers.txt', '--body', '-'], `${body} `);
    expect(changed).toMatchObject({ code: 1, stdout: '' });
    expect(changed.stderr).toMatch(/signature_mismatch/);
    expect((await verify(['-', '--at', '2020-01-01T00:00:00Z'], stdout)).stderr).toMatch(/timestamp_too_new/);
    expect((await verify(['-', '--at', '2020-01-01T00:00:00Z', '--ignore-time'], stdout)).code).toBe(0);
  });
});
