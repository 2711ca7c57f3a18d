import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { endEndpointsOfExpiredLinks } from '../../../server/access/keys/link-endpoints.ts';
import { removeOldAccessRecords } from '../../../server/retention/access-records.ts';
import { newCredential } from '../../../server/access/keys/api-keys.ts';
import type { Sql } from '../../../server/database/client/sql.ts';
import { builtConsole } from '../../support/built-console.ts';
import { createSampleAgency, type SampleAgency } from '../../support/sample-agency.ts';
import { startService, type TestService } from '../../support/service.ts';
import { invalid, problem } from '../agency.ts';
import { unknownId } from './fixture.ts';

let service: TestService;
let agency: SampleAgency;
const built = builtConsole();

beforeAll(async () => {
  service = await startService({ delivers: false, consoleFolder: built.folder });
  agency = await createSampleAgency(service);
});
afterAll(async () => {
  await service.close();
  built.remove();
});

const worker = () => ({ transaction: <Result>(work: (sql: Sql) => Promise<Result>) => service.database.transaction(work) });

const create = (body: object = {}, agencyId = agency.id) =>
  service.operator('POST', `/operator/v1/agencies/${agencyId}/portal-links`, { label: 'Portal', ...body });
const keyOf = (url: string) => url.split('#key=')[1]!;
/** Opens a link as the portal does. */
const exchange = ({ id, url }: { id: string; url: string }, key = keyOf(url)) =>
  service.request('POST', `/portal/${id}/session`, { key: null, version: null, body: { key } });
