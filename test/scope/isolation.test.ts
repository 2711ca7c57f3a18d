import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createSampleAgency, recordsOf, type SampleAgency } from '../support/sample-agency.ts';
import { keyedOperationIds, sampleRequest, targetOf, type SampleIds } from '../support/sample-request.ts';
import type { TestService } from '../support/service.ts';
import { withoutRateLimits } from '../support/without-rate-limits.ts';
import { singleChecks, startWithCheck } from './row-level-security.ts';

describe.each(singleChecks)('%s:', (check) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startWithCheck(check, { delivers: false });
    await withoutRateLimits(service);
  });
  afterAll(() => service.close());

  const refresh = () => service.operator('POST', '/operator/v1/projections/refresh');
  // A stream changes what the list of endpoints shows of its listener.
  const reads = keyedOperationIds.filter((id) => operations[id].method === 'get' && id !== 'streamWebhookListener');

  /** The bytes of the responses to every read operation of a key. */
  async function readAll(key: string, ids: SampleIds): Promise<Record<string, string>> {
    const answers: Record<string, string> = {};
    for (const id of reads) {
      const { path, query: required } = sampleRequest(id, ids);
      // What ends now is another window a minute later.
      const isOfNow = id === 'getWebhookFigures' || id === 'listWebhookFigures';
      const query = isOfNow ? { ...required, start: '2026-07-10T11:00:00Z', end: '2026-07-10T13:00:00Z' } : required;
      const { status, text } = await service.request('GET', targetOf(path, query), { key });
      // The window of an endpoint's health ends now, too.
      answers[id] = `${status} ${text.replaceAll(/"counted_from":"[^"]*"/g, '"counted_from":null')}`;
    }
    return answers;
  }

  /** Changes everything that an agency has of its creator of these ids. */
  async function changeAll({ ids, ingest, createKey }: SampleAgency): Promise<void> {
    const limited = await createKey({ creatorIds: [ids['creator_id']!] });
    const call = (method: string, path: string, body?: unknown) => service.request(method, path, { key: limited, body });
    const fan = `/v1/accounts/${ids['account_id']}/fans/${ids['fan_id']}`;
    const endpoint = `/v1/webhooks/${ids['endpoint_id']}`;
    const { etag } = (await call('GET', `${fan}/insight`)).body;
    const statuses = [
      await call('PATCH', `${fan}/insight`, { note: 'changed', etag }),
      await call('PUT', `${fan}/ai-lock`),
      await call('DELETE', `${fan}/assignment`),
      await call('POST', '/v1/ai-requests/acknowledgements', { request_ids: ['request-1', 'request-2'] }),
      await call('POST', '/v1/publications', { creator_id: ids['creator_id'], text: 'changed' }),
      await call('DELETE', `/v1/publications/${ids['publication_id']}`),
      await call('POST', `${endpoint}/failures/${ids['failure_id']}/replay`),
      await call('POST', `${endpoint}/failures/replay`, {}),
      await call('POST', `${endpoint}/ping`),
      await call('POST', `${endpoint}/secret/rotation`),
      await call('PATCH', endpoint, { label: 'changed', status: 'disabled' }),
      await call('DELETE', endpoint),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 204, 200, 201, 204, 202, 202, 202, 200, 200, 204]);
    const later = recordsOf('1', 'changed').map((record) => ('amount_cents' in record ? { ...record, amount_cents: 7 } : record));
    await ingest([
      ...later,
      { type: 'refund', order_id: ids['order_id'], refunded_at: '2026-07-11T12:00:00Z' },
      { ...(recordsOf('1', 'changed').find((record) => 'order_type' in record) as object), id: 'order-new', amount_cents: 99 },
    ]);
    await refresh();
  }

  test('responses to an agency do not depend on the data and requests of another agency with the same ids', async () => {
    const agency = await createSampleAgency(service, 'here');
    await refresh();
    const before = await readAll(agency.key, agency.ids);
    expect(Object.values(before).every((answer) => answer.startsWith('200 '))).toBe(true);

    const other = await createSampleAgency(service, 'elsewhere');
    await other.ingest([
      { type: 'employee', id: 'user-1', name: 'Renamed', email: 'renamed@example.com', role: 'manager', active: false },
      { type: 'tag', id: 'tag-1', name: 'Renamed', color: '#ffffff', position: 7 },
      { type: 'tag', id: 'tag-2', name: 'Another', color: null, position: 0 },
    ]);
    await changeAll(other);

    expect(await readAll(agency.key, agency.ids)).toEqual(before);
    const names = Object.values(await readAll(other.key, other.otherIds)).join('\n');
    expect(names).not.toContain(agency.id);
    expect(names).not.toMatch(/"here/);
  });

  test('responses to a key limited to a creator do not depend on changes of another creator', async () => {
    const agency = await createSampleAgency(service, 'here');
    const key = await agency.createKey({ creatorIds: [agency.otherIds['creator_id']!] });
    await refresh();
    const before = await readAll(key, agency.otherIds);
    expect(Object.values(before).every((answer) => answer.startsWith('200 '))).toBe(true);
    for (const [id, answer] of Object.entries(before)) {
      for (const hidden of [
        'creator-1',
        'account-1',
        'fan-1"',
        'order-1"',
        'send-1',
        'request-1',
        agency.ids['endpoint_id']!,
        agency.ids['publication_id']!,
      ]) {
        expect(answer, id).not.toContain(hidden);
      }
    }
    await changeAll(agency);
    expect(await readAll(key, agency.otherIds)).toEqual(before);
  });

  test('events of an agency are sent only to its own endpoints', async () => {
    const [agency, other] = [await createSampleAgency(service, 'here'), await createSampleAgency(service, 'elsewhere')];
    await agency.addEndpoint();
    await other.addEndpoint();
    const order = recordsOf('1', 'here').find((record) => 'order_type' in record)!;
    for (const each of [agency, other]) await each.ingest([{ ...order, id: 'order-new' }]);
    const mixed = await service.database.query({
      text: `
      SELECT d.id FROM all_deliveries d JOIN webhook_events e ON e.id = d.event_id JOIN webhook_endpoints w ON w.id = d.endpoint_id
       WHERE d.agency_id <> e.agency_id OR d.agency_id <> w.agency_id
          OR (w.allowed_creator_ids <> '{}' AND NOT e.creator_id = ANY (w.allowed_creator_ids))`,
    });
    expect(mixed).toEqual([]);
    const counted = await service.database.query<{ count: number }>({
      text: `SELECT count(*) FROM all_deliveries d JOIN webhook_events e ON e.id = d.event_id WHERE d.agency_id = ANY ($1) AND e.data->>'id' = 'order-new'`,
      values: [[agency.id, other.id]],
    });
    expect(counted).toEqual([{ count: 6 }]);
  });

  test('a cursor of one agency is refused for another', async () => {
    const [agency, other] = [await createSampleAgency(service, 'here'), await createSampleAgency(service, 'elsewhere')];
    const { body } = await service.request('GET', '/v1/orders?limit=1', { key: agency.key });
    expect(body.next_cursor).toEqual(expect.any(String));
    expect((await service.request('GET', `/v1/orders?limit=1&cursor=${body.next_cursor}`, { key: agency.key })).status).toBe(200);
    const refused = await service.request('GET', `/v1/orders?limit=1&cursor=${body.next_cursor}`, { key: other.key });
    expect(refused.body.type).toMatch(/\/invalid_cursor$/);
  });
});

test('without both checks an agency reads the rows of another one', async () => {
  const service = await startWithCheck('neither', { delivers: false });
  const [agency, other] = [await service.createAgency(), await service.createAgency()];
  const sold = recordsOf('1', 'elsewhere').filter((record) => 'account' in record || 'order_type' in record);
  await other.ingest(sold);
  const { body } = await service.request('GET', '/v1/orders', { key: agency.key });
  await service.close();
  expect(body.data).toMatchObject([{ id: 'order-1' }]);
});
