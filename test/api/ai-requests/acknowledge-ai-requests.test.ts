import { describe, expect, it } from 'vitest';
import { aiRequest } from '../../records/records.ts';
import { invalid, useService } from '../agency.ts';

describe('POST /v1/ai-requests/acknowledgements', () => {
  const newAgency = useService();
  const path = '/v1/ai-requests/acknowledgements';
  it('may be repeated, and skips ids out of scope', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await agency.ingest(aiRequest('a1', 'account-c1'), aiRequest('a2', 'account-c2'));
    await other.ingest(aiRequest('a3', 'account-c1'));
    const acknowledge = async (key: string) =>
      (await agency.call('POST', path, { key, body: { request_ids: ['a3', 'a2', 'a1', 'a9', 'a1'] } })).body.acknowledged_ids;
    expect(await acknowledge(agency.restrictedKey)).toEqual(['a1']);
    expect((await agency.get('/v1/ai-requests')).body.data).toHaveLength(1);
    expect(await acknowledge(agency.key)).toEqual(['a2', 'a1']);
    expect(await acknowledge(agency.key)).toEqual(['a2', 'a1']);
    expect((await agency.get('/v1/ai-requests')).body.data).toEqual([]);
    expect((await other.get('/v1/ai-requests')).body.data).toHaveLength(1);
  });

  it.each([
    [{ request_ids: [] }, 'request_ids'],
    [{ request_ids: Array.from({ length: 201 }, (_, index) => `a${index}`) }, 'request_ids'],
    [{ request_ids: ['a1', 5] }, 'request_ids.1'],
    [{}, 'request_ids'],
    [{ request_ids: ['a1'], x: 1 }, 'x'],
  ])('refuses %j', async (body, place) => {
    expect(await (await newAgency()).call('POST', path, { body })).toMatchObject(invalid(place));
  });
});
