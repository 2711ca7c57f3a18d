import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import published from '../../generated/openapi.json' with { type: 'json' };
import { operations, operatorScopes, scopes, type OperationId } from '../../generated/operations.ts';
import operatorPublished from '../../generated/openapi.operator.json' with { type: 'json' };
import { installationFiller } from '../../server/config/installation.ts';
import { hashApiKey } from '../../server/access/keys/api-keys.ts';
import { slugOf } from '../support/raw-connection.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import {
  keyedOperationIds,
  openOperationIds,
  openOperatorOperationIds,
  operatorOperationIds,
  sampleRequest,
  targetOf,
  type SampleIds,
} from '../support/sample-request.ts';
import { sharedService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let agency: SampleAgency;

/** A key for the walk over the limits, each of which counts for itself. */
let limitedKey: string;
beforeAll(async () => {
  service = await sharedService();
  agency = await createSampleAgency(service);
  limitedKey = await agency.createKey();
});
afterAll(() => service.close());

/** What is made of a set of scopes, made once. */
function onceFor(make: (granted: readonly string[]) => Promise<string>) {
  const made = new Map<string, Promise<string>>();
  return (granted: readonly string[]) => {
    const name = granted.join();
    if (!made.has(name)) made.set(name, make(granted));
    return made.get(name)!;
  };
}
const keyOf = onceFor((granted) => agency.createKey({ scopes: granted }));
const tokenOf = onceFor(async (granted) => {
  const made = await service.operator('POST', '/operator/v1/tokens', { name: randomUUID(), scopes: granted });
  return made.body.token as string;
});

/** The ids of the contract's examples: no agency has them. */
const unknownIds: SampleIds = {};

interface Change {
  readonly key?: string | null;
  readonly version?: string | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly method?: string;
  readonly ids?: SampleIds;
}

/** Sends the operation's sample request to the public listener, changed in one respect. */
function send(operationId: OperationId, { ids = agency.ids, method, query, body, ...options }: Change = {}): Promise<Answer> {
  const sample = sampleRequest(operationId, ids);
  return service.request(method ?? sample.method, targetOf(sample.path, { ...sample.query, ...query }), {
    key: agency.key,
    body: body ?? sample.body,
    ...options,
  });
}

const seen = ({ status, ...answer }: Answer) => [status, slugOf(answer)];
const isReadable = (id: OperationId) => operations[id].method === 'get';
const readable = [...keyedOperationIds, ...openOperationIds].filter(isReadable);

/** Members that are measured for each response, so that its length differs from one to the next. */
const measured: readonly OperationId[] = ['getStatus', 'getMetrics'];

function expectHeadOf(id: OperationId, got: Answer, headed: Answer): void {
  expect([headed.status, headed.text]).toEqual([got.status, '']);
  const names = ['content-type', ...(measured.includes(id) ? [] : ['content-length', 'etag'])];
  for (const name of names) expect(headed.headers.get(name), name).toBe(got.headers.get(name));
}

/** The noun of an id in its problem, where it is not that of the parameter. */
const nouns: Readonly<Record<string, string>> = {
  attempt_id: 'listener_attempt',
  delivery_id: 'webhook_delivery',
  endpoint_id: 'webhook_endpoint',
  event_id: 'webhook_event',
  failure_id: 'webhook_failure',
  listener_id: 'webhook_listener',
  recovery_id: 'webhook_recovery',
};

describe.each(keyedOperationIds)('%s', (id) => {
  const { scope, rateLimit, unknownParameters, body, method, path } = operations[id];

  test('needs a version, then a key', async () => {
    expect(seen(await send(id, { version: null }))).toEqual([400, 'missing_version']);
    expect(seen(await send(id, { version: 'Nothing', key: 'svc_live_nothing' }))).toEqual([400, 'unknown_version']);
    expect(seen(await send(id, { key: null }))).toEqual([401, 'missing_authorization']);
    expect(seen(await send(id, { key: 'svc_live_nothing' }))).toEqual([401, 'invalid_api_key']);
  });

  const scopedTest = scope === null ? undefined : test;
  scopedTest?.('needs its scope, and no other', async () => {
    const without = await keyOf(scopes.filter((other) => other !== scope && !(scope === 'replay:webhooks' && other === 'write:webhooks')));
    const refused = await send(id, { key: without });
    expect([...seen(refused), refused.body.required_scope]).toEqual([403, 'missing_scope', scope]);
    expect((await send(id, { key: await keyOf([scope!]), ids: unknownIds })).status).not.toBe(403);
  });

  const idTest = path.includes('{') ? test : undefined;
  idTest?.('does not find an unknown id', async () => {
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
      for (const unknown of ['nothing', '1', randomUUID()]) {
        const answer = await send(id, { ids: { ...agency.ids, [name!]: unknown } });
        expect(seen(answer), unknown).toEqual([404, `unknown_${nouns[name!] ?? name!.replace(/_id$/, '')}`]);
      }
    }
  });

  test('is refused over its rate limit', async () => {
    const key = limitedKey;
    await service.database.query({
      text: `
        INSERT INTO rate_windows (key_id, operation_id, counted_at, ages, granted)
        SELECT id, $2, now(), array_fill(30000000, ARRAY[$3::int]), 0 FROM api_keys WHERE key_hash = $1`,
      values: [hashApiKey(key), id, rateLimit!.requests - 1],
    });
    expect((await send(id, { key, ids: unknownIds })).status).not.toBe(429);
    const refused = await send(id, { key });
    expect(seen(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    expect(refused.headers.get('ratelimit-policy')).toBe(`"default";q=${rateLimit!.requests};w=60`);
  });

  test(`${unknownParameters}s an unknown parameter`, async () => {
    const answer = await send(id, { query: { unknown_one: '1' }, ids: unknownIds });
    if (unknownParameters === 'refuse') {
      expect(seen(answer)).toEqual([400, 'validation_failed']);
      expect(answer.body.errors).toMatchObject([{ path: 'unknown_one' }]);
    } else {
      expect(slugOf(answer)).not.toBe('validation_failed');
    }
  });

  const bodyTest = method === 'get' ? undefined : test;
  bodyTest?.('takes JSON alone', async () => {
    expect(seen(await send(id, { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(seen(await send(id, { body: '{' }))).toEqual([400, 'validation_failed']);
    expect(seen(await send(id, { body: `"${'a'.repeat(256 * 1024)}"` }))).toEqual([413, 'payload_too_large']);
    const refused = await send(id, { body: { unknown_one: 1 } });
    expect(seen(refused)).toEqual([400, 'validation_failed']);
    if (body !== 'none') expect(refused.body.errors).toContainEqual(expect.objectContaining({ path: 'unknown_one' }));
  });
});

describe('every operation', () => {
  test.each(readable)('%s has HEAD', async (id) => {
    expectHeadOf(id, await send(id), await send(id, { method: 'HEAD' }));
  });

  test.each([...operatorOperationIds, ...openOperatorOperationIds].filter(isReadable))('%s has HEAD, for the operator', async (id) => {
    const made = async (path: string, body?: object) =>
      (await service.operator('POST', `/operator/v1/agencies/${agency.id}/${path}`, body)).body.id as string;
    const own: Record<string, string> = {};
    if (id === 'getErasure') own['erasure_id'] = await made('fan-erasures', { fan_id: 'another-fan' });
    if (id === 'listExportedRows') own['export_id'] = await made('export');
    const { path, query } = sampleRequest(id, { ...agency.ids, ...own });
    const target = [path, String(new URLSearchParams(query))].filter(Boolean).join('?');
    const got = await service.operator('GET', target);
    expect(got.status).toBe(200);
    expectHeadOf(id, got, await service.operator('HEAD', target));
  });

  test.each(openOperationIds)('%s is open: it needs neither a version nor a key, and none harms', async (id) => {
    for (const change of [
      { version: null, key: null },
      { version: 'Nothing', key: 'nothing' },
    ]) {
      expect((await send(id, { ...change, query: { unknown_one: '1' } })).status).toBe(200);
    }
  });
});

describe.each(operatorOperationIds)('%s', (id) => {
  const { method, path, body } = sampleRequest(id, { agency_id: '00000000-0000-7000-8000-000000000000' });
  const call = (url: string, headers: Record<string, string>) =>
    fetch(url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });

  test('needs the operator token, which is not an API key', async () => {
    const answers = await Promise.all([
      call(service.operatorUrl, {}),
      call(service.operatorUrl, { authorization: 'Bearer nothing' }),
      call(service.operatorUrl, { authorization: `Bearer ${agency.key}`, 'service-version': 'Amethyste' }),
      call(service.operatorUrl, { authorization: `Bearer ${service.operatorToken}x` }),
      call(service.operatorUrl, { authorization: `Bearer ${service.operatorToken.slice(0, -1)}` }),
    ]);
    const slugs = await Promise.all(answers.map(async (answer) => `${answer.status} ${slugOf({ body: await answer.json() })}`));
    expect(slugs).toEqual(['401 missing_authorization', ...Array<string>(4).fill('401 invalid_api_key')]);
    for (const answer of answers) expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  test('needs its scope, or all of them', async () => {
    const scope = operations[id].operatorScope!;
    const callWith = async (granted: readonly string[]) => call(service.operatorUrl, { authorization: `Bearer ${await tokenOf(granted)}` });
    const refused = await callWith(operatorScopes.filter((other) => other !== scope && other !== 'all'));
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({ status: 403, body: { required_scope: scope } });
    for (const granted of [[scope], ['all']]) expect((await callWith(granted)).status).not.toBe(403);
  });

  test('is not on the public listener, not even with the operator token', async () => {
    const withKey = await service.request(method, path, { key: agency.key, body });
    expect([...seen(withKey), withKey.headers.get('allow')]).toEqual([404, 'not_found', null]);
    expect(seen(await service.request(method, path, { key: service.operatorToken, body }))).toEqual([401, 'invalid_api_key']);
  });
});

test.each(openOperatorOperationIds)('%s is open on the operator’s listener, and is not on the public one', async (id) => {
  const { path } = sampleRequest(id);
  for (const headers of [{}, { authorization: 'Bearer nothing' }]) {
    expect((await fetch(service.operatorUrl + path, { headers })).status).toBe(200);
  }
  expect(seen(await service.request('GET', path, { key: agency.key }))).toEqual([404, 'not_found']);
});

test('no operation of the public listener is on the operator’s', async () => {
  for (const id of [...keyedOperationIds, ...openOperationIds]) {
    const { method, path } = sampleRequest(id);
    expect(seen(await service.operator(method, path)), id).toEqual([404, 'not_found']);
  }
});

function operationIdsOf(document: { paths: Record<string, Record<string, { operationId?: string }>> }): string[] {
  const items = Object.values(document.paths);
  return items.flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? [])).toSorted();
}

test('the published contract is what the service serves, without the operator’s operations', async () => {
  const { body } = await service.request('GET', '/v1/openapi.json', { key: null, version: null });
  const expected = installationFiller(service.config)(published);
  for (const part of ['paths', 'webhooks', 'components'] as const) expect(body[part], part).toEqual(expected[part]);
  expect(body.servers).toEqual([{ url: service.config.publicUrl }]);
  expect(operationIdsOf(body)).toEqual([...keyedOperationIds, ...openOperationIds].toSorted());
});

test('the operator’s contract is what the operator’s listener serves, with its own operations alone', async () => {
  const { body } = await service.operator('GET', '/operator/v1/openapi.json');
  const { 'x-generated': _, ...expected } = installationFiller(service.config)(operatorPublished);
  expect(body).toEqual(expected);
  expect(body.servers).toEqual([{ url: service.config.operatorUrl }]);
  expect(Object.keys(body.components.securitySchemes)).toEqual(['operatorToken']);
  expect(operationIdsOf(body)).toEqual([...operatorOperationIds, ...openOperatorOperationIds].toSorted());
});
