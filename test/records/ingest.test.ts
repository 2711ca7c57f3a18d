import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveryMismatches } from '../support/response-validators.ts';
import type { Problem } from '../../server/problems/problem.ts';
import { openIngestion, type IngestionBench } from './ingestion.ts';
import { aiRequest, creator, employee, fan, order, refund, send, tag, type AnyRecord } from './records.ts';

let bench: IngestionBench;
beforeAll(async () => {
  bench = await openIngestion();
});
afterAll(() => bench.close());

async function refusalOf(agencyId: string, records: readonly AnyRecord[]): Promise<Problem<'validation_failed'>> {
  const error: unknown = await bench.ingest(agencyId, records).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ slug: 'validation_failed' });
  return error as Problem<'validation_failed'>;
}

const pathsOf = (problem: Problem) => (problem.members.errors as { path: string }[]).map(({ path }) => path);

const everyType = [
  aiRequest('a1', 'account-c1'),
  refund('o1'),
  order('o1', 'c1', { fan_id: 'f1', user_id: 'e1' }),
  send('s1', 'c1', {
    media: [
      { id: 'm2', type: 'video' },
      { id: 'm1', type: 'photo' },
    ],
  }),
  fan('account-c1', 'f1', { tag_ids: ['t1'] }),
  tag('t1'),
  employee('e1'),
  creator('c1'),
];

describe('a batch', () => {
  test('takes records of every type in any order, and changes nothing when it is repeated', async () => {
    const agencyId = await bench.newAgency();
    expect(await bench.ingest(agencyId, everyType)).toEqual({ created: 8, updated: 0, unchanged: 0 });
    expect(await bench.ingest(agencyId, everyType)).toEqual({ created: 0, updated: 0, unchanged: 8 });
    const events = await bench.rows('SELECT type, data FROM webhook_events WHERE agency_id = $1 ORDER BY type', agencyId);
    expect(events.map(({ type }) => type)).toEqual(['conversation.ai_control_requested', 'order.created', 'order.refunded']);
    const [stored] = await bench.rows('SELECT media FROM sends WHERE agency_id = $1', agencyId);
    expect(stored!.media).toEqual([
      { id: 'm2', type: 'video' },
      { id: 'm1', type: 'photo' },
    ]);
  });

  test('publishes payloads that the contract declares, with the instant of the fact', async () => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, everyType);
    const rows = await bench.rows<{ id: string; type: string; occurred_at: Date; creator_id: string; data: object }>(
      'SELECT id, type, occurred_at, creator_id, data FROM webhook_events WHERE agency_id = $1 ORDER BY type',
      agencyId,
    );
    for (const { id, type, occurred_at, data } of rows) {
      const envelope = { id, type, created_at: occurred_at.toISOString(), api_version: '2026-07-06', data };
      expect(deliveryMismatches(type, envelope)).toBeNull();
    }
    expect(rows.map(({ occurred_at }) => occurred_at.toISOString())).toEqual([
      '2026-01-02T10:00:00.000Z',
      '2026-01-02T10:00:00.000Z',
      '2026-01-03T10:00:00.000Z',
    ]);
    expect(rows.map(({ creator_id }) => creator_id)).toEqual(['c1', 'c1', 'c1']);
  });

  test('is recorded whole or not at all', async () => {
    const agencyId = await bench.newAgency();
    await refusalOf(agencyId, [...everyType, order('o2', 'nobody')]);
    expect(await bench.rows('SELECT 1 FROM creators WHERE agency_id = $1', agencyId)).toEqual([]);
    expect(await bench.rows('SELECT 1 FROM webhook_events WHERE agency_id = $1', agencyId)).toEqual([]);
  });

  test('counts each record, and the later of two with one id wins', async () => {
    const agencyId = await bench.newAgency();
    const result = await bench.ingest(agencyId, [
      creator('c1'),
      order('o1', 'c1', { amount_cents: 100 }),
      order('o1', 'c1', { amount_cents: 250 }),
      order('o1', 'c1', { amount_cents: 250 }),
      refund('o1', '2026-01-03T10:00:00Z'),
      refund('o1', '2026-01-04T10:00:00Z'),
    ]);
    expect(result).toEqual({ created: 3, updated: 1, unchanged: 2 });
    const [stored] = await bench.rows('SELECT amount_cents, refunded_at FROM orders WHERE agency_id = $1', agencyId);
    expect(stored).toEqual({ amount_cents: 250, refunded_at: new Date('2026-01-03T10:00:00Z') });
    const events = await bench.rows<{ data: { amount_cents: number } }>('SELECT data FROM webhook_events WHERE agency_id = $1', agencyId);
    expect(events.map(({ data }) => data.amount_cents)).toEqual([250, 250]);
  });

  test('that several senders repeat at the same time is recorded once', async () => {
    const agencyId = await bench.newAgency();
    const results = await Promise.all(Array.from({ length: 8 }, () => bench.ingest(agencyId, everyType)));
    const created = results.reduce((sum, result) => sum + result.created, 0);
    expect({ created, updated: results.reduce((sum, result) => sum + result.updated, 0) }).toEqual({ created: 8, updated: 0 });
    expect(await bench.rows('SELECT 1 FROM webhook_events WHERE agency_id = $1', agencyId)).toHaveLength(3);
  });

  test('two agencies can have the same ids', async () => {
    const [first, second] = [await bench.newAgency(), await bench.newAgency()];
    await bench.ingest(first, everyType);
    expect(await bench.ingest(second, everyType)).toMatchObject({ created: 8 });
    expect(pathsOf(await refusalOf(await bench.newAgency(), [order('o9', 'c1')]))).toEqual(['records.0.creator_id']);
  });

  test('of a thousand records of one id is applied one after the other', async () => {
    const agencyId = await bench.newAgency();
    const records = Array.from({ length: 999 }, (_, index) => order('o1', 'c1', { amount_cents: index }));
    expect(await bench.ingest(agencyId, [creator('c1'), ...records])).toEqual({ created: 2, updated: 998, unchanged: 0 });
  });
});

