import { describe, expect, it } from 'vitest';
import { creator, send } from '../../records/records.ts';
import { useOperator } from './fixture.ts';

const path = '/operator/v1/projections/refresh';

describe('POST /operator/v1/projections/refresh', () => {
  const service = useOperator();
  it('responds when everything recorded before is in the projections', async () => {
    const agency = await service().createAgency();
    await agency.ingest([creator('c1'), send('s1', 'c1', { sent_at: new Date(Date.now() - 60_000).toISOString() })]);
    expect((await service().request('GET', '/v1/sent-messages', { key: agency.key })).body.data).toEqual([]);
    expect(await service().operator('POST', path)).toMatchObject({ status: 200, body: { refreshed_at: expect.stringMatching(/Z$/) } });
    expect((await service().request('GET', '/v1/sent-messages', { key: agency.key })).body.data).toHaveLength(1);
  });
});
