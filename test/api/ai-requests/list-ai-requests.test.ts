import { describe, expect, it } from 'vitest';
import { aiRequest } from '../../records/records.ts';
import { invalid, useService } from '../agency.ts';

describe('GET /v1/ai-requests', () => {
  const newAgency = useService();
  it('lists pending requests oldest first up to the limit, and acknowledging exposes the following ones', async () => {
    const agency = await newAgency();
    await agency.ingest(
      aiRequest('a3', 'account-c1', { requested_at: '2026-01-03T00:00:00Z' }),
      aiRequest('a1', 'account-c1', { requested_at: '2026-01-01T00:00:00Z', action: 'relaunch', requested_by_user_id: 'e1' }),
      aiRequest('a2', 'account-c2', { requested_at: '2026-01-02T00:00:00Z' }),
    );
    const first = await agency.get('/v1/ai-requests?limit=2');
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual(['a1', 'a2']);
    expect(first.body.data[0]).toEqual({
      id: 'a1',
      account_id: 'account-c1',
      fan_id: 'f1',
      action: 'relaunch',
      requested_by_user_id: 'e1',
      requested_at: '2026-01-01T00:00:00.000Z',
    });
    await agency.call('POST', '/v1/ai-requests/acknowledgements', { body: { request_ids: ['a1'] } });
    expect((await agency.get('/v1/ai-requests?limit=2')).body.data.map(({ id }: { id: string }) => id)).toEqual(['a2', 'a3']);
  });

  it('shows a restricted key the requests for its creators alone', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await agency.ingest(aiRequest('a1', 'account-c1'), aiRequest('a2', 'account-c2'));
    await other.ingest(aiRequest('a3', 'account-c1'));
    const { body } = await agency.get('/v1/ai-requests', { key: agency.restrictedKey });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['a1']);
  });

  it('refuses an unknown parameter and a limit out of range', async () => {
    const agency = await newAgency();
    expect(await agency.get('/v1/ai-requests?cursor=x')).toMatchObject(invalid('cursor'));
    expect(await agency.get('/v1/ai-requests?limit=0')).toMatchObject(invalid('limit'));
  });
});
