import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operations, scopes, type OperationId } from '../../../generated/operations.ts';
import { fromBrowser, logIn } from '../../support/console.ts';
import { createSampleAgency, type SampleAgency } from '../../support/sample-agency.ts';
import { keyedOperationIds, sampleRequest, targetOf, type SampleIds } from '../../support/sample-request.ts';
import { sharedService, type Answer, type TestService } from '../../support/service.ts';
import { problem } from '../agency.ts';
import { unknownId } from './fixture.ts';

let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const version = { 'service-version': 'Amethyste' };

/** Sends a request for an agency, by default with the operator token of the configuration. */
async function inPlace(method: string, path: string, options: { body?: unknown; token?: string; agencyId?: string } = {}): Promise<Answer> {
  const { body, token = service.operatorToken, agencyId = agency.id } = options;
  const headers = { ...version, authorization: `Bearer ${token}` };
  return fromBrowser(service, method, `/console/agencies/${agencyId}${path}`, { headers, body });
}

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });

describe('public operations during impersonation', () => {
  let read: SampleAgency;
  beforeAll(async () => {
    read = await createSampleAgency(service);
  });

  // A stream does not end: console-sessions.test.ts reads one.
  it.each(keyedOperationIds.filter((id) => id !== 'watchWebhooks' && id !== 'streamWebhookListener'))(
    '%s is answered as to a key of the agency that may everything',
    async (id) => {
      const isRead = operations[id].method === 'get';
      const [once, again] = isRead ? [read, read] : [await createSampleAgency(service), await createSampleAgency(service)];
      const { method, path, query, body } = sampleRequest(id, once.ids);
      const target = targetOf(path, query);
      const ofKey = await service.request(method, target, { key: once.key, body });
      const repeated = sampleRequest(id, again.ids);
      const ofOperator = await inPlace(method, targetOf(repeated.path, repeated.query), { body: repeated.body, agencyId: again.id });
      expect(ofOperator.status, ofOperator.text).toBe(ofKey.status);
      expect(ofOperator.headers.get('ratelimit')).toBeNull();
    },
  );
});