const sessionOf = async (link: { id: string; url: string }): Promise<string> => {
  const answer = await exchange(link);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.token as string;
};
const framesAt = async (path: string) => {
  const answer = await service.request('GET', path, { key: null, version: null });
  expect(answer.status).toBe(200);
  return { frames: /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy')!)![1], answer };
};

describe('POST /operator/v1/agencies/{agency_id}/portal-links', () => {
  it('makes a link with a key for webhooks, an hour long, that is among the agency’s keys', async () => {
    const { status, body } = await create();
    expect({ status, body }).toMatchObject({ status: 201, body: { id: expect.any(String), key_id: expect.any(String) } });
    expect(body.url).toBe(`${service.baseUrl}/portal/${body.id}#key=${keyOf(body.url)}`);
    expect((Date.parse(body.expires_at) - Date.now()) / 1_000).toBeCloseTo(limits.portalSeconds, -2);
    const me = await service.request('GET', '/v1/me', { key: await sessionOf(body) });
    expect(me.body).toMatchObject({
      agency: { id: agency.id },
      key: { id: body.key_id, label: 'Portal', scopes: ['read:webhooks', 'replay:webhooks'], expires_at: body.expires_at },
    });
    const { data } = (await service.operator('GET', `/operator/v1/agencies/${agency.id}/keys`)).body;
    expect(data.at(-1)).toMatchObject({ id: body.key_id, label: 'Portal', expires_at: body.expires_at });
  });

  it('takes scopes, a time and origins', async () => {
    const { body } = await create({
      label: 'Figures',
      scopes: ['read:webhooks'],
      expires_in_seconds: 60,
      allowed_origins: ['https://app.example.com', 'http://127.0.0.1:4000', 'https://app.example.com:443'],
    });
    expect((await service.request('GET', '/v1/me', { key: await sessionOf(body) })).body.key).toMatchObject({
      label: 'Figures',
      scopes: ['read:webhooks'],
    });
    expect((Date.parse(body.expires_at) - Date.now()) / 1_000).toBeLessThanOrEqual(60);
    expect((await framesAt(`/portal/${body.id}`)).frames).toBe('https://app.example.com http://127.0.0.1:4000');
  });

  it('takes a theme, which the exchange of its key returns, and no page without the key', async () => {
    const theme = { name: 'Nørd & <b>', logo_text: 'Nø1', accent_color: '#0f766e', color_scheme: 'dark' };
    const { body } = await create({ theme });
    const { answer } = await framesAt(`/portal/${body.id}`);
    expect(answer.text).not.toMatch(/0f766e|Nø/);
    const opened = await exchange(body);
    expect(opened).toMatchObject({ status: 201, body: { theme } });
    expect((await exchange((await create()).body)).body.theme).toBeNull();
    const entry = await service.operator('GET', `/operator/v1/audit?agency_id=${agency.id}&actions=portal_link.created&limit=2`);
    expect(entry.body.data.at(-1).details).toMatchObject({ theme });
  });

  it('does not count towards the agency’s limit of keys', async () => {
    const other = await createSampleAgency(service);
    const used = async () => (await service.request('GET', '/v1/me', { key: other.key })).body.quotas.api_keys.used as number;
    const before = await used();
    await service.operator('PATCH', `/operator/v1/agencies/${other.id}/quotas`, { api_keys: before });
    expect((await create({}, other.id)).status).toBe(201);
    expect(await used()).toBe(before);
  });

  it('is in the audit log, without the key', async () => {
    const { body } = await create({ label: 'Audited', allowed_origins: ['https://app.example.com'] });
    const answer = await service.operator('GET', `/operator/v1/audit?agency_id=${agency.id}&actions=portal_link.created&limit=1`);
    expect(answer.body.data).toMatchObject([
      {
        action: 'portal_link.created',
        subject_id: body.key_id,
        subject_name: 'Audited',
        details: { link_id: body.id, allowed_origins: ['https://app.example.com'], expires_at: body.expires_at },
      },
    ]);
    expect(answer.text).not.toContain(keyOf(body.url));
  });

  it.each([
    [{ label: '' }, 'label'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['all'] }, 'scopes.0'],
    [{ expires_in_seconds: 59 }, 'expires_in_seconds'],
    [{ expires_in_seconds: limits.portalMostSeconds + 1 }, 'expires_in_seconds'],
    // What would say something else in the page or its style.
    ...[
      { accent_color: 'red' },
      { accent_color: '#0F766E' },
      { accent_color: '#0f766e;}body{display:none' },
      { accent_color: 'url(https://a.example)' },
      { accent_color: '#0f766e\n' },
      { color_scheme: 'dark; x' },
      { logo_text: '<b>' },
      { logo_text: 'ABCD' },
      { name: '' },
      { name: 'a'.repeat(41) },
      { name: 'two\nlines' },
      { name: 'turned \u202e round' },
      { name: 'two\u2028lines' },
      { name: ' ' },
    ].map((theme): [object, string] => [{ theme }, `theme.${Object.keys(theme)[0]!}`]),
    [{ theme: { logo_url: 'https://a.example/x.png' } }, 'theme.logo_url'],
    [{ allowed_origins: Array.from({ length: limits.portalOrigins + 1 }, (_, index) => `https://a${index}.example`) }, 'allowed_origins'],
    // What would say something else in the policy of the page.
    ...[
      'https://a.example/',
      'https://a.example/path',
      'https://*.example',
      'https://a.example; script-src *',
      "https://a.example 'self'",
      'https://A.example',
      'https://user@a.example',
      'https:',
      '*',
      'null',
      'ftp://a.example',
      'javascript://a.example',
      'https://a.example:99999',
      'https://[::1',
      'https://[::g]',
    ].map((origin): [object, string] => [{ allowed_origins: [origin] }, 'allowed_origins.0']),
  ])('refuses %j', async (body, place) => {
    expect(await create(body)).toMatchObject(invalid(place));
  });

  it('answers 404 for an unknown agency', async () => {
    for (const id of [unknownId, 'nothing']) expect(await create({}, id)).toMatchObject(problem(404, 'not_found'));
  });
});

