import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.ts';
import { slugOf } from '../support/raw-connection.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { keyedOperationIds, sampleRequest, targetOf, type SampleIds } from '../support/sample-request.ts';
import { startService, type TestService } from '../support/service.ts';
import { withoutRateLimits } from '../support/without-rate-limits.ts';

let service: TestService;
let agency: SampleAgency;
let other: SampleAgency;
const cursors = new Map<OperationId, string>();

const paged = keyedOperationIds.filter((id) => Object.hasOwn(operations[id].parameters, 'cursor'));
const perAccount = paged.filter((id) => operations[id].path.includes('{'));

const list = (id: OperationId, query: Record<string, string>, key = agency.key, ids: SampleIds = agency.ids) =>
  service.request('GET', targetOf(sampleRequest(id, ids).path, query), { key });

beforeAll(async () => {
  service = await startService({ delivers: false });
  await withoutRateLimits(service);
  agency = await createSampleAgency(service, 'here');
  other = await createSampleAgency(service, 'elsewhere');
  const fan = (index: number) => ({
    type: 'fan',
    account_id: 'account-1',
    fan_id: `fan-more-${index}`,
    fan_username: null,
    subscription_status: 'interested',
    is_online: false,
    related_at: '2026-07-10T12:00:00Z',
    tag_ids: [],
  });
  await agency.ingest([fan(1), fan(2)]);
  await agency.addFailure(agency.ids['endpoint_id']!);
  await service.operator('POST', '/operator/v1/projections/refresh');
  for (const id of paged) cursors.set(id, (await list(id, { limit: '1' })).body.next_cursor as string);
});
afterAll(() => service.close());

test('every list with pages gives a cursor', () => {
  expect(paged.toSorted()).toEqual([
    'listAuditEntries',
    'listFans',
    'listOrders',
    'listPublications',
    'listSentMessages',
    'listWebhookDeliveries',
    'listWebhookEvents',
    'listWebhookFailures',
  ]);
  expect([...cursors.values()].every((cursor) => typeof cursor === 'string')).toBe(true);
});

describe.each(paged)('a cursor of %s', (id) => {
  const own = () => cursors.get(id)!;

  async function expectInvalid(cursor: string, key = agency.key, ids: SampleIds = agency.ids): Promise<void> {
    const answer = await list(id, { cursor }, key, ids);
    expect([answer.status, slugOf(answer)]).toEqual([400, 'invalid_cursor']);
  }

  test('reads on, to a last page without a cursor', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { status, body }: { status: number; body: any } = await list(id, { limit: '1', ...(cursor ? { cursor } : {}) });
      expect(status).toBe(200);
      expect(body.data).toHaveLength(1);
      seen.push(...(body.data as Record<string, string>[]).map((item) => item['id'] ?? item['fan_id']!));
      cursor = body.next_cursor;
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
    const whole = await list(id, { limit: String(seen.length) });
    expect([whole.body.data.length, whole.body.next_cursor]).toEqual([seen.length, null]);
  });

  test('is accepted with another page size and other filters', async () => {
    const filters: Record<string, string> = Object.hasOwn(operations[id].parameters, 'start') ? { start: '2020-01-01T00:00:00Z' } : {};
    expect((await list(id, { limit: '7', ...filters, cursor: own() })).status).toBe(200);
  });

  test('is invalid with one character changed, cut short, or empty', async () => {
    const middle = Math.floor(own().length / 2);
    await expectInvalid(own().slice(0, middle) + (own()[middle] === 'A' ? 'B' : 'A') + own().slice(middle + 1));
    await expectInvalid(own().slice(0, -1));
    await expectInvalid(`${own()}A`);
    await expectInvalid('');
  });

  test('is invalid for another agency, and that of another list is invalid here', async () => {
    await expectInvalid(own(), other.key, id.includes('Webhook') ? other.ids : agency.ids);
    for (const foreign of paged) if (foreign !== id) await expectInvalid(cursors.get(foreign)!);
  });
});

test.each(perAccount)('a cursor of %s is invalid on another account or endpoint', async (id) => {
  const answer = await list(id, { cursor: cursors.get(id)! }, agency.key, agency.otherIds);
  expect(slugOf(answer)).toBe('invalid_cursor');
});
