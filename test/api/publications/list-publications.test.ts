import { describe, expect, it } from 'vitest';
import { invalid, useService } from '../agency.ts';

describe('GET /v1/publications', () => {
  const newAgency = useService();
  it('lists publications most recently created first, each once, in the key’s scope', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await other.call('POST', '/v1/publications', { body: { creator_id: 'c1', text: 'theirs' } });
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const { body } = await agency.call('POST', '/v1/publications', { body: { creator_id: index === 2 ? 'c2' : 'c1', text: `${index}` } });
      ids.unshift(body.id);
    }
    await agency.rows(`UPDATE publications SET created_at = date_trunc('minute', now()) WHERE agency_id = $1 RETURNING 1`);
    const pages = await agency.pages('/v1/publications', 2);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    expect((await agency.pages('/v1/publications', 2, agency.restrictedKey)).flat().map(({ text }) => text)).toEqual(['4', '3', '1', '0']);
  });

  it('refuses an unknown parameter', async () => {
    expect(await (await newAgency()).get('/v1/publications?creator_ids=c1')).toMatchObject(invalid('creator_ids'));
  });
});
