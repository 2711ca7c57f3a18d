import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { operations, type OperationId } from '../../generated/operations.ts';
import { auditEntries } from '../../server/access/audit/audit-page.ts';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { lastId } from '../../server/query/uuid.ts';
import { removeOldAccessRecords } from '../../server/retention/access-records.ts';
import { createSampleAgency, recordIncident, type SampleAgency } from '../support/sample-agency.ts';
import { startService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
});
beforeEach(async () => {
  agency = await createSampleAgency(service);
});
afterAll(() => service.close());

/** Operations that write entries: the test of refusals without an entry walks them. */
const audited = [
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
  'deleteWebhookEndpoint',
  'rotateWebhookSecret',
  'replayWebhookFailure',
  'replayWebhookFailures',
  'resendWebhookDelivery',
  'resendWebhookDeliveries',
  'recoverWebhookEvents',
  'cancelWebhookRecovery',
  'createWebhookListener',
  'deleteWebhookListener',
  'createAgency',
  'updateAgencyQuotas',
  'eraseAgency',
  'eraseFan',
  'exportAgency',
  'exportFan',
  'createApiKey',
  'createPortalLink',
  'revokeApiKey',
  'importWebhookEndpoint',
  'setWebhookEndpointStatus',
  'removeWebhookEndpoint',
  'containAgency',
  'containApiKey',
  'releaseAgency',
  'releaseApiKey',
  'createOperatorToken',
  'revokeOperatorToken',
  'acknowledgeIncidentGroup',
  'unacknowledgeIncidentGroup',
] as const satisfies readonly OperationId[];

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });

const addEntry = async (daysAgo: number) => {
  const [row] = await rows<{ id: string }>(
    `INSERT INTO audit_log (id, agency_id, action, actor_kind, actor_name, subject_name, creator_ids, details, request_id)
     VALUES (uuidv7(- make_interval(days => $2)), $1, 'key.created', 'operator', 'x', 'x', '{}', '{}', 'x') RETURNING id`,
    agency.id,
    daysAgo,
  );
  return row!.id;
};

