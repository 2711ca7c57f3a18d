import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { removeOldAccessRecords } from '../../../server/retention/access-records.ts';
import { builtConsole } from '../../support/built-console.ts';
import { createSampleAgency, type SampleAgency } from '../../support/sample-agency.ts';
import { startService, type TestService } from '../../support/service.ts';
import { invalid, problem } from '../agency.ts';
import { describeOperatorGuard, unknownId } from './fixture.ts';

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

const create = (body: object = {}, agencyId = agency.id) =>
  service.operator('POST', `/operator/v1/agencies/${agencyId}/portal-links`, { label: 'Portal', ...body });
const keyOf = (url: string) => url.split('#key=')[1]!;
const framesAt = async (path: string) => {
  const answer = await service.request('GET', path, { key: null, version: null });
  expect(answer.status).toBe(200);
  return { frames: /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy')!)![1], answer };
};

describe('POST /operator/v1/agencies/{agency_id}/portal-links', () => {
  describeOperatorGuard(() => service, 'POST', `/operator/v1/agencies/${unknownId}/portal-links`, { label: 'x' });

  it('makes a link with a key for webhooks, an hour long, that is among the agency’s keys', async () => {
    const { status, body } = await create();
    expect({ status, body }).toMatchObject({ status: 201, body: { id: expect.any(String), key_id: expect.any(String) } });
    expect(body.url).toBe(`${service.baseUrl}/portal/${body.id}#key=${keyOf(body.url)}`);
    expect((Date.parse(body.expires_at) - Date.now()) / 1_000).toBeCloseTo(limits.portalSeconds, -2);
    const me = await service.request('GET', '/v1/me', { key: keyOf(body.url) });
    expect(me.body).toMatchObject({
      agency: { id: agency.id },
      key: { id: body.key_id, label: 'Portal', scopes: ['read:webhooks', 'write:webhooks'], expires_at: body.expires_at },
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
    expect((await service.request('GET', '/v1/me', { key: keyOf(body.url) })).body.key).toMatchObject({
      label: 'Figures',
      scopes: ['read:webhooks'],
    });
    expect((Date.parse(body.expires_at) - Date.now()) / 1_000).toBeLessThanOrEqual(60);
    expect((await framesAt(`/portal/${body.id}`)).frames).toBe('https://app.example.com http://127.0.0.1:4000');
  });

  it('takes no place of the agency’s other keys', async () => {
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

  it('shows the page to everybody, and inside of other pages to those of its origins alone', async () => {
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

  it('that is over, revoked or contained is answered as one that never was', async () => {
    const stranger = await createSampleAgency(service);
    const [expired, revoked, contained] = await Promise.all([create(withOrigin), create(withOrigin), create(withOrigin, stranger.id)]);
    await service.database.query({ text: 'UPDATE api_keys SET expires_at = now() WHERE id = $1', values: [expired.body.key_id] });
    await service.operator('DELETE', `/operator/v1/keys/${revoked.body.key_id}`);
    await service.operator('POST', `/operator/v1/agencies/${stranger.id}/containment`);
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
      expect((await service.request('GET', '/v1/me', { key: keyOf(body.url) })).status).toBe(401);
    }
  });

  it('and its key are removed some days after it expired; what was done with it stays', async () => {
    const made = await create({ scopes: ['read:insights', 'write:insights'] });
    const key = keyOf(made.body.url);
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
    await expire(limits.portalLinkDays - 1);
    expect(await counts()).toEqual({ keys: 1, links: 1, edits: 1 });
    await expire(limits.portalLinkDays + 1);
    expect(await counts()).toEqual({ keys: 0, links: 0, edits: 1 });
  });
});
