import { describe, expect, it } from 'vitest';
import { order } from '../../records/records.ts';
import { invalid, useService } from '../agency.ts';
import { expectExplained, refresh } from './fixture.ts';

const operations = [
  { path: '/v1/analytics/revenue', maxEnd: '2026-12-31', tooFar: '2027-01-01' },
  { path: '/v1/analytics/revenue/timeseries', maxEnd: '2026-12-31', tooFar: '2027-01-01' },
  { path: '/v1/analytics/creators', maxEnd: '2026-03-31', tooFar: '2026-04-01' },
  { path: '/v1/analytics/employees', maxEnd: '2026-12-31', tooFar: '2027-01-01' },
];

describe.each(operations)('GET $path', ({ path, maxEnd, tooFar }) => {
  const newAgency = useService();
  it('repeats the window as days', async () => {
    const agency = await newAgency();
    const { status, body } = await agency.get(`${path}?start=2026-07-01T23:30:00Z&end=2026-07-05T12:00:00%2B02:00&timezone=Europe/Paris`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ start: '2026-07-02', end: '2026-07-05', timezone: 'Europe/Paris' });
    expect((await agency.get(`${path}?start=2026-07-01&end=2026-07-02`)).body).toMatchObject({ timezone: 'UTC' });
  });

  it.each([
    ['', 'start'],
    ['start=2026-07-01', 'end'],
    ['start=2026-07-01&end=2026-07-02&creator_ids=', 'creator_ids'],
    ['start=2026-07-01&end=2026-07-02&creator_ids=a,,b', 'creator_ids.1'],
    [`start=2026-07-01&end=2026-07-02&creator_ids=${Array.from({ length: 51 }, (_, index) => index).join(',')}`, 'creator_ids'],
    ['start=2026-07-01&end=2026-07-02&creator_id=c1', 'creator_id'],
    ['start=01.07.2026&end=2026-07-02', 'start'],
    ['start=2026-07-01T00:00:00&end=2026-07-02', 'start'],
    ['start=2026-07-01&start=2026-07-02&end=2026-07-02', 'start'],
  ])('refuses ?%s, naming %s', async (parameters, place) => {
    expect(await (await newAgency()).get(`${path}?${parameters}`)).toMatchObject(invalid(place));
  });

  it.each([
    ['a day that does not exist', 'start=2026-02-30&end=2026-03-01'],
    ['a date-time on a day that does not exist', 'start=2026-02-30T00:00:00Z&end=2026-03-01'],
    ['a day that the zone skipped', 'start=2011-12-30&end=2011-12-31&timezone=Pacific/Apia'],
    ['an end before the start', 'start=2026-07-02&end=2026-07-01'],
    ['an abbreviation', 'start=2026-07-01&end=2026-07-02&timezone=CET'],
    ['a legacy zone name', 'start=2026-07-01&end=2026-07-02&timezone=EST'],
    ['an offset', 'start=2026-07-01&end=2026-07-02&timezone=%2B02:00'],
    ['an unknown zone', 'start=2026-07-01&end=2026-07-02&timezone=Europe/Atlantis'],
  ])('refuses %s with an explanation', async (_, parameters) => {
    await expectExplained(await newAgency(), `${path}?${parameters}`);
  });

  it(`answers for days up to ${maxEnd} from the year's first on, and not up to ${tooFar}`, async () => {
    const agency = await newAgency();
    expect(await agency.get(`${path}?start=2026-01-01&end=${maxEnd}&timezone=America/St_Johns`)).toMatchObject({ status: 200 });
    await expectExplained(agency, `${path}?start=2026-01-01&end=${tooFar}&timezone=America/St_Johns`);
  });

  it('shows what is recorded after the next refresh', async () => {
    const agency = await newAgency();
    const total = async () => JSON.stringify((await agency.get(`${path}?start=2026-07-01&end=2026-07-01`)).body).includes('4321');
    await agency.ingest(order('o1', 'c1', { amount_cents: 4321, user_id: 'u1', created_at: '2026-07-01T10:00:00Z' }));
    expect(await total()).toBe(false);
    await refresh(agency);
    expect(await total()).toBe(true);
  });
});

describe('user_ids', () => {
  const newAgency = useService();

  it.each(['/v1/analytics/revenue', '/v1/analytics/creators', '/v1/analytics/employees'])('is unknown to %s', async (path) => {
    expect(await (await newAgency()).get(`${path}?start=2026-07-01&end=2026-07-01&user_ids=u1`)).toMatchObject(invalid('user_ids'));
  });
});

describe('the ends of the calendar', () => {
  const newAgency = useService();

  // Where a zone's day began between two quarter hours of UTC, it is refused (`limits-of-figures.test.ts`).
  it.each([
    ['0001-01-08', ['UTC']],
    ['1969-12-31', ['UTC', 'Pacific/Pago_Pago']],
    ['9999-12-30', ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Africa/Monrovia']],
  ])('are days like any other: %s', async (day, zones) => {
    const agency = await newAgency();
    for (const timezone of zones) {
      for (const path of ['revenue', 'revenue/timeseries', 'creators', 'employees']) {
        const { status, body } = await agency.get(`/v1/analytics/${path}?start=${day}&end=${day}&timezone=${timezone}`);
        expect([status, body.start, body.end]).toEqual([200, day, day]);
      }
    }
  });
});
