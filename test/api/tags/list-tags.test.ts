import { describe, expect, it } from 'vitest';
import { tag } from '../../records/records.ts';
import { useService } from '../agency.ts';

describe('GET /v1/tags', () => {
  const newAgency = useService();
  it("lists the agency's tags by position, also to a restricted key", async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await other.ingest(tag('t9'));
    await agency.ingest(tag('t1', { name: 'VIP', color: '#7a5cff', position: 3 }), tag('t2', { position: 1 }), tag('t0', { position: 1 }));
    const { status, body } = await agency.get('/v1/tags?x=1', { key: agency.restrictedKey });
    expect(status).toBe(200);
    expect(body.data).toEqual([
      { id: 't0', name: 'Tag t0', color: null },
      { id: 't2', name: 'Tag t2', color: null },
      { id: 't1', name: 'VIP', color: '#7a5cff' },
    ]);
  });
});
