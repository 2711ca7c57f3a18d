import { describe, expect, it } from 'vitest';
import { creator, order, refund, send } from '../../records/records.ts';
import { invalid, problem } from '../agency.ts';
import { unknownId, useOperator } from './fixture.ts';

const pathOf = (agencyId: string) => `/operator/v1/agencies/${agencyId}/records`;

describe('POST /operator/v1/agencies/{agency_id}/records', () => {
  const service = useOperator();
  const ingest = async (records: readonly unknown[], agencyId?: string) =>
    service().operator('POST', pathOf(agencyId ?? (await service().createAgency()).id), { records });

  it('counts what a batch did, and nothing when it is repeated', async () => {
    const { id } = await service().createAgency();
    const records = [refund('o1'), order('o1', 'c1'), creator('c1')];
    expect(await ingest(records, id)).toMatchObject({ status: 200, body: { created: 3, updated: 0, unchanged: 0 } });
    expect(await ingest(records, id)).toMatchObject({ status: 200, body: { created: 0, updated: 0, unchanged: 3 } });
  });

  it('takes a thousand records of several megabytes, and refuses one more', async () => {
    const { id } = await service().createAgency();
    await ingest([creator('c1')], id);
    const media = Array.from({ length: 60 }, (_, index) => ({ id: `media-${index}-${'x'.repeat(80)}`, type: 'photo' }));
    const records = Array.from({ length: 1000 }, (_, index) => send(`s${index}`, 'c1', { media }));
    expect(JSON.stringify(records).length).toBeGreaterThan(6_000_000);
    expect(await ingest(records, id)).toMatchObject({ status: 200, body: { created: 1000 } });
    expect(await ingest([...records.map(({ id: sendId }) => send(sendId, 'c1')), send('one-more', 'c1')], id)).toMatchObject(
      invalid('records'),
    );
  });

  it('refuses over 8 MB with 413', async () => {
    const { id } = await service().createAgency();
    const body = JSON.stringify({ records: [creator('c1', { name: 'x'.repeat(8 * 1024 * 1024) })] });
    expect(await service().operator('POST', pathOf(id), body)).toMatchObject(problem(413, 'payload_too_large'));
  });

  it.each([
    [{ ...order('o1', 'c1'), amount_cents: -1 }, 'records.0.amount_cents'],
    [{ ...order('o1', 'c1'), amount_cents: 2 ** 31 }, 'records.0.amount_cents'],
    [{ ...order('o1', 'c1'), amount_cents: '5' }, 'records.0.amount_cents'],
    [{ ...order('o1', 'c1'), order_type: 'gift' }, 'records.0.order_type'],
    [{ ...order('o1', 'c1'), refunded_at: null }, 'records.0.refunded_at'],
    [{ ...order('o1', 'c1'), created_at: '2026-02-30T00:00:00Z' }, 'records.0.created_at'],
    [{ ...order('x'.repeat(129), 'c1') }, 'records.0.id'],
    [{ ...send('s1', 'c1'), source: 'campaign' }, 'records.0.source'],
    [{ ...send('s1', 'c1'), media: [{ id: 'm1' }] }, 'records.0.media.0.type'],
    [{ ...creator('c1'), type: 'nothing' }, 'records.0.type'],
  ])('refuses %j, naming its place', async (record, place) => {
    expect(await ingest([record])).toMatchObject(invalid(place));
  });

  it('names each record that points to something unknown, and records none of the batch', async () => {
    const { id, key } = await service().createAgency();
    const answer = await ingest([creator('c1'), order('o1', 'c1'), order('o2', 'c9'), refund('o9')], id);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(['records.2.creator_id', 'records.3.order_id']);
    expect((await service().request('GET', '/v1/creators', { key })).body.data).toEqual([]);
  });

  it('refuses an empty batch and an unknown agency', async () => {
    expect(await ingest([])).toMatchObject(invalid('records'));
    for (const id of [unknownId, 'nobody']) expect(await ingest([creator('c1')], id)).toMatchObject(problem(404, 'not_found'));
  });
});
