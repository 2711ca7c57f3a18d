import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problems } from '../../server/problems/problem.ts';
import { readDayWindow } from '../../server/query/day-window.ts';
import { chooseGranularity, periodsOf, type Granularity } from '../../server/query/periods.ts';

const windowOf = (start: string, end: string, timezone = 'UTC') => readDayWindow({ start, end, timezone }, problems);
const startsOf = (granularity: Granularity, start: string, end: string, timezone?: string) =>
  periodsOf(windowOf(start, end, timezone), granularity).map((period) => period.start);

describe('granularity', () => {
  it.each([
    ['2026-07-01', '2026-07-02', 'hour'],
    ['2026-07-01', '2026-07-03', 'day'],
    ['2026-07-01', '2026-07-31', 'day'],
    ['2026-07-01', '2026-08-01', 'week'],
    ['2026-01-01', '2026-06-29', 'week'],
    ['2026-01-01', '2026-06-30', 'month'],
    ['2026-01-01', '2026-12-31', 'month'],
  ])('from %s to %s is chosen as %s', (start, end, granularity) => {
    expect(chooseGranularity(windowOf(start, end), undefined, problems)).toBe(granularity);
  });

  it.each<[Granularity, string, string]>([
    ['hour', '2026-07-07', '2026-07-08'],
    ['day', '2026-07-31', '2026-08-01'],
    ['week', '2027-06-30', '2027-07-01'],
    ['month', '2027-06-30', '2027-07-01'],
  ])('%s takes a window up to %s and not up to %s', (granularity, allowed, refused) => {
    expect(chooseGranularity(windowOf('2026-07-01', allowed), granularity, problems)).toBe(granularity);
    expect(() => chooseGranularity(windowOf('2026-07-01', refused), granularity, problems)).toThrow(
      expect.objectContaining({ slug: 'validation_failed' }),
    );
  });

  it('is not chosen for a window that is too wide for all of them', () => {
    expect(() => chooseGranularity(windowOf('2026-01-01', '2027-01-01'), undefined, problems)).toThrow(
      expect.objectContaining({ slug: 'validation_failed' }),
    );
  });
});

describe('periods', () => {
  it('carry the offset that holds when they begin', () => {
    expect(startsOf('day', '2026-03-28', '2026-03-30', 'Europe/Paris')).toEqual([
      '2026-03-28T00:00:00+01:00',
      '2026-03-29T00:00:00+01:00',
      '2026-03-30T00:00:00+02:00',
    ]);
    expect(startsOf('day', '2026-07-01', '2026-07-01')).toEqual(['2026-07-01T00:00:00+00:00']);
    expect(startsOf('month', '2026-01-15', '2026-02-02', 'Asia/Kathmandu')).toEqual([
      '2026-01-01T00:00:00+05:45',
      '2026-02-01T00:00:00+05:45',
    ]);
  });

  it('of an hour are real hours: 23 and 25 on the days of clock changes', () => {
    const spring = startsOf('hour', '2026-03-29', '2026-03-29', 'Europe/Paris');
    expect(spring).toHaveLength(23);
    expect(spring.slice(1, 3)).toEqual(['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00']);
    const autumn = startsOf('hour', '2026-10-25', '2026-10-25', 'Europe/Paris');
    expect(autumn).toHaveLength(25);
    expect(autumn.slice(2, 4)).toEqual(['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00']);
  });

  it('of an hour restart with each day where the clock changes by half an hour', () => {
    const hours = periodsOf(windowOf('2026-10-04', '2026-10-05', 'Australia/Lord_Howe'), 'hour');
    expect(hours.map(({ start }) => start).slice(1, 4)).toEqual([
      '2026-10-04T01:00:00+10:30',
      '2026-10-04T02:30:00+11:00',
      '2026-10-04T03:30:00+11:00',
    ]);
    expect(hours[23]).toMatchObject({ start: '2026-10-04T23:30:00+11:00', untilMs: Date.parse('2026-10-05T00:00:00+11:00') });
    expect(hours[24]!.start).toBe('2026-10-05T00:00:00+11:00');
    expect(hours).toHaveLength(48);
  });

  it('begin at the half and three-quarter hours of a zone', () => {
    expect(startsOf('hour', '2026-07-01', '2026-07-01', 'Asia/Kolkata')[1]).toBe('2026-07-01T01:00:00+05:30');
    expect(periodsOf(windowOf('2026-07-01', '2026-07-01', 'Asia/Kathmandu'), 'hour')[0]!.fromMs).toBe(Date.parse('2026-06-30T18:15:00Z'));
  });

  it('of a week begin on Monday, also where the window begins later, and cover what lies inside', () => {
    const weeks = periodsOf(windowOf('2026-07-01', '2026-07-14', 'Europe/Paris'), 'week');
    expect(weeks.map(({ start }) => start)).toEqual([
      '2026-06-29T00:00:00+02:00',
      '2026-07-06T00:00:00+02:00',
      '2026-07-13T00:00:00+02:00',
    ]);
    expect(weeks[0]!.fromMs).toBe(Date.parse('2026-07-01T00:00:00+02:00'));
    expect(weeks[2]!.untilMs).toBe(Date.parse('2026-07-15T00:00:00+02:00'));
  });

  it('leave out the day that a zone skipped', () => {
    expect(startsOf('day', '2011-12-29', '2011-12-31', 'Pacific/Apia')).toEqual(['2011-12-29T00:00:00-10:00', '2011-12-31T00:00:00+14:00']);
    expect(startsOf('hour', '2011-12-29', '2011-12-31', 'Pacific/Apia')).toHaveLength(48);
  });

  it('follow each other without a gap through the whole window, in every zone', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 25_000 }),
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom<Granularity>('hour', 'day', 'week', 'month'),
        (timezone, day, length, granularity) => {
          const dayOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);
          let window;
          try {
            window = windowOf(dayOf(day), dayOf(day + length), timezone);
          } catch {
            return;
          }
          const periods = periodsOf(window, granularity);
          expect(periods[0]!.fromMs).toBe(window.fromMs);
          expect(periods.at(-1)!.untilMs).toBe(window.untilMs);
          periods.forEach((period, index) => {
            expect(period.untilMs).toBeGreaterThan(period.fromMs);
            if (index > 0) expect(period.fromMs).toBe(periods[index - 1]!.untilMs);
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});
