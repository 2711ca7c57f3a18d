import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, isProblem, operations, verifyWebhook, type Client } from '../../sdk/src/index.ts';
import { createOperatorClient, type IncomingRecord, type OperatorClient } from '../../sdk/src/operator.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let receiver: Receiver;
let operator: OperatorClient;
let client: Client;
let agencyId: string;

const fan = { account_id: '7312', fan_id: 'f1' };
const order = (id: string): IncomingRecord => ({
  type: 'order',
  id,
  order_type: 'tip',
  creator_id: 'c1',
  fan_id: 'f1',
  user_id: null,
  message_id: null,
  amount_cents: 1500,
  created_at: '2026-07-18T21:04:11Z',
});

beforeAll(async () => {
  [service, receiver] = await Promise.all([startService(), startReceiver()]);
  operator = createOperatorClient({ operatorUrl: service.operatorUrl, operatorToken: service.operatorToken });
  agencyId = (await operator.agencies.create({ name: 'Northlight' })).id;
  const scopes = [...new Set(Object.values(operations).flatMap(({ scope }) => (scope === null ? [] : [scope])))];
  const { api_key: apiKey } = await operator.keys.create({ agency_id: agencyId, label: 'all', scopes });
  client = createClient({ baseUrl: service.baseUrl, apiKey });
  await operator.records.ingest({
    agency_id: agencyId,
    records: [
      { type: 'creator', id: 'c1', name: 'Mara', account: { external_id: '7312', username: 'mara' } },
      { type: 'employee', id: 'e1', name: 'Ada', email: null, role: 'chatter', active: true },
      { type: 'tag', id: 't1', name: 'VIP', color: null, position: 1 },
      {
        type: 'fan',
        ...fan,
        fan_username: 'fox',
        subscription_status: 'active_subscriber',
        is_online: true,
        related_at: '2026-07-01T00:00:00Z',
        tag_ids: ['t1'],
      },
      ...Array.from({ length: 5 }, (_, at) => order(`o${at}`)),
    ],
  });
}, 60_000);

afterAll(async () => {
  await Promise.all([service?.close(), receiver?.close()]);
});

