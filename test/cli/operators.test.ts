import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let setup: SvcWithAgency;
beforeAll(async () => {
  setup = await svcWithAgency({ delivers: false });
});
afterAll(() => setup.close());

const svc = (...args: string[]) => setup.svc.run(...args);
const meWith = (apiKey: string) => svc('me', '--api-key', apiKey);

describe('svc operator tokens', () => {
  it('makes a token with scopes that is shown once, lists it and revokes it', async () => {
    const made = await svc(
      'operator',
      'tokens',
      'create',
      '--name',
      'Desk',
      '--scopes',
      'read,keys',
      '--expires-at',
      '2026-12-31T00:00:00Z',
    );
    expect(made).toMatchObject({ code: 0, json: { name: 'Desk', scopes: ['read', 'keys'], expires_at: '2026-12-31T00:00:00.000Z' } });
    expect(made.stderr).toContain('Save the token');
    expect(made.stderr).toContain('any scope');
    const { id, token } = made.json;
    const asDesk = ['--operator-token', token as string];
    expect((await svc('agencies', 'list', ...asDesk)).code).toBe(0);
    const refused = await svc('agencies', 'create', 'x', ...asDesk);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(/missing_scope[^]*required_scope: all/);
    const listed = await svc('operator', 'tokens', 'list');
    expect(listed.json.data).toContainEqual(expect.objectContaining({ id, name: 'Desk', last_used_at: expect.any(String) as string }));
    expect(listed.stdout).not.toContain(token);
    expect(await svc('operator', 'tokens', 'revoke', id, '--yes')).toMatchObject({ code: 0, json: { id, revoked: true } });
    expect((await svc('agencies', 'list', ...asDesk)).code).toBe(4);
  });

  it.each([
    ['a token without a name', ['create', '--scopes', 'read']],
    ['a token without scopes', ['create', '--name', 'x']],
  ])('refuses %s as wrong usage', async (_name, args) => {
    expect(await svc('operator', 'tokens', ...args)).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('the time at which a key or token expires', () => {
  it('may be a time from now', async () => {
    const hours = (expiresAt: string) => (Date.parse(expiresAt) - Date.now()) / 3_600_000;
    const key = await svc('keys', 'create', setup.agency.id, '--label', 'x', '--scopes', 'read:orders', '--expires-at', '+24h');
    expect(hours(key.json.expires_at as string)).toBeCloseTo(24, 1);
    const token = await svc('operator', 'tokens', 'create', '--name', 'soon', '--scopes', 'read', '--expires-at', '+30m');
    expect(hours(token.json.expires_at as string)).toBeCloseTo(0.5, 1);
    const refused = await svc('keys', 'create', setup.agency.id, '--label', 'x', '--scopes', 'read:orders', '--expires-at', '24h');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/a time from now \(\+30m, \+24h, \+7d\)/) });
  });
});

describe('svc keys rotate', () => {
  const create = async (...args: string[]) =>
    (await svc('keys', 'create', setup.agency.id, '--label', 'Desk', '--scopes', 'read:orders,read:fans', ...args)).json;
  const keysNow = async () => (await svc('keys', 'list', setup.agency.id)).json.data as { id: string; expires_at: string | null }[];
  const rotate = (id: string, ...args: string[]) => svc('keys', 'rotate', setup.agency.id, id, ...args);

  it('shows a key that replaces another one, which the service refuses a day later', async () => {
    const former = await create('--expires-at', '+7d');
    const { code, json, stderr } = await rotate(former.id as string, '--yes');
    expect({ code, json }).toMatchObject({ code: 0, json: { label: 'Desk', scopes: former.scopes, expires_at: former.expires_at } });
    expect(stderr).toContain('Save the key');
    expect((await meWith(json.api_key as string)).code).toBe(0);
    expect((await meWith(former.api_key as string)).code).toBe(0);
    const { expires_at: at } = (await keysNow()).find(({ id }) => id === former.id)!;
    expect((Date.parse(at!) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
  });

  it('revokes the former key at once with --now', async () => {
    const former = await create();
    const { json } = await rotate(former.id as string, '--now', '--yes');
    expect((await meWith(json.api_key as string)).code).toBe(0);
    expect((await meWith(former.api_key as string)).code).toBe(4);
    expect(await rotate(former.id as string, '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('is revoked') });
  });

  it('has shown the new key when the service cannot end the former one', async () => {
    const former = await create();
    const { code, json, stderr } = await rotate(former.id as string, '--previous-expires-in', '700000', '--yes');
    expect({ code, stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(`svc keys revoke ${former.id} --after-seconds 700000`),
    });
    expect((await meWith(json.api_key as string)).code).toBe(0);
    expect((await meWith(former.api_key as string)).code).toBe(0);
  });

  it('creates nothing in a dry run, without confirmation, or with a wrong key or option', async () => {
    const former = await create();
    const { length } = await keysNow();
    expect(await rotate(former.id as string, '--dry-run')).toMatchObject({ code: 0, json: { method: 'POST', body: { label: 'Desk' } } });
    expect((await rotate(former.id as string)).code).toBe(2);
    expect((await rotate(former.id as string, '--now', '--previous-expires-in', '5', '--yes')).code).toBe(2);
    expect((await rotate(former.id as string, '--expires-at', '2026-01-01T00:00:00Z', '--yes')).code).toBe(2);
    expect((await rotate(setup.agency.id, '--yes')).code).toBe(3);
    expect(await keysNow()).toHaveLength(length);
  });
});

describe('svc at the other listener', () => {
  it('says that the address is not the operator API', async () => {
    const { code, stderr } = await svc('agencies', 'list', '--operator-url', setup.service.baseUrl);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/not the operator API\. Check --operator-url\./) });
  });

  it('says where the API is', async () => {
    const { code, stderr } = await svc('me', '--base-url', setup.service.operatorUrl);
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`This is the operator API. The API for keys is at ${setup.service.baseUrl}.`),
    });
  });
});