describe('an upsert', () => {
  test('keeps the first refund, publishes nothing, and names the old and the new quarter hour', async () => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, [
      creator('c1'),
      order('o1', 'c1', { created_at: '2026-01-02T10:07:00Z' }),
      refund('o1', '2026-01-03T09:50:00Z'),
    ]);
    await bench.rows('DELETE FROM changed_quarters WHERE agency_id = $1 RETURNING 1', agencyId);
    await bench.rows('DELETE FROM webhook_events WHERE agency_id = $1 RETURNING 1', agencyId);
    const result = await bench.ingest(agencyId, [
      order('o1', 'c1', { created_at: '2026-01-02T11:59:59.999Z' }),
      refund('o1', '2026-02-01T00:00:00Z'),
    ]);
    expect(result).toEqual({ created: 0, updated: 1, unchanged: 1 });
    const [stored] = await bench.rows('SELECT refunded_at FROM orders WHERE agency_id = $1', agencyId);
    expect(stored!.refunded_at).toEqual(new Date('2026-01-03T09:50:00Z'));
    const quarters = await bench.rows<{ quarter: Date }>(
      'SELECT quarter FROM changed_quarters WHERE agency_id = $1 ORDER BY quarter',
      agencyId,
    );
    expect(quarters.map(({ quarter }) => quarter.toISOString())).toEqual([
      '2026-01-02T10:00:00.000Z',
      '2026-01-02T11:45:00.000Z',
      '2026-01-03T09:45:00.000Z',
    ]);
    expect(await bench.rows('SELECT 1 FROM webhook_events WHERE agency_id = $1', agencyId)).toEqual([]);
  });

  test('of a send names the send and both quarter hours, and nothing when it is unchanged', async () => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, [creator('c1'), send('s1', 'c1', { sent_at: '2026-01-02T10:00:00Z' })]);
    await bench.rows('DELETE FROM changed_sends RETURNING 1');
    await bench.rows('DELETE FROM changed_quarters RETURNING 1');
    await bench.ingest(agencyId, [send('s1', 'c1', { sent_at: '2026-01-02T10:00:00Z' })]);
    expect(await bench.rows('SELECT 1 FROM changed_sends')).toEqual([]);
    await bench.ingest(agencyId, [send('s1', 'c1', { sent_at: '2026-01-05T10:20:00Z' })]);
    expect(await bench.rows('SELECT send_id FROM changed_sends')).toEqual([{ send_id: 's1' }]);
    expect(await bench.rows('SELECT quarter FROM changed_quarters ORDER BY quarter')).toEqual([
      { quarter: new Date('2026-01-02T10:00:00Z') },
      { quarter: new Date('2026-01-05T10:15:00Z') },
    ]);
  });

  test('keeps data that the API writes: assignment, AI lock, acknowledgement', async () => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, everyType);
    await bench.rows(`UPDATE fans SET assigned_user_id = 'e1', ai_locked_at = now() WHERE agency_id = $1 RETURNING 1`, agencyId);
    await bench.rows('UPDATE ai_requests SET acknowledged_at = now() WHERE agency_id = $1 RETURNING 1', agencyId);
    await bench.ingest(agencyId, [
      fan('account-c1', 'f1', { is_online: true }),
      aiRequest('a1', 'account-c1', { action: 'relaunch' }),
      employee('e1', { active: false }),
    ]);
    const [row] = await bench.rows(
      `SELECT f.assigned_user_id, f.ai_locked_at IS NOT NULL AS locked, f.is_online, a.action, a.acknowledged_at IS NOT NULL AS acknowledged
         FROM fans f JOIN ai_requests a USING (agency_id) WHERE f.agency_id = $1`,
      agencyId,
    );
    expect(row).toEqual({ assigned_user_id: 'e1', locked: true, is_online: true, action: 'relaunch', acknowledged: true });
  });

  test('replaces the tags of a fan as a set', async () => {
    const agencyId = await bench.newAgency();
    const withTags = (...tagIds: string[]) => [fan('account-c1', 'f1', { tag_ids: tagIds })];
    await bench.ingest(agencyId, [creator('c1'), tag('t1'), tag('t2'), ...withTags('t1', 't2')]);
    expect(await bench.ingest(agencyId, withTags('t2', 't1'))).toMatchObject({ unchanged: 1 });
    expect(await bench.ingest(agencyId, withTags('t2'))).toMatchObject({ updated: 1 });
    expect(await bench.rows('SELECT tag_ids FROM fans WHERE agency_id = $1', agencyId)).toEqual([{ tag_ids: ['t2'] }]);
  });

  test('keeps instants that a record leaves out', async () => {
    const agencyId = await bench.newAgency();
    const known = creator('c1', {
      created_at: '2024-01-01T00:00:00Z',
      account: { external_id: 'account-c1', username: 'a', connected_at: '2024-01-02T00:00:00Z' },
    });
    await bench.ingest(agencyId, [known, employee('e1', { created_at: '2024-01-03T00:00:00Z' })]);
    expect(
      await bench.ingest(agencyId, [creator('c1', { account: { external_id: 'account-c1', username: 'a' } }), employee('e1')]),
    ).toMatchObject({ unchanged: 2 });
    const [row] = await bench.rows('SELECT created_at, account_connected_at FROM creators WHERE agency_id = $1', agencyId);
    expect(row).toEqual({ created_at: new Date('2024-01-01T00:00:00Z'), account_connected_at: new Date('2024-01-02T00:00:00Z') });
  });
});

