import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { removeOldAccessRecords } from '../../server/retention/access-records.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
});
beforeEach(async () => {
  agency = await createSampleAgency(service);
});
afterAll(() => service.close());

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
  test('can be added to and not be changed, by whatever statement', async () => {
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

  test('loses entries that are older than the contract says, with the uses of keys that are', async () => {
    const ids = [await addEntry(limits.auditDays - 1), await addEntry(limits.auditDays + 1), await addEntry(limits.auditDays + 100)];
    await rows(
      `INSERT INTO key_uses SELECT $1, date_trunc('hour', now()) - make_interval(days => d), uuidv7(), 'listOrders', 1, 1 FROM unnest($2::int[]) d`,
      agency.id,
      [limits.useDays, limits.useDays + 2],
    );
    await removeOldAccessRecords(service.database, new AbortController().signal);
    expect(await rows('SELECT id FROM audit_log WHERE id = ANY ($1)', ids)).toEqual([{ id: ids[0] }]);
    expect(await rows('SELECT count(*) FROM key_uses WHERE agency_id = $1', agency.id)).toEqual([{ count: 1 }]);
  });

  describe('where it cannot be written', () => {
    beforeAll(async () => {
      await rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$`);
    });

    test('nothing is changed that it would tell of', async () => {
      const { endpoint_id: endpoint, failure_id: failure } = agency.ids as Record<string, string>;
      const key = (await service.request('GET', '/v1/me', { key: agency.key })).body.key.id as string;
      const token = (await service.operator('POST', '/operator/v1/tokens', { name: agency.id, scopes: ['read'] })).body.id as string;
      const other = (await service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, { label: 'x', scopes: ['read:orders'] }))
        .body;
      await service.operator('POST', `/operator/v1/keys/${other.id as string}/containment`);
      const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
      const as = (method: string, path: string, given?: unknown) => () => service.request(method, path, { key: agency.key, body: given });
      const operator = (method: string, path: string, given?: unknown) => () => service.operator(method, path, given);
      const state = () =>
        Promise.all(
          [
            'agencies',
            'api_keys',
            'webhook_endpoints',
            'operator_tokens',
            'containments',
            'delivery_queue',
            'replay_orders',
            'delivery_failures',
          ].map((table) => rows(`SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`)),
        );
      const before = await state();
      await rows('CREATE TRIGGER refuse BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse()');
      try {
        for (const change of [
          as('POST', '/v1/webhooks', body),
          as('PATCH', `/v1/webhooks/${endpoint}`, { status: 'disabled' }),
          as('POST', `/v1/webhooks/${endpoint}/secret/rotation`),
          as('POST', `/v1/webhooks/${endpoint}/failures/${failure}/replay`),
          as('POST', `/v1/webhooks/${endpoint}/failures/replay`),
          as('DELETE', `/v1/webhooks/${endpoint}`),
          operator('POST', '/operator/v1/agencies', { name: 'x' }),
          operator('POST', `/operator/v1/agencies/${agency.id}/keys`, { label: 'x', scopes: ['read:orders'] }),
          operator('DELETE', `/operator/v1/keys/${key}`),
          operator('POST', `/operator/v1/agencies/${agency.id}/webhooks`, { ...body, secret: `svc_whsec_${'a'.repeat(32)}` }),
          operator('PATCH', `/operator/v1/webhooks/${endpoint}`, { status: 'disabled' }),
          operator('DELETE', `/operator/v1/webhooks/${endpoint}`),
          operator('POST', `/operator/v1/agencies/${agency.id}/containment`),
          operator('POST', `/operator/v1/keys/${key}/containment`),
          operator('DELETE', `/operator/v1/keys/${other.id as string}/containment`),
          operator('POST', '/operator/v1/tokens', { name: 'refused', scopes: ['read'] }),
          operator('DELETE', `/operator/v1/tokens/${token}`),
        ]) {
          expect((await change()).status).toBe(500);
        }
      } finally {
        await rows('DROP TRIGGER refuse ON audit_log');
      }
      expect(await state()).toEqual(before);
    });
  });
});