describe('the audit log', () => {
  test('accepts inserts and refuses every change', async () => {
    const id = await addEntry(limits.auditDays - 1);
    for (const text of [
      `UPDATE audit_log SET actor_name = 'nobody' WHERE id = '${id}'`,
      `DELETE FROM audit_log WHERE id = '${id}'`,
      'TRUNCATE audit_log',
      'TRUNCATE audit_log, key_uses CASCADE',
    ]) {
      await expect(rows(text), text).rejects.toThrow('the audit log is only added to');
    }
    expect(await rows('SELECT actor_name FROM audit_log WHERE id = $1', id)).toEqual([{ actor_name: 'x' }]);
  });

  test('removes entries and key uses after the retention period of the contract', async () => {
    const ids = [await addEntry(limits.auditDays - 1), await addEntry(limits.auditDays + 1), await addEntry(limits.auditDays + 100)];
    await rows(
      `INSERT INTO key_uses SELECT $1, date_trunc('hour', now()) - make_interval(days => d), uuidv7(), 'listOrders', 1, 1, now() FROM unnest($2::int[]) d`,
      agency.id,
      [limits.useDays, limits.useDays + 2],
    );
    await removeOldAccessRecords(service.database, new AbortController().signal);
    expect(await rows('SELECT id FROM audit_log WHERE id = ANY ($1)', ids)).toEqual([{ id: ids[0] }]);
    expect(await rows('SELECT count(*) FROM key_uses WHERE agency_id = $1', agency.id)).toEqual([{ count: 1 }]);
  });

  test('is read by its index, whatever the number of entries of other agencies', async () => {
    await rows(
      `INSERT INTO audit_log (id, agency_id, action, actor_kind, actor_name, subject_name, creator_ids, details, request_id)
       SELECT uuidv7(- make_interval(mins => n)), CASE WHEN n % 40 = 0 THEN $1::uuid ELSE uuidv7() END, 'key.created', 'operator', 'x', 'x', '{}', '{}', 'x'
         FROM generate_series(1, 20000) n`,
      agency.id,
    );
    await rows('ANALYZE audit_log');
    const reach = new TenantScope(agency.id, []);
    const { text, values = [] } = new ScopedStatements().addScope(reach, {
      text: auditEntries('{audit_log}'),
      values: [lastId, null, null, null, 51, null],
    });
    const [explained] = await rows<{ 'QUERY PLAN': { Plan: { Plans: Record<string, unknown>[] } }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS OFF, FORMAT JSON) ${text}`,
      ...values,
    );
    const [scan] = explained!['QUERY PLAN'][0]!.Plan.Plans;
    expect(scan).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': 'audit_log_by_agency', 'Actual Rows': 51 });
  });

  test('has entries of every operation that changes keys, endpoints or what operators keep; a new one is decided on here', () => {
    const changing = (Object.keys(operations) as OperationId[]).filter(
      (id) => operations[id].method !== 'get' && /^\/(v1\/webhooks|v1\/webhook-listeners|operator)\b/.test(operations[id].path),
    );
    const withoutEntry = [
      'answerListenerAttempt',
      'claimPublications',
      'ingestRecords',
      'pingWebhookEndpoint',
      'refreshProjections',
      'reportPublication',
      'retryWebhookDelivery',
      'sendTestWebhookEvent',
      'verifyWebhookSignature',
    ];
    expect(changing.toSorted()).toEqual([...withoutEntry, ...audited].toSorted());
  });

  describe('where it cannot be written', () => {
    beforeAll(async () => {
      await rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$`);
    });

    test('no audited change is made', async () => {
      const { endpoint_id: endpoint, failure_id: failure, delivery_id: delivery } = agency.ids as Record<string, string>;
      const key = (await service.request('GET', '/v1/me', { key: agency.key })).body.key.id as string;
      const token = (await service.operator('POST', '/operator/v1/tokens', { name: agency.id, scopes: ['read'] })).body.id as string;
      const other = (await service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, { label: 'x', scopes: ['read:orders'] }))
        .body;
      await service.operator('POST', `/operator/v1/keys/${other.id as string}/containment`);
      const agencyName = (await service.operator('GET', `/operator/v1/agencies/${agency.id}`)).body.name as string;
      const contained = await service.createAgency();
      await service.operator('POST', `/operator/v1/agencies/${contained.id}/containment`);
      const secret = `svc_whsec_${'a'.repeat(32)}`;
      const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
      const [open] = await rows<{ id: string }>(
        `INSERT INTO webhook_recoveries (agency_id, endpoint_id, creator_ids, start_at, end_at) VALUES ($1, $2, '{}', now(), now()) RETURNING id`,
        agency.id,
        endpoint,
      );
      const recovery = open!.id;
      const failing = await service.request('POST', '/v1/webhooks', { key: (await service.createAgency()).key, body });
      const acknowledgement = `/operator/v1/incidents/${await recordIncident(service, failing.body.id as string)}/acknowledgement`;
      await service.operator('PUT', acknowledgement, { kind: 'acknowledged', note: 'known' });
      const as = (method: string, path: string, given?: unknown) => () => service.request(method, path, { key: agency.key, body: given });
      const operator = (method: string, path: string, given?: unknown) => () => service.operator(method, path, given);
      const state = () =>
        Promise.all(
          [
            'agencies',
            'erasures',
            'agency_quotas',
            'api_keys',
            'portal_links',
            'webhook_endpoints',
            'operator_tokens',
            'containments',
            'delivery_queue',
            'replay_orders',
            'webhook_recoveries',
            'delivery_failures',
            'incident_acknowledgements',
          ].map((table) => rows(`SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`)),
        );
      const before = await state();
      await rows('CREATE TRIGGER refuse BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse()');
      try {
        const changes: Record<(typeof audited)[number], () => Promise<Answer>> = {
          createWebhookEndpoint: as('POST', '/v1/webhooks', body),
          updateWebhookEndpoint: as('PATCH', `/v1/webhooks/${endpoint}`, { status: 'disabled' }),
          deleteWebhookEndpoint: as('DELETE', `/v1/webhooks/${endpoint}`),
          rotateWebhookSecret: as('POST', `/v1/webhooks/${endpoint}/secret/rotation`),
          replayWebhookFailure: as('POST', `/v1/webhooks/${endpoint}/failures/${failure}/replay`),
          replayWebhookFailures: as('POST', `/v1/webhooks/${endpoint}/failures/replay`),
          resendWebhookDelivery: as('POST', `/v1/webhooks/${endpoint}/deliveries/${delivery}/resend`),
          resendWebhookDeliveries: as('POST', `/v1/webhooks/${endpoint}/resends`, {
            start: new Date(Date.now() - 86_400_000).toISOString(),
          }),
          recoverWebhookEvents: as('POST', `/v1/webhooks/${endpoint}/recoveries`, { start: new Date(Date.now() - 60_000).toISOString() }),
          cancelWebhookRecovery: as('DELETE', `/v1/webhooks/${endpoint}/recoveries/${recovery}`),
          createWebhookListener: as('POST', '/v1/webhook-listeners', { enabled_event_types: ['order.created'] }),
          deleteWebhookListener: as('DELETE', `/v1/webhook-listeners/${agency.ids['listener_id']}`),
          createAgency: operator('POST', '/operator/v1/agencies', { name: 'x' }),
          updateAgencyQuotas: operator('PATCH', `/operator/v1/agencies/${agency.id}/quotas`, { api_keys: 7 }),
          eraseAgency: operator('POST', `/operator/v1/agencies/${agency.id}/erasure`, { agency_name: agencyName }),
          eraseFan: operator('POST', `/operator/v1/agencies/${agency.id}/fan-erasures`, { fan_id: 'fan-1' }),
          exportAgency: operator('POST', `/operator/v1/agencies/${agency.id}/export`),
          exportFan: operator('POST', `/operator/v1/agencies/${agency.id}/fan-exports`, { fan_id: 'fan-1' }),
          createApiKey: operator('POST', `/operator/v1/agencies/${agency.id}/keys`, { label: 'x', scopes: ['read:orders'] }),
          createPortalLink: operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, { label: 'x' }),
          revokeApiKey: operator('DELETE', `/operator/v1/keys/${key}`),
          importWebhookEndpoint: operator('POST', `/operator/v1/agencies/${agency.id}/webhooks`, { ...body, secret }),
          setWebhookEndpointStatus: operator('PATCH', `/operator/v1/webhooks/${endpoint}`, { status: 'disabled' }),
          removeWebhookEndpoint: operator('DELETE', `/operator/v1/webhooks/${endpoint}`),
          containAgency: operator('POST', `/operator/v1/agencies/${agency.id}/containment`),
          containApiKey: operator('POST', `/operator/v1/keys/${key}/containment`),
          releaseAgency: operator('DELETE', `/operator/v1/agencies/${contained.id}/containment`),
          releaseApiKey: operator('DELETE', `/operator/v1/keys/${other.id as string}/containment`),
          createOperatorToken: operator('POST', '/operator/v1/tokens', { name: 'refused', scopes: ['read'] }),
          revokeOperatorToken: operator('DELETE', `/operator/v1/tokens/${token}`),
          acknowledgeIncidentGroup: operator('PUT', acknowledgement, { kind: 'acknowledged', note: 'another note' }),
          unacknowledgeIncidentGroup: operator('DELETE', acknowledgement),
        };
        for (const [id, change] of Object.entries(changes)) expect((await change()).status, id).toBe(500);
      } finally {
        await rows('DROP TRIGGER refuse ON audit_log');
      }
      expect(await state()).toEqual(before);
    });
  });
});
