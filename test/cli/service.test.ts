import { randomUUID } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { CommandLine } from './run-svc.ts';

let service: TestService;
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
  [service, svc] = await Promise.all([startService({ delivers: false }), CommandLine.create()]);
  await mkdir(join(svc.folder, '.data'));
  await writeFile(join(svc.folder, '.data/operator.json'), JSON.stringify({ url: service.operatorUrl, token: service.operatorToken }));
  agencyId = (await svc.run('agencies', 'create', 'Northlight')).json.id;
  key = (await svc.run('keys', 'create', agencyId, '--label', 'all', '--scopes', 'all')).json.api_key;
  svc.environment = { ...svc.environment, SVC_BASE_URL: service.baseUrl, SVC_API_KEY: key };
  await svc.start(['ingest', '-', '--agency', agencyId], { input: lines(creator, order('o1'), order('o2', { order_type: 'push' })) }).done;
}, 60_000);

afterAll(async () => {
  await Promise.all([service?.close(), svc?.close()]);
});

describe('operator commands', () => {
  it('find address and token in the data folder, or take them from options and the environment', async () => {
    expect((await svc.run('agencies', 'list')).json.data).toContainEqual(expect.objectContaining({ id: agencyId, name: 'Northlight' }));
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
    expect(invalid.code).toBe(2);
    expect(invalid.stderr).toBe('svc: --limit: must be at most 200.\n');
    const unreachable = await svc.run('orders', 'list', '--base-url', 'http://127.0.0.1:1');
    expect(unreachable.code).toBe(1);
  });

  it('sends a raw request and prints the response whatever it is', async () => {
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
    const SVC_CONFIG_DIR = join(svc.folder, 'saved-config');
    const run = (...args: string[]) => svc.start(args, { environment: { SVC_CONFIG_DIR } }).done;
    const nothing = { SVC_CONFIG_DIR, SVC_BASE_URL: '', SVC_API_KEY: '' };
    const login = ['login', '--profile', 'mine', '--base-url', service.baseUrl, '--api-key'];
    expect((await run(...login, `${key}x`)).code).toBe(4);
    expect((await run(...login, key)).json.agency.id).toBe(agencyId);
    const file = join(SVC_CONFIG_DIR, 'profiles.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ default: 'mine', profiles: { mine: { base_url: service.baseUrl } } });
    for (const args of [['me'], ['me', '--profile', 'mine']]) {
      expect((await svc.start(args, { environment: nothing }).done).code).toBe(0);
    }
    await run('login', '--profile', 'mine', '--operator-url', service.operatorUrl, '--operator-token', service.operatorToken);
    expect((await run(...login, key)).code).toBe(0);
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
  let agencyId: string;
  beforeAll(async () => {
    agencyId = (await svc.run('agencies', 'create', 'Ingested')).json.id;
    await svc.start(['ingest', '-', '--agency', agencyId], { input: lines(creator) }).done;
  });

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
