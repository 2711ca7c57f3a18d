import { describe, expect, it } from 'vitest';
import { fan, tag } from '../../records/records.ts';
import { useService } from '../agency.ts';
import { fanPath } from '../fan.ts';

describe('GET /v1/accounts/{account_id}/fans/{fan_id}', () => {
  const newAgency = useService();
  it('returns the relation with its tags', async () => {
    const agency = await newAgency();
    await agency.ingest(tag('t1', { name: 'VIP' }), fan('account-c1', 'f1', { fan_username: null, tag_ids: ['t1'] }));
    expect((await agency.get(fanPath, { key: agency.restrictedKey })).body).toEqual({
      fan_id: 'f1',
      fan_username: null,
      assigned_user_id: null,
      ai_active: false,
      tags: [{ id: 't1', name: 'VIP' }],
    });
  });
});