describe('the client against the service', () => {
  it('reads every list and every page of it', async () => {
    const ids: string[] = [];
    for await (const { id } of client.orders.listAll({ order_types: ['tip', 'push'], limit: 2 })) ids.push(id);
    expect(ids.filter((id) => /^o[0-4]$/.test(id)).sort()).toEqual(['o0', 'o1', 'o2', 'o3', 'o4']);
    const fans = await client.fans.list({ account_id: '7312', has_tags: true, is_online: true, tag_ids: ['t1'] });
    expect(fans.data).toMatchObject([{ fan_id: 'f1', ai_active: false, tags: [{ id: 't1', name: 'VIP' }] }]);
    expect((await client.fans.list({ account_id: '7312', has_tags: false })).data).toEqual([]);
  });

  it('writes, and narrows the problem of a note that was changed meanwhile', async () => {
    expect((await client.fans.assign({ ...fan, user_id: 'e1' })).assigned_user_id).toBe('e1');
    expect(await client.fans.unassign(fan)).toBeUndefined();
    expect((await client.fans.setAiLock(fan)).ai_active).toBe(true);
    expect(await client.fans.releaseAiLock(fan)).toBeUndefined();
    const { etag } = await client.insights.get(fan);
    const changed = await client.insights.update({ ...fan, note: 'first', etag });
    const again = await client.insights.update({ ...fan, note: 'second', 'If-Match': `"${changed.etag}"` });
    const error = await client.insights.update({ ...fan, note: 'third', etag }).catch((reason: unknown) => reason);
    if (!isProblem(error, 'precondition_failed')) throw error;
    expect(error.problem.current_etag).toBe(again.etag);
    const unknown = await client.fans.list({ account_id: '7312', tag_ids: ['t1', 'none'] }).catch((reason: unknown) => reason);
    if (!isProblem(unknown, 'unknown_tag')) throw unknown;
    expect(unknown.problem.tag_ids).toEqual(['none']);
    expect(unknown.requestId).toBeTruthy();
  });

  it('makes and deletes a publication, and distinguishes the second time', async () => {
    const made = await client.publications.create({ creator_id: 'c1', text: 'hi' });
    await client.publications.delete({ publication_id: made.id });
    const error = await client.publications.delete({ publication_id: made.id }).catch((reason: unknown) => reason);
    expect(isProblem(error, 'unknown_publication')).toBe(true);
  });

  it('verifies a real delivery by its own and by the standard headers, with each secret of two rotations', async () => {
    const receiver = await startReceiver();
    const endpoint = await client.webhooks.create({ url: receiver.url, enabled_event_types: ['order.created'] });
    const rotated = await client.webhooks.rotateSecret({ endpoint_id: endpoint.id, previous_expires_in_seconds: 600 });
    const again = await client.webhooks.rotateSecret({ endpoint_id: endpoint.id, previous_expires_in_seconds: 60 });
    await operator.records.ingest({ agency_id: agencyId, records: [order('o9')] });
    const [delivery] = await receiver.waitFor(1);
    const { headers, body } = delivery!;
    const standard = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')));
    const former = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('legacy-')));
    for (const secret of [endpoint.secret, rotated.secret, again.secret]) {
      const event = await verifyWebhook(body, headers, secret);
      if (event.type !== 'order.created') throw new Error(event.type);
      expect(event.data).toMatchObject({ id: 'o9', amount_cents: 1500 });
      await expect(verifyWebhook(body, standard, secret)).resolves.toEqual(event);
      await expect(verifyWebhook(body, former, secret, { formerBrand: 'Legacy' })).resolves.toEqual(event);
    }
    const timestamp = headers['service-signature-timestamp'];
    const expected = createHmac('sha256', rotated.secret)
      .update(`${String(timestamp)}.${body}`)
      .digest('hex');
    expect(headers['service-signature']).toContain(`v1=${expected}`);
    await expect(verifyWebhook(body, headers, `svc_whsec_${'A'.repeat(32)}`)).rejects.toMatchObject({ reason: 'signature_mismatch' });
    await client.webhooks.delete({ endpoint_id: endpoint.id });
    await receiver.close();
  });

  it('is refused with a wrong key or version, without being repeated', async () => {
    const wrong = createClient({ baseUrl: service.baseUrl, apiKey: 'svc_live_wrong' });
    await expect(wrong.meta.me()).rejects.toMatchObject({ slug: 'invalid_api_key', status: 401 });
    const old = createClient({ baseUrl: service.baseUrl, apiKey: 'x', version: 'Basalte' });
    const error = await old.meta.me().catch((reason: unknown) => reason);
    if (!isProblem(error, 'unknown_version')) throw error;
    expect(error.problem.supported_versions).toContain('Amethyste');
  });

  it('gets an error when the limit of an operation is reached', async () => {
    let remaining = 20;
    while (remaining > 0) {
      await client.sentMessages.list(
        {},
        { onAnswer: ({ headers }) => void (remaining = Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])) },
      );
    }
    const refused = await client.sentMessages.list({}, { maxRetries: 0 }).catch((reason: unknown) => reason);
    expect(isProblem(refused, 'rate_limited')).toBe(true);
  });
});

describe('the operator client against the service', () => {
  it('covers agencies, keys, imported endpoints, projections and figures', async () => {
    expect((await operator.agencies.list()).data.map(({ id }) => id)).toContain(agencyId);
    const key = await operator.keys.create({ agency_id: agencyId, label: 'gone', scopes: ['read:orders'] });
    await operator.keys.revoke({ key_id: key.id });
    await expect(createClient({ baseUrl: service.baseUrl, apiKey: key.api_key }).orders.list()).rejects.toMatchObject({
      slug: 'invalid_api_key',
    });
    const imported = await operator.webhooks.import({
      agency_id: agencyId,
      url: receiver.url,
      enabled_event_types: ['order.created'],
      secret: 'legacy_whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    });
    expect(imported.secret_prefix).toMatch(/^legacy_whsec_/);
    expect((await operator.projections.refresh()).refreshed_at).toBeTruthy();
    expect(await operator.metrics.get()).toMatch(/^# HELP/m);
  });

  it('names the record that is wrong', async () => {
    const records = [order('x1'), { ...order('x2'), amount_cents: -1 }] as IncomingRecord[];
    const error = await operator.records.ingest({ agency_id: agencyId, records }).catch((reason: unknown) => reason);
    if (!isProblem(error, 'validation_failed')) throw error;
    expect(error.errors.map(({ path }) => path)).toContain('records.1.amount_cents');
  });
});
