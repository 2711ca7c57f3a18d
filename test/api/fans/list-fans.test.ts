import { describe, expect, it } from 'vitest';
import { employee, fan, order, refund, tag } from '../../records/records.ts';
import { invalid, problem, useService, type Agency } from '../agency.ts';

const path = '/v1/accounts/account-c1/fans';
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00Z`;

describe('GET /v1/accounts/{account_id}/fans', () => {
  const newAgency = useService();
  const idsOf = async (agency: Agency, query = '', key = agency.key) =>
    (await agency.get(path + query, { key })).body.data.map(({ fan_id }: { fan_id: string }) => fan_id);

  /** f4 is the most recent. f1 spent 700, f2 spent 5000, f3 only subscribed, f4's only tip was refunded. */
  async function agencyWithFans(): Promise<Agency> {
    const agency = await newAgency();
    await agency.ingest(
      tag('t1', { name: 'VIP', position: 2 }),
      tag('t2', { name: 'New', position: 1 }),
      employee('e1'),
      fan('account-c1', 'f1', { related_at: day(1), tag_ids: ['t1', 't2'], is_online: true }),
      fan('account-c1', 'f2', { related_at: day(2), tag_ids: ['t2'], subscription_status: 'former_subscriber' }),
      fan('account-c1', 'f3', { related_at: day(3), subscription_status: 'interested' }),
      fan('account-c1', 'f4', { related_at: day(4) }),
      fan('account-c2', 'f1', { related_at: day(9) }),
      order('o1', 'c1', { fan_id: 'f1', order_type: 'tip', amount_cents: 300, created_at: day(10) }),
      order('o2', 'c1', { fan_id: 'f1', order_type: 'private_media', amount_cents: 400, created_at: day(12) }),
      order('o3', 'c1', { fan_id: 'f1', order_type: 'tip', amount_cents: 9_000, created_at: day(20) }),
      refund('o3', day(21)),
      order('o4', 'c1', { fan_id: 'f2', order_type: 'push', amount_cents: 5_000, created_at: day(15) }),
      order('o5', 'c1', { fan_id: 'f3', order_type: 'subscription', amount_cents: 1_000, created_at: day(16) }),
      order('o6', 'c1', { fan_id: 'f4', order_type: 'tip', amount_cents: 500, created_at: day(17) }),
      refund('o6', day(18)),
      order('o7', 'c2', { fan_id: 'f3', order_type: 'tip', amount_cents: 99_000, created_at: day(19) }),
    );
    return agency;
  }

  it('lists the fans of the account alone, most recent first, with their tags in CRM order', async () => {
    const agency = await agencyWithFans();
    await agency.call('PUT', `${path}/f1/assignment`, { body: { user_id: 'e1' } });
    await agency.call('PUT', `${path}/f1/ai-lock`);
    const { body } = await agency.get(path);
    expect(body.data.map(({ fan_id }: { fan_id: string }) => fan_id)).toEqual(['f4', 'f3', 'f2', 'f1']);
    expect(body.data[3]).toEqual({
      fan_id: 'f1',
      fan_username: 'user-f1',
      assigned_user_id: 'e1',
      ai_active: true,
      tags: [
        { id: 't2', name: 'New' },
        { id: 't1', name: 'VIP' },
      ],
    });
    expect(body.data[0]).toMatchObject({ assigned_user_id: null, ai_active: false, tags: [] });
    expect(await idsOf(agency, '?assigned_user_ids=e1,e9')).toEqual(['f1']);
  });

  it.each([
    ['?tag_ids=t1', ['f1']],
    ['?tag_ids=t1,t2', ['f2', 'f1']],
    ['?exclude_tag_ids=t1', ['f4', 'f3', 'f2']],
    ['?tag_ids=t2&exclude_tag_ids=t1', ['f2']],
    ['?has_tags=true', ['f2', 'f1']],
    ['?has_tags=false', ['f4', 'f3']],
    ['?has_tags=false&exclude_tag_ids=t1', ['f4', 'f3']],
    ['?has_tags=true&tag_ids=t1', ['f1']],
    ['?statuses=active_subscriber', ['f4', 'f1']],
    ['?statuses=former_subscriber,interested', ['f3', 'f2']],
    ['?is_online=true', ['f1']],
    ['?is_online=false', ['f4', 'f3', 'f2']],
    ['?min_spend_cents=1', ['f2', 'f1']],
    ['?min_spend_cents=700', ['f2', 'f1']],
    ['?min_spend_cents=701', ['f2']],
    [`?last_purchase_after=${day(12)}`, ['f2', 'f1']],
    [`?last_purchase_after=${day(13)}`, ['f2']],
    [`?last_purchase_before=${day(15)}`, ['f1']],
    [`?last_purchase_before=${day(16)}`, ['f2', 'f1']],
    [`?last_purchase_after=${day(12)}&last_purchase_before=${day(15)}&min_spend_cents=700&tag_ids=t1&is_online=true`, ['f1']],
  ])('%s finds %j', async (query, ids) => {
    expect(await idsOf(await agencyWithFans(), query)).toEqual(ids);
  });

  it('pages through equal times, each fan once, with filters on purchases too', async () => {
    const agency = await newAgency();
    const ids = Array.from({ length: 7 }, (_, index) => `f${index}`);
    await agency.ingest(...ids.map((id) => fan('account-c1', id)), ...ids.map((id) => order(`o-${id}`, 'c1', { fan_id: id })));
    for (const query of ['', '?min_spend_cents=1']) {
      const pages = await agency.pages(path + query, 3);
      expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
      expect(pages.flat().map(({ fan_id }) => fan_id)).toEqual([...ids].reverse());
    }
  });

  it('refuses the cursor of another account', async () => {
    const agency = await agencyWithFans();
    const { next_cursor: cursor } = (await agency.get(`${path}?limit=1`)).body;
    expect(await agency.get(`/v1/accounts/account-c2/fans?cursor=${cursor}`)).toMatchObject(problem(400, 'invalid_cursor'));
  });

  it('answers 422 with every unknown tag of both lists', async () => {
    const [agency, other] = await Promise.all([agencyWithFans(), newAgency()]);
    await other.ingest(tag('t8'));
    const answer = await agency.get(`${path}?tag_ids=t1,t9&exclude_tag_ids=t8`);
    expect(answer).toMatchObject(problem(422, 'unknown_tag', { tag_ids: ['t9', 't8'] }));
  });

  it('answers 404 for an account that is unknown or out of scope, whatever the filters; an account without fans is empty', async () => {
    const agency = await newAgency();
    const unknown = problem(404, 'unknown_account');
    expect(await agency.get('/v1/accounts/account-c9/fans')).toMatchObject(unknown);
    expect(await agency.get('/v1/accounts/account-c9/fans?tag_ids=t9')).toMatchObject(unknown);
    expect(await agency.get('/v1/accounts/account-c2/fans', { key: agency.restrictedKey })).toMatchObject(unknown);
    expect(await agency.get(path, { key: agency.restrictedKey })).toMatchObject({ status: 200, body: { data: [], next_cursor: null } });
  });

  it.each(['has_tags=false&tag_ids=t1', 'tag_ids=t1,t2&exclude_tag_ids=t2'])('refuses the contradiction %s', async (query) => {
    const { status, body } = await (await agencyWithFans()).get(`${path}?${query}`);
    expect({ status, type: body.type, errors: body.errors }).toEqual({
      status: 400,
      type: expect.stringMatching(/validation_failed$/),
      errors: undefined,
    });
  });

  it.each([
    ['min_spend_cents=0', 'min_spend_cents'],
    ['min_spend_cents=1.5', 'min_spend_cents'],
    ['has_tags=yes', 'has_tags'],
    ['is_online=1', 'is_online'],
    ['statuses=gone', 'statuses.0'],
    ['tag_ids=', 'tag_ids'],
    ['last_purchase_after=yesterday', 'last_purchase_after'],
    ['status=active_subscriber', 'status'],
  ])('refuses %s, naming %s', async (query, place) => {
    expect(await (await newAgency()).get(`${path}?${query}`)).toMatchObject(invalid(place));
  });
});
