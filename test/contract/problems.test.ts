import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import document from '../../generated/openapi.internal.json' with { type: 'json' };
import { limits } from '../../generated/limits.ts';
import { problems, type ProblemSlug } from '../../generated/problems.ts';
import { hashApiKey } from '../../server/access/keys/api-keys.ts';
import { listen } from '../../server/http/connection/listener.ts';
import { createTestDatabase } from '../support/database.ts';
import { head, RawConnection, slugOf } from '../support/raw-connection.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { startService, type Answer, type RequestOptions, type TestService } from '../support/service.ts';

let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  agency = await createSampleAgency(service);
});
afterAll(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const get = (path: string, options?: RequestOptions) => service.request('GET', path, options);
const send = (method: string, path: string, body?: unknown, options?: RequestOptions) =>
  service.request(method, path, { ...options, body });
const fanPath = () => `/v1/accounts/${agency.ids['account_id']}/fans/${agency.ids['fan_id']}`;
const endpointPath = () => `/v1/webhooks/${agency.ids['endpoint_id']}`;
const newEndpoint = (url: string) => send('POST', '/v1/webhooks', { url, enabled_event_types: ['order.created'] });

const newListener = () => send('POST', '/v1/webhook-listeners', { enabled_event_types: ['order.created'] });

/** Creates until that is refused, and deletes what was created: other tests have the same agency. */
async function pastLimit(path: string, create: () => Promise<Answer>, most: number): Promise<Answer> {
  const created: string[] = [];
  let answer = await create();
  for (; answer.status === 201 && created.length <= most; answer = await create()) created.push(answer.body.id as string);
  for (const id of created) await send('DELETE', `${path}/${id}`);
  return answer;
}

async function withTableAway(table: string, work: () => Promise<Answer>): Promise<Answer> {
  await service.database.query({ text: `ALTER TABLE ${table} RENAME TO ${table}_away` });
  try {
    return await work();
  } finally {
    await service.database.query({ text: `ALTER TABLE ${table}_away RENAME TO ${table}` });
  }
}

async function rawAnswer(url: string, bytes: string): Promise<Answer> {
  const connection = await RawConnection.open(url);
  await connection.send(bytes);
  const { status, headers, body, text } = await connection.answer();
  connection.close();
  return { status, headers: new Headers([...headers]), body, text };
}

/** Claims a publication and reports it, the second time under the lease that is given. */
async function reportTwice(statuses: readonly [string, string], lease?: string): Promise<Answer[]> {
  const id = await agency.addPublication('creator-1');
  const { data } = (await service.operator('POST', '/operator/v1/publications/claims', { limit: 200 })).body as {
    data: { lease_id: string; publication: { id: string } }[];
  };
  const own = data.find(({ publication }) => publication.id === id)!.lease_id;
  const report = (status: string, lease_id: string) =>
    service.operator('POST', `/operator/v1/publications/${id}/outcome`, { lease_id, status });
  return [await report(statuses[0], own), await report(statuses[1], lease ?? own)];
}

/** A way to reach each problem that is not reserved. */
const ways: Readonly<Record<Exclude<ProblemSlug, 'ip_not_allowed'>, () => Promise<Answer>>> = {
  missing_version: () => get('/v1/me', { version: null }),
  unknown_version: () => get('/v1/me', { version: 'Opal' }),
  missing_authorization: () => get('/v1/me', { key: null }),
  invalid_api_key: () => get('/v1/me', { key: 'svc_live_nothing' }),
  expired_api_key: async () => get('/v1/me', { key: await agency.createKey({ expiresAt: new Date(Date.now() - 1) }) }),
  missing_scope: async () => get('/v1/orders', { key: await agency.createKey({ scopes: ['read:fans'] }) }),
  async request_timeout() {
    const quick = await listen(service.service.publicHandler, '127.0.0.1', 0, () => service.config.errorsBase, { requestTimeoutMs: 300 });
    const answer = await rawAnswer(`http://127.0.0.1:${quick.port}`, 'GET /v1/me HTTP/1.1\r\nhost: a\r\n');
    await quick.close(0);
    return answer;
  },
  headers_too_large: () => rawAnswer(service.baseUrl, head('GET /v1/me', { 'x-long': 'a'.repeat(17_000) })),
  async rate_limited() {
    const key = await agency.createKey();
    await service.database.query({
      text: `
        INSERT INTO rate_windows (key_id, operation_id, counted_at, ages, granted)
        SELECT id, 'getMe', now(), array_fill(0, ARRAY[600]), 0 FROM api_keys WHERE key_hash = $1`,
      values: [hashApiKey(key)],
    });
    return get('/v1/me', { key });
  },
  not_found: () => get('/v1/nowhere'),
  unsupported_media_type: () => send('POST', '/v1/webhooks', 'url=x', { headers: { 'content-type': 'text/plain' } }),
  payload_too_large: () => send('POST', '/v1/webhooks', ' '.repeat(256 * 1024 + 1)),
  validation_failed: () => get('/v1/orders?limit=0'),
  invalid_cursor: () => get('/v1/orders?cursor=x'),
  unknown_account: () => get('/v1/accounts/nobody/fans'),
  unknown_fan: () => get(`/v1/accounts/${agency.ids['account_id']}/fans/nobody`),
  unknown_order: () => get('/v1/orders/nothing'),
  unknown_creator: () => get('/v1/creators/nobody'),
  unknown_user: () => send('PUT', `${fanPath()}/assignment`, { user_id: 'nobody' }),
  unknown_tag: () => get(`/v1/accounts/${agency.ids['account_id']}/fans?tag_ids=nothing`),
  unknown_publication: () => send('DELETE', '/v1/publications/nothing'),
  publication_reported: async () => (await reportTwice(['published', 'failed'])).at(-1)!,
  lease_ended: async () => (await reportTwice(['failed', 'failed'], randomUUID())).at(-1)!,
  unknown_webhook_endpoint: () => get('/v1/webhooks/nothing'),
  unknown_webhook_failure: () => send('POST', `${endpointPath()}/failures/nothing/replay`),
  unknown_webhook_event: () => get('/v1/webhook-events/nothing'),
  unknown_webhook_delivery: () => get(`${endpointPath()}/deliveries/nothing`),
  unknown_webhook_recovery: () => get(`${endpointPath()}/recoveries/nothing`),
  unknown_webhook_listener: () => send('DELETE', '/v1/webhook-listeners/nothing'),
  async unknown_listener_attempt() {
    const { id } = (await newListener()).body;
    return send('POST', `/v1/webhook-listeners/${id}/answers`, { attempt_id: randomUUID(), status_code: 204 });
  },
  webhook_listener_limit: () => pastLimit('/v1/webhook-listeners', newListener, limits.listenersOfKey),
  async unknown_webhook_attempt() {
    const { delivery_id } = (await send('POST', `${endpointPath()}/ping`)).body;
    return get(`${endpointPath()}/deliveries/${delivery_id}/request?attempt=2`);
  },
  async idempotency_key_reused() {
    const headers = { 'service-idempotency-key': randomUUID() };
    await send('POST', `${endpointPath()}/ping`, undefined, { headers });
    return send('POST', `${endpointPath()}/ping`, {}, { headers });
  },
  async idempotency_key_in_use() {
    const headers = { 'service-idempotency-key': randomUUID() };
    const ping = () => send('POST', `${endpointPath()}/ping`, undefined, { headers });
    return service.database.transaction(async (transaction) => {
      await transaction.query({ text: 'LOCK TABLE webhook_events IN EXCLUSIVE MODE' });
      return Promise.race([ping(), ping()]);
    });
  },
  precondition_required: () => send('PATCH', `${fanPath()}/insight`, { note: 'x' }),
  precondition_failed: () => send('PATCH', `${fanPath()}/insight`, { note: 'x', etag: 'stale' }),
  undeliverable_url: () => newEndpoint('https://10.0.0.1/in'),
  async quota_reached() {
    const path = `/operator/v1/agencies/${agency.id}/quotas`;
    await service.operator('PATCH', path, { scheduled_publications: 0 });
    const answer = await service.request('POST', '/v1/publications', { key: agency.key, body: { creator_id: 'creator-1', text: 'x' } });
    await service.operator('PATCH', path, { scheduled_publications: null });
    return answer;
  },
  webhook_endpoint_limit: () => pastLimit('/v1/webhooks', () => newEndpoint('https://hooks.example.com/in'), 10),
  async not_through_link() {
    const path = `/operator/v1/agencies/${agency.id}/portal-links`;
    const { body } = await service.operator('POST', path, { label: 'Link', scopes: ['read:webhooks', 'write:webhooks'] });
    const url = new URL(body.url as string);
    const session = await service.request('POST', `${url.pathname}/session`, {
      key: null,
      version: null,
      body: { key: url.hash.slice('#key='.length) },
    });
    return send('PATCH', endpointPath(), { url: 'https://other.example.com/' }, { key: session.body.token as string });
  },
  async webhook_secret_limit() {
    const rotate = () => send('POST', `${endpointPath()}/secret/rotation`, { previous_expires_in_seconds: 600 });
    for (let count = 1; count < 5; count++) {
      const answer = await rotate();
      if (answer.status !== 200) return answer;
    }
    return rotate();
  },
  async webhook_endpoint_disabled() {
    await send('PATCH', endpointPath(), { status: 'disabled' });
    const answer = await send('POST', `${endpointPath()}/ping`);
    await send('PATCH', endpointPath(), { status: 'active' });
    return answer;
  },
  internal_error: () => withTableAway('tags', () => get('/v1/tags')),
  async unavailable() {
    const database = await createTestDatabase();
    const stranded = await startService({ delivers: false, databaseUrl: database.url });
    await database.drop();
    const answer = await stranded.request('GET', '/v1/me', { key: agency.key });
    await stranded.close();
    return answer;
  },
};

const allSlugs = Object.keys(problems).toSorted() as ProblemSlug[];
const reserved = allSlugs.filter((slug) => problems[slug].reserved);

describe('the registry', () => {
  test('has a way to reach every problem that is not reserved', () => {
    expect(Object.keys(ways).toSorted()).toEqual(allSlugs.filter((slug) => !reserved.includes(slug)));
    expect(reserved).toEqual(['ip_not_allowed']);
  });

  test.each(Object.keys(ways) as (keyof typeof ways)[])('%s is answered, and its type leads to its page', async (slug) => {
    const answer = await ways[slug]();
    const { status } = problems[slug];
    expect([slugOf(answer), answer.status, answer.body.status], answer.text).toEqual([slug, status, status]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body.type).toMatch(/^http:\/\/[^/]+\/errors\/\w+$/);
    const page = await fetch(service.baseUrl + new URL(answer.body.type as string).pathname);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`<code>${slug}</code> · HTTP ${status}`);
  });

  test('is the contract: the same slugs with the same statuses', () => {
    const schemas = Object.values(document.components.schemas as Record<string, any>).filter((schema) => schema['x-slug']);
    const declared = schemas.map((schema) => [
      schema['x-slug'],
      JSON.stringify(schema).match(/"status":\{"type":"integer","format":"int32","const":(\d{3})\}/)?.[1],
    ]);
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(allSlugs.map((slug) => [slug, String(problems[slug].status)])));
  });

  test('has Markdown and a problem for every slug, by Accept and by the suffix of the address', async () => {
    const at = (path: string, accept: string) => get(path, { key: null, version: null, headers: { accept } });
    const typeOf = ({ status, headers }: Answer) => [status, headers.get('content-type'), headers.get('vary')?.toLowerCase()];
    for (const slug of allSlugs) {
      const markdown = await at(`/errors/${slug}`, 'text/markdown, text/html;q=0.5');
      expect(typeOf(markdown), slug).toEqual([200, 'text/markdown; charset=utf-8', expect.stringContaining('accept')]);
      expect(markdown.text).toMatch(/^# \S/);
      expect((await at(`/errors/${slug}.md`, browser.accept)).text).toBe(markdown.text);
      for (const accept of ['application/problem+json', 'application/json']) {
        const { title, status } = problems[slug];
        const described = await at(`/errors/${slug}`, accept);
        expect(typeOf(described), slug).toEqual([200, 'application/problem+json', expect.stringContaining('accept')]);
        expect(described.body).toMatchObject({ type: expect.stringMatching(new RegExp(`/errors/${slug}$`)), title, status });
        expect(described.body.detail).not.toContain('{');
      }
      expect(typeOf(await at(`/errors/${slug}`, browser.accept))[1]).toBe('text/html; charset=utf-8');
    }
    expect(typeOf(await at('/docs', 'text/markdown')).slice(0, 2)).toEqual([200, 'text/markdown; charset=utf-8']);
    expect((await at('/errors/nothing.md', '*/*')).status).toBe(404);
  });

  test('has Markdown whose links lead to pages of the documentation', async () => {
    const missing: string[] = [];
    for (const path of ['/docs', '/errors/rate_limited', '/errors/undeliverable_url.md']) {
      const { text } = await get(path, { key: null, version: null, headers: { accept: 'text/markdown' } });
      const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => new URL(link!, `http://site${path}`));
      expect(links.length, path).toBeGreaterThan(0);
      for (const { pathname } of links.filter(({ host }) => host === 'site'))
        if ((await get(pathname, { key: null, version: null })).status !== 200) missing.push(`${path}: ${pathname}`);
    }
    expect(missing).toEqual([]);
  });

  test('has a page for every slug and for nothing else', async () => {
    for (const slug of allSlugs) {
      const answer = await get(`/errors/${slug}`, { key: null, version: null });
      expect([answer.status, answer.headers.get('content-type')], slug).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.text, slug).toContain(slug);
    }
    for (const slug of ['nothing', 'Not_found', 'not_found%20', '__proto__', 'toString', 'a'.repeat(10_000)]) {
      expect(slugOf(await get(`/errors/${slug}`, { key: null, version: null })), slug).toBe('not_found');
    }
  });

  test('is what the code answers, in both directions', async () => {
    const entries = await readdir('server', { recursive: true, withFileTypes: true });
    const sources = await Promise.all(
      entries
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
    );
    const thrown = sources.flatMap((source) => [...source.matchAll(/(?:new Problem|\bproblem)\(\s*'(\w+)'/g)].map(([, slug]) => slug!));
    expect([...new Set(thrown)].toSorted()).toEqual(allSlugs.filter((slug) => !reserved.includes(slug)));
  });
});