describe('a record is refused with its path when', () => {
  test.each<[string, AnyRecord[], string[]]>([
    ['it names an unknown creator', [send('s1', 'c9'), order('o1', 'c9')], ['records.0.creator_id', 'records.1.creator_id']],
    [
      'it names an unknown account',
      [fan('account-9', 'f1'), aiRequest('a1', 'account-9')],
      ['records.0.account_id', 'records.1.account_id'],
    ],
    ['it refunds an unknown order', [refund('o9')], ['records.0.order_id']],
    [
      'it sets unknown tags',
      [tag('t1'), fan('account-c1', 'f1', { tag_ids: ['t1', 't8', 't9'] })],
      ['records.1.tag_ids.1', 'records.1.tag_ids.2'],
    ],
    [
      'it moves a creator to another account',
      [creator('c1', { account: { external_id: 'account-c2', username: null } })],
      ['records.0.account.external_id'],
    ],
    [
      'it takes the account of another creator',
      [creator('c2', { account: { external_id: 'account-c1', username: null } })],
      ['records.0.account.external_id'],
    ],
    [
      'two creators of the batch share an account',
      [creator('c3'), creator('c4', { account: { external_id: 'account-c3', username: null } })],
      ['records.1.account.external_id'],
    ],
  ])('%s', async (_, records, paths) => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, [creator('c1')]);
    expect(pathsOf(await refusalOf(agencyId, records))).toEqual(paths);
  });

  test('at most a thousand errors are listed, and the detail has their number', async () => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, [creator('c1')]);
    const records = Array.from({ length: 600 }, (_, index) => fan('account-c1', `f${index}`, { tag_ids: ['x', 'y'] }));
    const problem = await refusalOf(agencyId, records);
    expect(pathsOf(problem)).toHaveLength(1_000);
    expect(problem.detail).toContain('1200');
  });

  test('unknown fans, employees and messages are stored as pointers', async () => {
    const agencyId = await bench.newAgency();
    const pointers = [
      order('o1', 'c1', { fan_id: 'nobody', user_id: 'nobody', message_id: 'none' }),
      send('s1', 'c1', { fan_id: 'nobody', sent_by_user_id: 'nobody' }),
    ];
    expect(
      await bench.ingest(agencyId, [creator('c1'), ...pointers, aiRequest('a1', 'account-c1', { requested_by_user_id: 'nobody' })]),
    ).toMatchObject({ created: 4 });
  });
});
