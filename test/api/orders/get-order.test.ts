import { describe, expect, it } from 'vitest';
import { fan, order, refund } from '../../records/records.ts';
import { problem, useService } from '../agency.ts';

describe('GET /v1/orders/{order_id}', () => {
  const newAgency = useService();
  it('returns the order with the account, the name of the fan and the refund', async () => {
    const agency = await newAgency();
    await agency.ingest(
      fan('account-c1', 'f1', { fan_username: 'marble_fox' }),
      order('o1', 'c1', { fan_id: 'f1', user_id: 'gone', message_id: 'm1', amount_cents: 1500, created_at: '2026-07-18T23:04:11+02:00' }),
      refund('o1', '2026-07-19T10:00:00.5Z'),
    );
    expect((await agency.get('/v1/orders/o1')).body).toEqual({
      id: 'o1',
      order_type: 'tip',
      creator_id: 'c1',
      account_id: 'account-c1',
      fan_id: 'f1',
      fan_username: 'marble_fox',
      user_id: 'gone',
      message_id: 'm1',
      amount_cents: 1500,
      created_at: '2026-07-18T21:04:11.000Z',
      refunded_at: '2026-07-19T10:00:00.500Z',
    });
  });

  it('shows null where nothing is known', async () => {
    const agency = await newAgency();
    await agency.ingest(order('o1', 'c1'));
    const { body } = await agency.get('/v1/orders/o1');
    expect(body).toMatchObject({ fan_id: null, fan_username: null, user_id: null, message_id: null, refunded_at: null });
  });

  it('answers the same 404 for an unknown order, one of another agency, and one out of the key’s scope', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await Promise.all([other.ingest(order('o9', 'c1')), agency.ingest(order('o2', 'c2'))]);
    const unknown = problem(404, 'unknown_order');
    expect(await agency.get('/v1/orders/o8')).toMatchObject(unknown);
    expect(await agency.get('/v1/orders/o9')).toMatchObject(unknown);
    const outOfReach = await agency.get('/v1/orders/o2', { key: agency.restrictedKey });
    expect(outOfReach).toMatchObject(unknown);
    const { instance: _, ...body } = outOfReach.body;
    const { instance: __, ...bodyOfUnknown } = (await agency.get('/v1/orders/o8', { key: agency.restrictedKey })).body;
    expect(body).toEqual(bodyOfUnknown);
  });
});