describe('a link to the portal', () => {
  const withOrigin = { allowed_origins: ['https://app.example.com'] };

  it('shows the page to every browser, and embedded only in pages of its origins', async () => {
    const { id } = (await create(withOrigin)).body;
    const { frames, answer } = await framesAt(`/portal/${id}`);
    expect(frames).toBe('https://app.example.com');
    expect(answer.text).toContain('<title>Console</title>');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
        "form-action 'self'; frame-ancestors https://app.example.com; font-src 'self'",
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('that is expired, revoked or contained gets the response of an unknown link', async () => {
    const otherAgency = await createSampleAgency(service);
    const [expired, revoked, contained] = await Promise.all([create(withOrigin), create(withOrigin), create(withOrigin, otherAgency.id)]);
    await service.database.query({ text: 'UPDATE api_keys SET expires_at = now() WHERE id = $1', values: [expired.body.key_id] });
    await service.operator('DELETE', `/operator/v1/keys/${revoked.body.key_id}`);
    await service.operator('POST', `/operator/v1/agencies/${otherAgency.id}/containment`);
    const answers = await Promise.all(
      [expired.body.id, revoked.body.id, contained.body.id, (await create()).body.id, unknownId, 'nothing', ''].map((id: string) =>
        framesAt(`/portal/${id}`),
      ),
    );
    const told = answers.map(({ answer }) => {
      const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return JSON.stringify([answer.status, headers, answer.text]);
    });
    expect(new Set(told).size).toBe(1);
    expect(answers[0]!.frames).toBe("'none'");
    for (const { body } of [expired, revoked, contained]) {
      expect((await exchange(body)).status).toBe(401);
    }
  });

  it('and its key are removed when nothing names them any more, long after it expired; what was done with it stays', async () => {
    const made = await create({ scopes: ['read:insights', 'write:insights'] });
    const key = await sessionOf(made.body);
    const { account_id, fan_id } = agency.ids as Record<string, string>;
    const path = `/v1/accounts/${account_id}/fans/${fan_id}/insight`;
    const { etag } = (await service.request('GET', path, { key })).body;
    expect((await service.request('PATCH', path, { key, body: { note: 'By link.', etag } })).status).toBe(200);
    const expire = (days: number) =>
      service.database.query({
        text: 'UPDATE api_keys SET expires_at = now() - make_interval(days => $2) WHERE id = $1',
        values: [made.body.key_id, days],
      });
    const counts = async () => {
      await removeOldAccessRecords(service.database, new AbortController().signal);
      const [row] = await service.database.query<{ keys: number; links: number; edits: number }>({
        text: `
          SELECT (SELECT count(*) FROM api_keys WHERE id = $1) AS keys, (SELECT count(*) FROM portal_links WHERE key_id = $1) AS links,
                 (SELECT count(*) FROM insight_edits WHERE key_id = $1) AS edits`,
        values: [made.body.key_id],
      });
      return row;
    };
    await expire(limits.auditDays + 1);
    // Its edit and the audit log name it.
    expect(await counts()).toEqual({ keys: 1, links: 1, edits: 1 });
    await service.database.query({ text: 'DELETE FROM insight_edits WHERE key_id = $1', values: [made.body.key_id] });
    expect(await counts()).toEqual({ keys: 1, links: 1, edits: 0 });
    await service.database.query({
      text: `ALTER TABLE audit_log DISABLE TRIGGER keep_audit_log; DELETE FROM audit_log; ALTER TABLE audit_log ENABLE TRIGGER keep_audit_log`,
    });
    await expire(limits.auditDays - 1);
    expect(await counts()).toEqual({ keys: 1, links: 1, edits: 0 });
    await expire(limits.auditDays + 1);
    expect(await counts()).toEqual({ keys: 0, links: 0, edits: 0 });
  });

  it('is opened once, also by concurrent requests, and its key is not an API key', async () => {
    const { body: link } = await create();
    expect((await service.request('GET', '/v1/me', { key: keyOf(link.url) })).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(link)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 201)) expect(refused).toMatchObject(problem(401, 'invalid_api_key'));
    expect(await exchange(link)).toMatchObject(problem(401, 'invalid_api_key'));
    const token = answers.find(({ status }) => status === 201)!.body.token as string;
    expect((await service.request('GET', '/v1/me', { key: token })).body.key.id).toBe(link.key_id);
    // A session opens no link, and another link's key none either.
    expect((await exchange(link, token)).status).toBe(401);
    const { body: other } = await create();
    expect((await exchange(other, keyOf(link.url))).status).toBe(401);
    expect((await exchange(other)).status).toBe(201);
  });

  it('is opened up to its limit, each time for a new session, and all sessions end with its key', async () => {
    const { body: link } = await create({ uses: 2 });
    const sessions = [await sessionOf(link), await sessionOf(link)];
    expect(new Set(sessions).size).toBe(2);
    expect((await exchange(link)).status).toBe(401);
    const statuses = async () => Promise.all(sessions.map(async (key) => (await service.request('GET', '/v1/me', { key })).status));
    expect(await statuses()).toEqual([200, 200]);
    await service.operator('DELETE', `/operator/v1/keys/${link.key_id}`);
    expect(await statuses()).toEqual([401, 401]);
    const { body } = await service.operator('GET', `/operator/v1/audit?agency_id=${agency.id}&actions=portal_link.opened&limit=2`);
    expect(body.data).toMatchObject([
      { subject_id: link.key_id, details: { link_id: link.id, uses_left: 0 } },
      { subject_id: link.key_id, details: { link_id: link.id, uses_left: 1 } },
    ]);
    for (const secret of [keyOf(link.url), ...sessions]) expect(JSON.stringify(body)).not.toContain(secret);
  });

  it.each([[{}], [{ key: '' }], [{ key: 1 }], [[]]])('is not opened with %j', async (body) => {
    const { id } = (await create()).body;
    expect((await service.request('POST', `/portal/${id}/session`, { key: null, version: null, body })).status).toBe(400);
  });

  it('is not looked up for a text that cannot be its key', async () => {
    const { body: link } = await create();
    const key = keyOf(link.url);
    await service.database.query({ text: 'ALTER TABLE portal_links RENAME TO portal_links_away' });
    try {
      expect((await exchange(link, newCredential('svc_link_'))).status).toBeGreaterThanOrEqual(500);
      for (const text of [
        'x',
        `${key}x`,
        key.replace(/.$/, (last: string) => (last === 'a' ? 'b' : 'a')),
        newCredential('svc_live_'),
        'x'.repeat(4_000),
      ])
        expect(await exchange(link, text)).toMatchObject(problem(401, 'invalid_api_key'));
    } finally {
      await service.database.query({ text: 'ALTER TABLE portal_links_away RENAME TO portal_links' });
    }
    expect((await exchange(link)).status).toBe(201);
  });

  const endpoint = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };

  it('shows webhooks and replays, and changes endpoints only with that scope', async () => {
    const session = await sessionOf((await create()).body);
    expect((await service.request('GET', '/v1/webhooks', { key: session })).status).toBe(200);
    expect(await service.request('POST', '/v1/webhooks', { key: session, body: endpoint })).toMatchObject(
      problem(403, 'missing_scope', { required_scope: 'write:webhooks' }),
    );
    const { body: own } = await service.request('POST', '/v1/webhooks', { key: agency.key, body: endpoint });
    const path = `/v1/webhooks/${own.id}`;
    expect((await service.request('PATCH', path, { key: session, body: { label: 'x' } })).status).toBe(403);
    expect((await service.request('POST', `${path}/failures/replay`, { key: session })).status).toBe(202);
    await service.request('DELETE', path, { key: agency.key });
  });

  it('ends the endpoints that were created through it, unless the agency keeps them', async () => {
    const { body: link } = await create({ scopes: ['read:webhooks', 'write:webhooks'] });
    const session = await sessionOf(link);
    const make = async () => (await service.request('POST', '/v1/webhooks', { key: session, body: endpoint })).body;
    const [ending, kept, again] = [await make(), await make(), await make()];
    expect(ending).toMatchObject({ created_by_key_id: link.key_id, created_by_link_id: link.id, ends_with_link: true });
    const change = (id: string, body: object, key = agency.key) => service.request('PATCH', `/v1/webhooks/${id}`, { key, body });
    expect(await change(kept.id, { ends_with_link: false }, session)).toMatchObject(problem(403, 'not_through_link'));
    expect((await change(kept.id, { ends_with_link: false })).body.ends_with_link).toBe(false);
    await service.operator('DELETE', `/operator/v1/keys/${link.key_id}`);
    const read = async (id: string) => (await service.request('GET', `/v1/webhooks/${id}`, { key: agency.key })).body;
    expect(await read(ending.id)).toMatchObject({ status: 'disabled', disabled_reason: 'manual', disabled_detail: 'link_ended' });
    expect(await read(kept.id)).toMatchObject({ status: 'active' });
    const enabled = await change(again.id, { status: 'active' });
    expect(enabled.body).toMatchObject({ status: 'active', ends_with_link: false, created_by_link_id: link.id });
    await endEndpointsOfExpiredLinks(worker());
    expect(await read(again.id)).toMatchObject({ status: 'active' });
    const listed = await service.operator('GET', `/operator/v1/agencies/${agency.id}/webhooks`);
    expect(listed.body.data.find(({ id }: { id: string }) => id === again.id).created_by_link_id).toBe(link.id);
    // Long after it expired, the key can still be contained, with what it made.
    await service.database.query({
      text: "UPDATE api_keys SET expires_at = now() - interval '30 days' WHERE id = $1",
      values: [link.key_id],
    });
    await removeOldAccessRecords(service.database, new AbortController().signal);
    const contained = await service.operator('POST', `/operator/v1/keys/${link.key_id}/containment`);
    expect(contained.body.endpoint_ids.sort()).toEqual([kept.id, again.id].sort());
    for (const { id } of [ending, kept, again]) await service.request('DELETE', `/v1/webhooks/${id}`, { key: agency.key });
  });

  it('that expires ends its endpoints', async () => {
    const { body: link } = await create({ scopes: ['write:webhooks'] });
    const made = await service.request('POST', '/v1/webhooks', { key: await sessionOf(link), body: endpoint });
    await endEndpointsOfExpiredLinks(worker());
    const status = async () => (await service.request('GET', `/v1/webhooks/${made.body.id}`, { key: agency.key })).body.status as string;
    expect(await status()).toBe('active');
    const text = `UPDATE api_keys SET expires_at = now() - interval '1 minute' WHERE id = $1`;
    await service.database.query({ text, values: [link.key_id] });
    await endEndpointsOfExpiredLinks(worker());
    expect(await status()).toBe('disabled');
    await service.request('DELETE', `/v1/webhooks/${made.body.id}`, { key: agency.key });
  });

  it('enables no endpoint that ends with it while the request is in progress', async () => {
    const { body: link } = await create({ scopes: ['read:webhooks', 'write:webhooks'] });
    const session = await sessionOf(link);
    const { body: made } = await service.request('POST', '/v1/webhooks', { key: session, body: endpoint });
    const path = `/v1/webhooks/${made.id}`;
    const text = `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'link_ended', disabled_at = now() WHERE id = $1`;
    const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const { enabling } = await service.database.transaction(async (transaction) => {
      await transaction.query({ text, values: [made.id] });
      const enabling = service.request('PATCH', path, { key: session, body: { status: 'active' } });
      const count = async () => (await service.database.query<{ count: number }>({ text: waiting }))[0]!.count;
      await expect.poll(count, { timeout: 10_000 }).toBeGreaterThan(0);
      return { enabling };
    });
    expect(await enabling).toMatchObject(problem(403, 'not_through_link'));
    const { body: shown } = await service.request('GET', path, { key: session });
    expect(shown).toMatchObject({ status: 'disabled', disabled_detail: 'link_ended' });
    await service.request('DELETE', path, { key: agency.key });
  });

  it('that may create endpoints has a job that ends them, for the instant at which it expires', async () => {
    const jobsOf = async ({ key_id }: { key_id: string }) =>
      service.database.query<{ task: string; run_at: Date }>({
        text: 'SELECT task_identifier AS task, run_at FROM graphile_worker.jobs WHERE key = $1',
        values: [`end_links:${key_id}`],
      });
    expect(await jobsOf((await create()).body)).toEqual([]);
    const { body: link } = await create({ scopes: ['write:webhooks'] });
    const [job] = await jobsOf(link);
    expect({ ...job, run_at: job!.run_at.toISOString() }).toEqual({ task: 'end_links', run_at: link.expires_at });
  });

  it('changes no URL and no secret of an endpoint that was not created through it', async () => {
    const { body: own } = await service.request('POST', '/v1/webhooks', { key: agency.key, body: endpoint });
    const session = await sessionOf((await create({ scopes: ['read:webhooks', 'write:webhooks'] })).body);
    const path = `/v1/webhooks/${own.id}`;
    const elsewhere = await service.request('PATCH', path, { key: session, body: { url: 'https://other.example.com/' } });
    expect(elsewhere).toMatchObject(problem(403, 'not_through_link'));
    expect(await service.request('POST', `${path}/secret/rotation`, { key: session })).toMatchObject(problem(403, 'not_through_link'));
    expect((await service.request('PATCH', path, { key: session, body: { label: 'New', url: endpoint.url } })).body.label).toBe('New');
    await service.request('DELETE', path, { key: agency.key });
  });

  it('has a quota of its agency, which parallel requests do not pass', async () => {
    const other = await createSampleAgency(service);
    await service.operator('PATCH', `/operator/v1/agencies/${other.id}/quotas`, { portal_links: 3 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({}, other.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(
      problem(422, 'quota_reached', { quota: 'portal_links', allowed: 3 }),
    );
    expect((await service.request('GET', '/v1/me', { key: other.key })).body.quotas.portal_links).toEqual({ used: 3, allowed: 3 });
  });

  it('ends the streams of its sessions within seconds', async () => {
    const { body: link } = await create();
    const headers = { authorization: `Bearer ${await sessionOf(link)}`, 'service-version': 'Amethyste' };
    const stream = await fetch(`${service.baseUrl}/v1/webhooks/live`, { headers });
    expect(stream.status).toBe(200);
    await service.operator('DELETE', `/operator/v1/keys/${link.key_id}`);
    const revokedAt = performance.now();
    await stream.text();
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
  });
});
