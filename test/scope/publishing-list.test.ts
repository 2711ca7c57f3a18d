import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveryEventTypes } from '../../generated/events.ts';
import { operations, type OperationId } from '../../generated/operations.ts';
import { createIncidentGroup } from '../support/incident-group.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { keyedOperationIds, operatorOperationIds, sampleRequest, targetOf, type SampleIds } from '../support/sample-request.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { byCallers, byOperators } from './publishing-operations.ts';

let service: TestService;
/** For operations that only read. */
let read: SampleAgency;
beforeAll(async () => {
  service = await sharedService();
  read = await subscribingAgency();
});
afterAll(() => service.close());

const signingSecret = `svc_whsec_${'a'.repeat(32)}`;

/** What some operations need before their sample request succeeds: ids, or another body. */
const preparations: Partial<Record<OperationId, (agency: SampleAgency) => Promise<{ ids?: SampleIds; body?: unknown }>>> = {
  assignFan: async ({ ingest }) => {
    await ingest([{ type: 'employee', id: 'user-2', name: 'E', email: null, role: 'chatter', active: true }]);
    return { ids: { user_id: 'user-2' } };
  },
  updateInsight: async ({ ids, key }) => {
    const { account_id, fan_id } = ids as Record<string, string>;
    const { body } = await service.request('GET', `/v1/accounts/${account_id}/fans/${fan_id}/insight`, { key });
    return { body: { note: 'Seen.', etag: body.etag } };
  },
  ingestRecords: async () => {
    const at = '2026-07-10T12:00:00.000Z';
    const order = { id: randomUUID(), order_type: 'tip', creator_id: 'creator-1', fan_id: null, user_id: null, message_id: null };
    return { body: { records: [{ type: 'order', ...order, amount_cents: 1, created_at: at }] } };
  },
  importWebhookEndpoint: async () => ({
    body: { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], secret: signingSecret },
  }),
  createApiKey: async () => ({ body: { label: 'key', scopes: ['read:orders'] } }),
  createOperatorToken: async () => ({ body: { name: randomUUID(), scopes: ['read'] } }),
  reportPublication: async () => {
    const { body } = await service.operator('POST', '/operator/v1/publications/claims', { limit: 200 });
    const [{ lease_id, publication }] = body.data as [{ lease_id: string; publication: { id: string } }];
    return { ids: { publication_id: publication.id }, body: { lease_id, status: 'published' } };
  },
  eraseAgency: async ({ id }) => {
    const { body } = await service.operator('GET', `/operator/v1/agencies/${id}`);
    return { body: { agency_name: body.name as string } };
  },
  getErasure: async ({ id }) => {
    const { body } = await service.operator('POST', `/operator/v1/agencies/${id}/fan-erasures`, { fan_id: 'fan-1' });
    return { ids: { erasure_id: body.id as string } };
  },
  listExportedRows: async ({ id }) => {
    const { body } = await service.operator('POST', `/operator/v1/agencies/${id}/export`);
    return { ids: { export_id: body.id as string } };
  },
  releaseAgency: async ({ id }) => {
    await service.operator('POST', `/operator/v1/agencies/${id}/containment`);
    return {};
  },
  releaseApiKey: async ({ ids }) => {
    await service.operator('POST', `/operator/v1/keys/${ids['key_id']}/containment`);
    return {};
  },
  acknowledgeIncidentGroup: async ({ id }) => ({ ids: { group_id: await createIncidentGroup(service, id) } }),
  revokeOperatorToken: async () => {
    const { body } = await service.operator('POST', '/operator/v1/tokens', { name: randomUUID(), scopes: ['read'] });
    return { ids: { token_id: body.id as string } };
  },
};

/** Types that operations publish. The database records events about endpoints with every change of their rows: test/reports/ tests these. */
const isPublished = (type: string) => type !== 'ping' && !type.startsWith('endpoint.');

/** A sample agency with an endpoint of its own for everything. */
async function subscribingAgency(): Promise<SampleAgency> {
  const agency = await createSampleAgency(service);
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: deliveryEventTypes.filter(isPublished) };
  expect((await service.request('POST', '/v1/webhooks', { key: agency.key, body })).status).toBe(201);
  return agency;
}

/** Whether the operation published. */
async function publishes(id: OperationId): Promise<boolean> {
  const agency = operations[id].method === 'get' && !preparations[id] ? read : await subscribingAgency();
  const { key } = agency;
  const made = await service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, { label: 'key', scopes: ['read:orders'] });
  const known = { ...agency.ids, key_id: made.body.id as string };
  const prepared = (await preparations[id]?.({ ...agency, ids: known })) ?? {};
  const sample = sampleRequest(id, { ...known, ...prepared.ids });
  const target = targetOf(sample.path, sample.query);
  const sent = prepared.body ?? sample.body;
  const before = await queued();
  const isKeyed = operations[id].access === 'key';
  const answer = isKeyed
    ? await service.request(sample.method, target, { key, body: sent })
    : await service.operator(sample.method, target, sent);
  expect(answer.status, answer.text).toBe(operations[id].successStatus);
  return (await queued()) > before;
}

async function queued(): Promise<number> {
  const tables = ['webhook_events', 'delivery_queue', 'replay_orders', 'webhook_recoveries'];
  const [row] = await service.database.query<{ count: number }>({
    text: `SELECT ${tables.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ')} AS count`,
  });
  return row!.count;
}

test.each([...keyedOperationIds, ...operatorOperationIds])(
  '%s publishes exactly where the walk of publishing operations has it',
  async (id) => {
    expect(await publishes(id)).toBe(Object.hasOwn({ ...byCallers, ...byOperators }, id));
  },
);