describe('impersonation of an agency', () => {
  beforeEach(async () => {
    agency = await createSampleAgency(service);
  });

  it('checks the operator token first, then the version', async () => {
    const target = `/console/agencies/${agency.id}/v1/webhooks`;
    expect(await fromBrowser(service, 'GET', target, { headers: version })).toMatchObject(problem(401, 'missing_authorization'));
    const withKey = { ...version, authorization: `Bearer ${agency.key}` };
    expect(await fromBrowser(service, 'GET', target, { headers: withKey })).toMatchObject(problem(401, 'invalid_api_key'));
    expect(await fromBrowser(service, 'GET', target, { cookie: await logIn(service) })).toMatchObject(problem(400, 'missing_version'));
  });

  it('requires an existing agency', async () => {
    for (const agencyId of [unknownId, 'nothing', '%E0%A4%A']) {
      expect(await inPlace('GET', '/v1/webhooks', { agencyId }), agencyId).toMatchObject(problem(404, 'not_found'));
    }
    const other = await createSampleAgency(service);
    const { endpoint_id: foreign } = other.ids as Record<string, string>;
    expect(await inPlace('GET', `/v1/webhooks/${foreign}`)).toMatchObject(problem(404, 'unknown_webhook_endpoint'));
  });

  it('offers exactly the operations that need a key', async () => {
    for (const path of ['/v1/_health', '/v1/openapi.json', '/v1/nothing']) {
      expect([401, 404], path).toContain((await inPlace('GET', path)).status);
    }
    // Any other path is the console's page.
    expect((await inPlace('GET', '/operator/v1/agencies')).headers.get('content-type')).toMatch(/^text\/html/);
    expect((await inPlace('PUT', '/v1/webhooks')).headers.get('allow')).toBe('POST, GET, HEAD');
  });

  it('allows reads with scope `read`, writes with scope `all`, and refuses other tokens', async () => {
    const tokenOf = async (...scopes: string[]) =>
      (await service.operator('POST', '/operator/v1/tokens', { name: randomUUID(), scopes })).body.token as string;
    const [read, others] = [await tokenOf('read'), await tokenOf('metrics', 'ingest', 'keys')];
    const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
    expect((await inPlace('GET', '/v1/webhooks', { token: read })).status).toBe(200);
    expect((await inPlace('GET', '/v1/me', { token: read })).body.key.scopes).not.toContain('write:webhooks');
    for (const [token, method, path, required] of [
      [read, 'POST', '/v1/webhooks', 'all'],
      [others, 'GET', '/v1/webhooks', 'read'],
      [others, 'GET', '/v1/me', 'read'],
      [others, 'POST', '/v1/webhooks', 'all'],
    ] as const) {
      const answer = await inPlace(method, path, { token, body: method === 'POST' ? body : undefined });
      expect(answer, `${method} ${path}`).toMatchObject(problem(403, 'missing_scope', { required_scope: required }));
    }
  });

  it('returns the agency and the operator from getMe', async () => {
    const { body } = await inPlace('GET', '/v1/me');
    expect(body).toMatchObject({
      agency: { id: agency.id },
      key: { id: '00000000-0000-0000-0000-000000000000', label: 'OPERATOR_TOKEN', creator_ids: [], expires_at: null },
    });
    expect(body.key.scopes).toEqual([...scopes]);
  });

  it('records the operator in the audit log, and no key', async () => {
    const body = { url: 'https://hooks.example.com/operators', enabled_event_types: ['order.created'] };
    const made = await inPlace('POST', '/v1/webhooks', { body });
    expect(made).toMatchObject({ status: 201, body: { created_by_key_id: null } });
    const id = made.body.id as string;
    expect((await inPlace('PATCH', `/v1/webhooks/${id}`, { body: { url: 'https://hooks.example.com/other' } })).status).toBe(200);
    expect((await inPlace('POST', `/v1/webhooks/${id}/secret/rotation`)).status).toBe(200);
    expect(await rows('SELECT url_key_id FROM webhook_endpoints WHERE id = $1', id)).toEqual([{ url_key_id: null }]);
    const { data } = (await service.operator('GET', `/operator/v1/audit?agency_id=${agency.id}&limit=3`)).body;
    expect(data).toMatchObject(
      ['secret.rotated', 'endpoint.changed', 'endpoint.created'].map((action) => {
        return { action, subject_id: id, actor: { kind: 'operator', id: null, name: 'OPERATOR_TOKEN' } };
      }),
    );
    // The agency sees what was done and not by whom.
    expect((await inPlace('GET', '/v1/audit?limit=1')).body.data).toMatchObject([{ actor: { kind: 'operator', id: null, name: null } }]);
  });

  describe('changes are in the audit log with their request, and visible to the agency', () => {
    /** They change nothing of an agency. */
    const reading: readonly OperationId[] = ['verifyWebhookSignature'];
    const changing = keyedOperationIds.filter((id) => operations[id].method !== 'get' && !reading.includes(id));

    /** What some operations need so that their sample request changes something. */
    const preparations: Partial<Record<OperationId, (of: SampleAgency) => Promise<{ ids?: SampleIds; body?: unknown }>>> = {
      assignFan: async ({ ingest }) => {
        await ingest([{ type: 'employee', id: 'user-2', name: 'E', email: null, role: 'chatter', active: true }]);
        return { ids: { user_id: 'user-2' } };
      },
      updateWebhookEndpoint: async () => ({ body: { label: 'Renamed' } }),
      cancelWebhookRecovery: async ({ ids }) => {
        await rows(`UPDATE webhook_recoveries SET status = 'running', ended_at = NULL WHERE id = $1`, ids['recovery_id']);
        return {};
      },
      retryWebhookDelivery: async ({ ids }) => {
        const [pending] = await rows<{ id: string }>(
          `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, due_at)
           SELECT agency_id, id, 'ping', uuidv7(), now(), generation, now() + interval '1 hour' FROM webhook_endpoints WHERE id = $1 RETURNING id`,
          ids['endpoint_id'],
        );
        return { ids: { delivery_id: pending!.id } };
      },
      releaseAiLock: async ({ ids, key }) => {
        await service.request('PUT', `/v1/accounts/${ids['account_id']}/fans/${ids['fan_id']}/ai-lock`, { key });
        return {};
      },
      updateInsight: async ({ ids, key }) => {
        const path = `/v1/accounts/${ids['account_id']}/fans/${ids['fan_id']}/insight`;
        return { body: { note: 'Seen.', etag: (await service.request('GET', path, { key })).body.etag } };
      },
    };

    it.each(changing)('%s', async (id) => {
      const { ids = {}, body } = (await preparations[id]?.(agency)) ?? {};
      const sample = sampleRequest(id, { ...agency.ids, ...ids });
      const change = () => inPlace(sample.method, targetOf(sample.path, sample.query), { body: body ?? sample.body });
      const answer = await change();
      expect(answer.status, answer.text).toBe(operations[id].successStatus);
      const of = (requestId: string | null) =>
        rows<object>(`SELECT actor_kind, actor_name, subject_name, creator_ids, agency_id FROM audit_log WHERE request_id = $1`, requestId);
      expect(await of(answer.headers.get('x-request-id'))).toMatchObject([
        { actor_kind: 'operator', actor_name: 'OPERATOR_TOKEN', agency_id: agency.id },
      ]);
      const [shown] = (await service.request('GET', '/v1/audit?limit=1', { key: agency.key })).body.data;
      expect(shown.actor).toEqual({ kind: 'operator', id: null, name: null });

      // A key that does the same leaves an entry only of keys, endpoints, secrets and failures; so does what changes nothing.
      const repeatable: readonly OperationId[] = ['assignFan', 'unassignFan', 'setAiLock', 'releaseAiLock', 'acknowledgeAiRequests'];
      if (repeatable.includes(id)) expect(await of((await change()).headers.get('x-request-id'))).toEqual([]);
    });

    it('is shown to a key that is limited to its creator, and to no other', async () => {
      const { account_id, fan_id, creator_id } = agency.ids as Record<string, string>;
      const keys = [await agency.createKey({ creatorIds: [creator_id!] })];
      keys.push(await agency.createKey({ creatorIds: [agency.otherIds['creator_id']!] }));
      await inPlace('PUT', `/v1/accounts/${account_id}/fans/${fan_id}/ai-lock`);
      const [own, others] = await Promise.all(
        keys.map(async (key) => (await service.request('GET', '/v1/audit?actions=ai_lock.set', { key })).body.data as object[]),
      );
      expect(own).toMatchObject([{ action: 'ai_lock.set', subject_id: null, subject_name: fan_id, details: { account_id, fan_id } }]);
      expect(others).toEqual([]);
    });

    it('is absent for requests with a key', async () => {
      const { account_id, fan_id } = agency.ids as Record<string, string>;
      const target = `/v1/accounts/${account_id}/fans/${fan_id}/ai-lock`;
      const answer = await service.request('PUT', target, { key: agency.key });
      expect(answer.status).toBe(200);
      expect(await rows('SELECT FROM audit_log WHERE request_id = $1', answer.headers.get('x-request-id'))).toEqual([]);
    });

    it('is not done where it cannot be written', async () => {
      const { account_id, fan_id } = agency.ids as Record<string, string>;
      const fan = `/v1/accounts/${account_id}/fans/${fan_id}`;
      await rows(`
        CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$;
        CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_entry()`);
      try {
        expect((await inPlace('PUT', `${fan}/ai-lock`)).status).toBe(500);
        expect((await inPlace('DELETE', `${fan}/assignment`)).status).toBe(500);
      } finally {
        await rows('DROP TRIGGER refuse_entry ON audit_log; DROP FUNCTION refuse_entry');
      }
      expect((await inPlace('GET', fan)).body).toMatchObject({ ai_active: false, assigned_user_id: 'user-1' });
    });
  });

  it('write notes whose edits are of no key, and count no use of a key', async () => {
    const { account_id, fan_id } = agency.ids as Record<string, string>;
    const path = `/v1/accounts/${account_id}/fans/${fan_id}/insight`;
    const { etag } = (await inPlace('GET', path)).body;
    expect((await inPlace('PATCH', path, { body: { note: 'Seen.', etag } })).status).toBe(200);
    expect(await rows('SELECT key_id FROM insight_edits WHERE agency_id = $1', agency.id)).toEqual([{ key_id: null }]);
    // Containing writes what was counted.
    await service.operator('POST', `/operator/v1/agencies/${agency.id}/containment`);
    const counted = await rows<{ operation_id: string }>('SELECT operation_id FROM key_uses WHERE agency_id = $1', agency.id);
    expect(counted.map(({ operation_id }) => operation_id)).not.toContain('updateInsight');
    expect((await inPlace('GET', path)).body.note).toBe('Seen.');
  });

  it('return cursors that are valid only for their agency and impersonation', async () => {
    const first = await inPlace('GET', '/v1/audit?limit=1');
    const cursor = first.body.next_cursor as string;
    expect((await inPlace('GET', `/v1/audit?limit=1&cursor=${cursor}`)).status).toBe(200);
    const other = await createSampleAgency(service);
    expect(await inPlace('GET', `/v1/audit?limit=1&cursor=${cursor}`, { agencyId: other.id })).toMatchObject(
      problem(400, 'invalid_cursor'),
    );
  });
});
