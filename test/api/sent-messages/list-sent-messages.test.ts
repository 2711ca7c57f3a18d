import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { employee, send } from '../../records/records.ts';
import { invalid, problem, useService, type Agency } from '../agency.ts';

const path = '/v1/sent-messages';
const recentMs = Math.floor(Date.now() / 60_000) * 60_000 - 10 * 86_400_000;
const at = (minute: number, ms = 0) => new Date(recentMs + minute * 60_000 + ms).toISOString();

async function refresh(agency: Agency): Promise<void> {
  expect(await agency.service.operator('POST', '/operator/v1/projections/refresh')).toMatchObject({ status: 200 });
}

const idsOf = async (agency: Agency, query = '', key = agency.key): Promise<string[]> => {
  const { status, body } = await agency.get(path + query, { key });
  expect(status).toBe(200);
  return body.data.map(({ id }: { id: string }) => id);
};

describe('GET /v1/sent-messages', () => {
  const newAgency = useService();
  async function agencyWithMessages(): Promise<Agency> {
    const agency = await newAgency();
    await agency.ingest(
      send('s1', 'c1', { sent_at: at(1), sent_by_user_id: 'u1' }),
      send('s2', 'c2', { sent_at: at(2), sent_by_user_id: 'u1', source: 'script' }),
      send('s3', 'c1', { sent_at: at(3), sent_by_user_id: 'u2', source: 'script' }),
      send('s4', 'c2', { sent_at: at(4), sent_by_user_id: null }),
    );
    await refresh(agency);
    return agency;
  }

  it('shows every field, media in display order', async () => {
    const agency = await newAgency();
    const media = [
      { id: 'm9', type: 'video' },
      { id: 'm1', type: 'photo' },
      { id: 'm5', type: 'hologram' },
    ];
    const full = {
      fan_id: 'f1',
      fan_username: 'marble_fox',
      is_private_media: true,
      price_eur: 1500,
      sale_status: 'purchased' as const,
      message_id: 'um1',
      media,
      sent_by_user_id: 'u1',
      source: 'script' as const,
    };
    await agency.ingest(
      send('s1', 'c1', { ...full, sent_at: '2026-01-02T11:04:05.678+01:00' }),
      send('s2', 'c1', { sent_at: '2026-01-01T00:00:00Z' }),
    );
    await refresh(agency);
    expect((await agency.get(path)).body).toEqual({
      data: [
        { id: 's1', creator_id: 'c1', ...full, sent_at: '2026-01-02T10:04:05.678Z' },
        {
          id: 's2',
          sent_at: '2026-01-01T00:00:00.000Z',
          source: 'messaging',
          sent_by_user_id: null,
          creator_id: 'c1',
          fan_id: null,
          fan_username: null,
          is_private_media: false,
          price_eur: null,
          sale_status: null,
          message_id: null,
          media: [],
        },
      ],
      next_cursor: null,
    });
  });

  it('filters by employee, creator, source and time, which combine', async () => {
    const agency = await agencyWithMessages();
    expect(await idsOf(agency)).toEqual(['s4', 's3', 's2', 's1']);
    expect(await idsOf(agency, '?user_ids=u1')).toEqual(['s2', 's1']);
    expect(await idsOf(agency, '?user_ids=u1,u2,u1')).toEqual(['s3', 's2', 's1']);
    expect(await idsOf(agency, '?creator_ids=c2')).toEqual(['s4', 's2']);
    expect(await idsOf(agency, '?creator_ids=c2,c1,c2')).toEqual(['s4', 's3', 's2', 's1']);
    expect(await idsOf(agency, '?sources=script')).toEqual(['s3', 's2']);
    expect(await idsOf(agency, '?sources=script,messaging,script')).toEqual(['s4', 's3', 's2', 's1']);
    expect(await idsOf(agency, '?user_ids=u1,u2&creator_ids=c1')).toEqual(['s3', 's1']);
    expect(await idsOf(agency, '?user_ids=u1&creator_ids=c1&sources=messaging')).toEqual(['s1']);
    expect(await idsOf(agency, '?user_ids=u9')).toEqual([]);
    expect(await idsOf(agency, '?creator_ids=c9')).toEqual([]);
  });

  it('takes the start in and leaves the end out', async () => {
    const agency = await agencyWithMessages();
    expect(await idsOf(agency, `?start=${at(2)}&end=${at(4)}`)).toEqual(['s3', 's2']);
    expect(await idsOf(agency, `?start=${at(2, 1)}&end=${at(4, 1)}`)).toEqual(['s4', 's3']);
    expect(await idsOf(agency, `?start=${at(2)}&end=${at(2)}`)).toEqual([]);
    expect(await idsOf(agency, `?end=${at(2)}&user_ids=u1`)).toEqual(['s1']);
    expect(await idsOf(agency, `?start=${encodeURIComponent(at(3).replace('Z', '+00:00'))}&creator_ids=c2`)).toEqual(['s4']);
    const { status, body } = await agency.get(`${path}?start=${at(4)}&end=${at(3)}`);
    expect([status, body.errors, body.detail]).toEqual([400, undefined, expect.stringContaining('end')]);
  });

  it('shows a restricted key only messages of its creators, whatever its filters', async () => {
    const [agency, other] = await Promise.all([agencyWithMessages(), newAgency()]);
    await other.ingest(send('s9', 'c1', { sent_at: at(9), sent_by_user_id: 'u1' }));
    await refresh(other);
    expect(await idsOf(agency, '', agency.restrictedKey)).toEqual(['s3', 's1']);
    expect(await idsOf(agency, '?creator_ids=c1,c2', agency.restrictedKey)).toEqual(['s3', 's1']);
    expect(await idsOf(agency, '?creator_ids=c2', agency.restrictedKey)).toEqual([]);
    expect(await idsOf(agency, '?user_ids=u1', agency.restrictedKey)).toEqual(['s1']);
    expect(await idsOf(agency, '?user_ids=u1&creator_ids=c2', agency.restrictedKey)).toEqual([]);
    expect(await idsOf(agency, '?sources=script', agency.restrictedKey)).toEqual(['s3']);
  });

  it('keeps the id of a former employee, who is absent from the employees list', async () => {
    const agency = await newAgency();
    await agency.ingest(employee('u1', { active: false }), send('s1', 'c1', { sent_at: at(1), sent_by_user_id: 'u1' }));
    await refresh(agency);
    expect((await agency.get(`${path}?user_ids=u1`)).body.data).toMatchObject([{ sent_by_user_id: 'u1' }]);
    expect((await agency.get('/v1/employees')).body.data).toEqual([]);
  });

  it('lists what the last refresh knew: not a message sent since, and the old text of one that changed', async () => {
    const agency = await agencyWithMessages();
    await agency.ingest(send('s5', 'c1', { sent_at: at(5) }), send('s1', 'c1', { sent_at: at(6), sent_by_user_id: 'u2' }));
    expect(await idsOf(agency)).toEqual(['s4', 's3', 's2', 's1']);
    await refresh(agency);
    expect(await idsOf(agency)).toEqual(['s1', 's5', 's4', 's3', 's2']);
    expect(await idsOf(agency, '?user_ids=u2')).toEqual(['s1', 's3']);
  });

  it('shows later changes of a message after the next refresh: its reconciliation and its sale', async () => {
    const agency = await newAgency();
    const offer = { sent_at: at(1), is_private_media: true, price_eur: 900, media: [{ id: 'm1', type: 'photo' }] };
    const shown = async () => {
      await refresh(agency);
      return (await agency.get(path)).body;
    };
    await agency.ingest(send('s1', 'c1', { ...offer, sale_status: 'pending', message_id: null }), send('s2', 'c1', { sent_at: at(0) }));
    const pending = await shown();
    expect(pending.data[0]).toMatchObject({ id: 's1', sale_status: 'pending', message_id: null, price_eur: 900 });

    await agency.ingest(send('s1', 'c1', { ...offer, sale_status: 'purchased', message_id: 'um1' }));
    expect((await agency.get(path)).body).toEqual(pending);
    const [first, second] = pending.data;
    expect(await shown()).toEqual({ data: [{ ...first, sale_status: 'purchased', message_id: 'um1' }, second], next_cursor: null });

    await agency.ingest(send('s1', 'c2', { sent_at: at(-1), fan_id: 'f1', fan_username: 'fox', sent_by_user_id: 'u1', source: 'script' }));
    expect((await shown()).data).toMatchObject([
      { id: 's2' },
      {
        id: 's1',
        creator_id: 'c2',
        fan_id: 'f1',
        fan_username: 'fox',
        sent_by_user_id: 'u1',
        source: 'script',
        is_private_media: false,
        price_eur: null,
        sale_status: null,
        message_id: null,
        media: [],
      },
    ]);
  });

  it('removes sends older than 24 months', async () => {
    const agency = await newAgency();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await agency.ingest(send('s1', 'c1', { sent_at: daysAgo(735) }), send('s2', 'c1', { sent_at: daysAgo(728) }));
    await refresh(agency);
    expect(await idsOf(agency)).toEqual(['s2']);
  });

  it('pages through equal times, each message once, and ends a page that is exactly full with a null cursor', async () => {
    const agency = await newAgency();
    await agency.ingest(
      ...Array.from({ length: 11 }, (_, index) =>
        send(`s${index}`, `c${(index % 2) + 1}`, {
          sent_at: at(index % 3),
          sent_by_user_id: `u${index % 4}`,
          source: index % 5 === 0 ? 'script' : 'messaging',
        }),
      ),
    );
    await refresh(agency);
    for (const query of [
      '',
      '?creator_ids=c1,c2',
      '?user_ids=u0,u1,u2,u3',
      '?user_ids=u0,u1,u2,u3&creator_ids=c1,c2',
      '?sources=script,messaging',
    ]) {
      const key = await agency.createKey();
      const all = await idsOf(agency, query, key);
      expect(new Set(all).size).toBe(11);
      const pages = await agency.pages(path + query, 3, key);
      expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 2]);
      expect(pages.flat().map(({ id }) => id)).toEqual(all);
    }
    expect(await agency.pages(path, 11)).toHaveLength(1);
  });

  it('accepts a cursor with other filters, and refuses one of another agency or with a changed character', async () => {
    const [agency, other] = await Promise.all([agencyWithMessages(), agencyWithMessages()]);
    const { next_cursor: cursor } = (await agency.get(`${path}?limit=1`)).body;
    expect(await idsOf(agency, `?cursor=${cursor}&creator_ids=c1`)).toEqual(['s3', 's1']);
    const changed = cursor.slice(0, 5) + (cursor[5] === 'A' ? 'B' : 'A') + cursor.slice(6);
    expect(await other.get(`${path}?cursor=${cursor}`)).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await agency.get(`${path}?cursor=${changed}`)).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await agency.get(`/v1/orders?cursor=${cursor}`)).toMatchObject(problem(400, 'invalid_cursor'));
  });

  it('selects as a plain filter does, for any filters and page size', async () => {
    const agency = await newAgency();
    const someOf = (...values: string[]) =>
      fc.option(fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }), { nil: undefined });
    const message = fc.record({
      creator_id: fc.constantFrom('c1', 'c2'),
      sent_by_user_id: fc.constantFrom(null, 'u1', 'u2', 'u3'),
      source: fc.constantFrom<'messaging' | 'script'>('messaging', 'script'),
      minute: fc.integer({ min: 0, max: 12 }),
    });
    const [drawn] = fc.sample(fc.array(message, { minLength: 150, maxLength: 150 }), 1);
    const messages = drawn!.map(({ minute, ...fields }, index) => ({ ...fields, id: `s${index}`, sent_at: at(minute) }));
    await agency.ingest(...messages.map(({ id, creator_id: creatorId, ...fields }) => send(id, creatorId, fields)));
    await refresh(agency);
    const filters = fc.record({
      creators: someOf('c1', 'c2', 'c9'),
      users: someOf('u1', 'u2', 'u3', 'u9'),
      sources: someOf('messaging', 'script'),
      start: fc.option(fc.integer({ min: 0, max: 13 }), { nil: undefined }),
      length: fc.option(fc.integer({ min: 0, max: 13 }), { nil: undefined }),
      isRestricted: fc.boolean(),
      limit: fc.integer({ min: 7, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(filters, async ({ creators, users, sources, start, length, isRestricted, limit }) => {
        const end = length === undefined ? undefined : (start ?? 0) + length;
        const matches = messages.filter(
          (item) =>
            (!isRestricted || item.creator_id === 'c1') &&
            (creators?.includes(item.creator_id) ?? true) &&
            (!users || (item.sent_by_user_id !== null && users.includes(item.sent_by_user_id))) &&
            (sources?.includes(item.source) ?? true) &&
            (start === undefined || item.sent_at >= at(start)) &&
            (end === undefined || item.sent_at < at(end)),
        );
        const sorted = matches
          .sort((a, b) => (a.sent_at === b.sent_at ? (a.id < b.id ? 1 : -1) : a.sent_at < b.sent_at ? 1 : -1))
          .map(({ id }) => id);
        const parameters = new URLSearchParams({
          ...(creators ? { creator_ids: creators.join(',') } : {}),
          ...(users ? { user_ids: users.join(',') } : {}),
          ...(sources ? { sources: sources.join(',') } : {}),
          ...(start === undefined ? {} : { start: at(start) }),
          ...(end === undefined ? {} : { end: at(end) }),
        });
        // A key of its own keeps each run within the rate limit.
        const key = await agency.createKey(isRestricted ? { creatorIds: ['c1'] } : {});
        const found: string[] = [];
        for (let cursor: string | null = '', pageCount = 0; cursor !== null && pageCount < 15; pageCount += 1) {
          parameters.set('limit', String(Math.max(limit, Math.ceil(sorted.length / 10))));
          if (cursor) parameters.set('cursor', cursor);
          const { body } = await agency.get(`${path}?${parameters.toString()}`, { key });
          found.push(...body.data.map(({ id }: { id: string }) => id));
          cursor = body.next_cursor;
        }
        expect(found).toEqual(sorted);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it.each([
    ['creator_ids=', 'creator_ids'],
    ['user_ids=a,,b', 'user_ids.1'],
    [`user_ids=${Array.from({ length: 51 }, (_, index) => index).join(',')}`, 'user_ids'],
    ['sources=messaging,campaign', 'sources.1'],
    ['start=2026-01-01', 'start'],
    ['start=2026-01-01T00:00:00', 'start'],
    ['end=2026-02-30T00:00:00Z', 'end'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=5.0', 'limit'],
    ['source=messaging', 'source'],
  ])('refuses %s, naming %s', async (query, place) => {
    expect(await (await newAgency()).get(`${path}?${query}`)).toMatchObject(invalid(place));
  });

  it('accepts fifty values', async () => {
    const fifty = Array.from({ length: 50 }, (_, index) => `u${index}`).join(',');
    expect(await idsOf(await newAgency(), `?user_ids=${fifty}&creator_ids=${fifty}`)).toEqual([]);
  });

  it('allows 20 requests per minute', async () => {
    const agency = await newAgency();
    const statuses: number[] = [];
    for (let request = 0; request < 21; request += 1) statuses.push((await agency.get(path)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });
});