/** One story: each test continues the one before. */
describe('svc doctor --server', { shuffle: false }, () => {
  it('fails and names the checks that failed, here that no worker runs', async () => {
    const { code, json, stderr } = await svc('doctor', '--server');
    expect(code).toBe(1);
    expect(json).toMatchObject({
      status: 'failed',
      checks: expect.arrayContaining([expect.objectContaining({ name: 'workers', status: 'failed' })]),
    });
    expect(stderr).toContain('failed checks: workers.');
  });

  it('succeeds when all is well', async () => {
    await setup.service.database.query({ text: `INSERT INTO job_workers (worker_id) VALUES ('worker-1')` });
    await expect.poll(async () => (await svc('doctor', '--server')).code).toBe(0);
  });

  it('excludes the options of other checks', async () => {
    expect(await svc('doctor', '--server', '--endpoint', 'x')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('svc agencies set-quotas', () => {
  const names = ['scheduled_publications', 'api_keys'] as const;
  const allowedNow = async () => {
    const { quotas } = (await svc('agencies', 'quotas', setup.agency.id)).json;
    return names.map((name) => quotas[name].allowed as number);
  };

  it('allows an agency more or less, and the defaults again', async () => {
    const set = await svc('agencies', 'set-quotas', setup.agency.id, 'scheduled_publications=70', 'api_keys=20');
    expect(set).toMatchObject({ code: 0, json: { agency_id: setup.agency.id, quotas: { api_keys: { allowed: 20, default: 1_000 } } } });
    expect(await allowedNow()).toEqual([70, 20]);
    expect((await svc('agencies', 'set-quotas', setup.agency.id, 'api_keys=default')).code).toBe(0);
    expect(await allowedNow()).toEqual([70, 1_000]);
    expect((await svc('me')).json.quotas.scheduled_publications.allowed).toBe(70);
  });

  it.each(['keys=1', 'api_keys', 'api_keys=', 'api_keys=-1', 'api_keys=many'])(
    'refuses %s as wrong usage, and shows the names',
    async (text) => {
      const refused = await svc('agencies', 'set-quotas', setup.agency.id, text);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toMatch(/Names: insight_history_bytes, .*, portal_links\.|whole number/);
    },
  );
});

describe('svc agencies portal-link', () => {
  /** Opens a link as the portal does. */
  const sessionOf = async (link: string): Promise<string> => {
    const { origin, pathname, hash } = new URL(link);
    const response = await fetch(`${origin}${pathname}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: hash.slice('#key='.length) }),
    });
    return ((await response.json()) as { token: string }).token;
  };

  it('makes a link with a key that works, and says that it is shown once', async () => {
    const { agency } = setup;
    const made = await svc('agencies', 'portal-link', agency.id);
    expect(made).toMatchObject({ code: 0, json: { id: expect.any(String) as string, key_id: expect.any(String) as string } });
    expect(made.stderr).toContain('is not shown again');
    const me = await meWith(await sessionOf(made.json.url as string));
    expect(me.json.key).toMatchObject({ id: made.json.key_id, label: 'Portal', scopes: ['read:webhooks', 'replay:webhooks'] });
  });

  it('takes label, scopes, time and origins', async () => {
    const options = ['--label', 'Desk', '--scopes', 'read:webhooks', '--expires-in', '60', '--allowed-origins', 'https://app.example.com'];
    const made = await svc('agencies', 'portal-link', setup.agency.id, ...options);
    expect(Date.parse(made.json.expires_at) - Date.now()).toBeLessThanOrEqual(60_000);
    const me = await meWith(await sessionOf(made.json.url as string));
    expect(me.json.key).toMatchObject({ label: 'Desk', scopes: ['read:webhooks'] });
  });

  it.each([
    ['no agency', []],
    ['a time that is none', ['x', '--expires-in', 'soon']],
  ])('refuses %s as wrong usage', async (_name, args) => {
    expect(await svc('agencies', 'portal-link', ...args)).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('svc agencies contain, svc keys contain', () => {
  it('contain and release an agency by one command each', async () => {
    const { agency } = setup;
    expect((await svc('orders', 'list')).code).toBe(0);
    const contained = await svc('agencies', 'contain', agency.id, '--since', '2h', '--reason', 'Leaked.', '--yes');
    expect(contained).toMatchObject({ code: 0, json: { agency_id: agency.id, key_id: null, reason: 'Leaked.' } });
    expect(contained.json.reads).toContainEqual(expect.objectContaining({ operation_id: 'listOrders', request_count: 1 }));
    expect(contained.json.endpoint_ids).toContain(agency.ids['endpoint_id']);
    expect(contained.stderr).toContain(`svc agencies release ${agency.id}`);
    expect((await svc('me')).code).toBe(4);
    expect(await svc('agencies', 'release', agency.id, '--yes')).toMatchObject({ code: 0, json: { id: contained.json.id } });
    expect((await svc('me')).code).toBe(0);
  });

  it('contain and release one key', async () => {
    const made = (await svc('keys', 'create', setup.agency.id, '--label', 'Leaked', '--scopes', 'all')).json;
    expect((await meWith(made.api_key)).code).toBe(0);
    expect((await svc('keys', 'release', made.id, '--yes')).code).toBe(3);
    expect(await svc('keys', 'contain', made.id, '--yes')).toMatchObject({ code: 0, json: { key_id: made.id, key_ids: [made.id] } });
    expect((await meWith(made.api_key)).code).toBe(4);
    expect((await svc('me')).code).toBe(0);
    expect(await svc('keys', 'release', made.id, '--yes')).toMatchObject({ code: 0, json: { key_ids: [made.id] } });
    expect((await meWith(made.api_key)).code).toBe(0);
  });

  it('show on a terminal what is contained, what was read and what was sent, each as a table', async () => {
    const { agency, svc: command } = setup;
    const { id } = (await svc('me')).json.key;
    const environment = { NO_COLOR: '1' };
    const { stdout } = await command.startAtTerminal(['agencies', 'contain', agency.id, '--yes'], { columns: 120, environment }).done;
    await svc('agencies', 'release', agency.id, '--yes');
    expect(stdout).toMatch(new RegExp(`^agency_id +${agency.id}$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${id} +getMe +\\d+ +\\d+ +20`, 'm'));
    expect(stdout).toMatch(new RegExp(`^https://hooks\\.example\\.com/in +0 +0 +${agency.ids['endpoint_id']}$`, 'm'));
    expect(stdout).toMatch(/^Read since .*:$/m);
    expect(stdout).toMatch(/^Sent since .*:$/m);
  });

  it('ask first, and continue without a terminal only with --yes', async () => {
    expect((await svc('agencies', 'contain', setup.agency.id)).code).not.toBe(0);
    expect((await svc('me')).code).toBe(0);
  });
});

describe('svc operator webhooks', () => {
  it('lists, pauses, enables and deletes endpoints of any agency', async () => {
    const id = await setup.agency.addEndpoint();
    const listed = await svc('operator', 'webhooks', 'list', setup.agency.id);
    expect(listed.json.data).toContainEqual(expect.objectContaining({ id, status: 'active' }));
    expect(await svc('operator', 'webhooks', 'disable', id)).toMatchObject({ code: 0, json: { id, status: 'disabled' } });
    expect(await svc('operator', 'webhooks', 'enable', id)).toMatchObject({ code: 0, json: { id, status: 'active' } });
    expect(await svc('operator', 'webhooks', 'delete', id, '--yes')).toMatchObject({ code: 0, json: { id, deleted: true } });
    expect((await svc('operator', 'webhooks', 'disable', id)).code).toBe(3);
  });
});

describe('svc audit', () => {
  it('shows operators all agencies or one, and an agency its own part', async () => {
    const { id } = (await svc('agencies', 'create', 'Elsewhere')).json;
    const made = (await svc('keys', 'create', id, '--label', 'x', '--scopes', 'read:orders')).json;
    const actionsOf = async (...args: string[]) =>
      ((await svc('audit', ...args)).json.data as { action: string; subject_id: string }[]).map(({ action, subject_id }) => [
        action,
        subject_id,
      ]);
    expect(await actionsOf('--agency', id)).toEqual([
      ['key.created', made.id],
      ['agency.created', id],
    ]);
    expect(await actionsOf('--limit', '1')).toEqual([['key.created', made.id]]);
    expect(await actionsOf('--agency', id, '--actions', 'agency.created', '--since', '1h')).toEqual([['agency.created', id]]);
    await setup.service.database.query({
      text: `INSERT INTO audit_log (agency_id, actor_kind, actor_name, action, subject_name, creator_ids, details, request_id) VALUES ($1, 'key', 'Link', 'portal_link.opened', 'Link', '{}', '{}', 'r')`,
      values: [id],
    });
    expect(await actionsOf('--agency', id)).toHaveLength(2);
    expect(await actionsOf('--agency', id, '--openings')).toEqual([['portal_link.opened', null], ...(await actionsOf('--agency', id))]);
    const own = await svc('audit', '--own', '--all');
    expect(own.json.data).not.toContainEqual(expect.objectContaining({ subject_id: made.id }));
    expect(own.json.data).toContainEqual(expect.objectContaining({ action: 'endpoint.created' }));
  });

  it('refuses --own with --agency as wrong usage', async () => {
    expect(await svc('audit', '--own', '--agency', 'x')).toMatchObject({ code: 2, stdout: '' });
  });
});

it('svc operator encryption status shows the key of each encrypted secret', async () => {
  const { json } = await svc('operator', 'encryption', 'status');
  expect(json).toMatchObject({
    remaining_count: 0,
    keys: [{ key_id: json.current_key_id, state: 'current', secret_count: json.secret_count }],
  });
});

describe('svc fans erase and svc agencies erase', () => {
  it('count, ask, and begin an erasure that svc erasures get follows', async () => {
    const { id } = (await svc('agencies', 'create', 'Erased Agency')).json;
    const counted = await svc('fans', 'erase', id, 'fan-1', '--dry-run');
    expect(counted).toMatchObject({ code: 0, json: { id: null, kind: 'fan', status: 'counted', counts: [] } });
    expect(await svc('fans', 'erase', id, 'fan-1')).toMatchObject({ code: 2, stdout: '' });
    const begun = await svc('fans', 'erase', id, 'fan-1', '--yes', '--no-wait');
    expect(begun).toMatchObject({ code: 0, json: { kind: 'fan', status: 'queued' } });
    expect(begun.stderr).toContain(`svc erasures get ${begun.json.id as string}`);
    expect((await svc('erasures', 'get', begun.json.id)).json).toEqual(begun.json);
  });

  it('erases an agency only with its exact name', async () => {
    const { id } = (await svc('agencies', 'create', 'Erased Agency')).json;
    expect(await svc('agencies', 'erase', id, '--yes')).toMatchObject({ code: 2, stdout: '' });
    const refused = await svc('agencies', 'erase', id, '--name', 'another', '--yes', '--no-wait');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('must be the exact name of the agency');
    expect((await svc('agencies', 'get', id)).code).toBe(0);
    expect(await svc('agencies', 'erase', id, '--name', 'Erased Agency', '--yes', '--no-wait')).toMatchObject({
      code: 0,
      json: { status: 'queued' },
    });
    expect((await svc('agencies', 'get', id)).code).toBe(3);
  });
});
