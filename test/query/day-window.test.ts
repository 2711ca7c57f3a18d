import { describe, expect, it } from 'vitest';
import { problems } from '../../server/problems/problem.ts';
import { readDayWindow, requireWindowWithin } from '../../server/query/day-window.ts';
import { requireTimeZone } from '../../server/query/time-zone.ts';

const refusal = expect.objectContaining({ slug: 'validation_failed', detail: expect.any(String), members: {} });

function windowOf(start: string, end: string, timezone?: string) {
  const window = readDayWindow({ start, end, timezone }, problems);
  return {
    days: `${window.start.toString()}..${window.end.toString()}`,
    from: new Date(window.fromMs).toISOString(),
    until: new Date(window.untilMs).toISOString(),
    dayCount: window.dayCount,
  };
}

describe('time zones', () => {
  it.each([
    'UTC',
    'Europe/Paris',
    'Asia/Kolkata',
    'Europe/Kyiv',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'US/Pacific',
    'Etc/GMT+5',
  ])('accepts %s', (name) => expect(requireTimeZone(name, problems)).toBe(name));

  it.each([
    'EST',
    'CET',
    'EST5EDT',
    'GMT',
    'Japan',
    'utc',
    'europe/paris',
    '+02:00',
    '-0500',
    'Europe/Atlantis',
    'Europe/',
    '/Paris',
    'Europe',
    '',
    'UTC ',
    'Z',
    'Local/Time',
  ])('refuses "%s"', (name) => expect(() => requireTimeZone(name, problems)).toThrow(refusal));
});

describe('windows of whole days', () => {
  it('reads days in the zone, and in UTC when none is given', () => {
    expect(windowOf('2026-07-01', '2026-07-02')).toEqual({
      days: '2026-07-01..2026-07-02',
      from: '2026-07-01T00:00:00.000Z',
      until: '2026-07-03T00:00:00.000Z',
      dayCount: 2,
    });
    expect(windowOf('2026-07-01', '2026-07-01', 'America/Los_Angeles')).toMatchObject({
      from: '2026-07-01T07:00:00.000Z',
      until: '2026-07-02T07:00:00.000Z',
    });
    expect(windowOf('2026-07-01', '2026-07-01', 'Asia/Kathmandu')).toMatchObject({ from: '2026-06-30T18:15:00.000Z' });
  });

  it('lets a date-time stand for the day it falls on in the zone', () => {
    expect(windowOf('2026-07-01T23:30:00Z', '2026-07-02T04:59:59.999-05:00', 'Europe/Paris').days).toBe('2026-07-02..2026-07-02');
    expect(windowOf('2026-07-01T02:00:00Z', '2026-07-01T12:00:00.123456789123Z', 'America/New_York').days).toBe('2026-06-30..2026-07-01');
  });

  it('gives the days of clock changes their 23 and 25 hours', () => {
    expect(windowOf('2026-03-29', '2026-03-29', 'Europe/Paris')).toMatchObject({
      from: '2026-03-28T23:00:00.000Z',
      until: '2026-03-29T22:00:00.000Z',
      dayCount: 1,
    });
    expect(windowOf('2026-10-25', '2026-10-25', 'Europe/Paris')).toMatchObject({
      from: '2026-10-24T22:00:00.000Z',
      until: '2026-10-25T23:00:00.000Z',
      dayCount: 1,
    });
    // The clock goes back from midnight, so the day begins twice: the first time counts.
    expect(windowOf('2026-11-01', '2026-11-01', 'America/Havana')).toMatchObject({
      from: '2026-11-01T04:00:00.000Z',
      until: '2026-11-02T05:00:00.000Z',
    });
    // The clock goes forward at midnight: the day begins at one.
    expect(windowOf('2026-03-08', '2026-03-08', 'America/Havana')).toMatchObject({
      from: '2026-03-08T05:00:00.000Z',
      until: '2026-03-09T04:00:00.000Z',
    });
  });

  it('refuses a day that a zone skipped, and does not count it', () => {
    expect(() => windowOf('2011-12-30', '2011-12-31', 'Pacific/Apia')).toThrow(refusal);
    expect(() => windowOf('2011-12-29', '2011-12-30', 'Pacific/Apia')).toThrow(refusal);
    expect(windowOf('2011-12-30', '2011-12-30', 'UTC').dayCount).toBe(1);
    expect(windowOf('2011-12-29', '2011-12-31', 'Pacific/Apia')).toEqual({
      days: '2011-12-29..2011-12-31',
      from: '2011-12-29T10:00:00.000Z',
      until: '2011-12-31T10:00:00.000Z',
      dayCount: 2,
    });
  });

  it.each([
    ['2026-02-29', '2026-03-01'],
    ['2026-04-01', '2026-04-31'],
    ['2026-13-01', '2026-13-02'],
    ['2026-02-30T10:00:00Z', '2026-03-01'],
    ['2026-07-01T24:00:00Z', '2026-07-02'],
    ['2026-07-01T10:00:00+25:00', '2026-07-02'],
    ['2026-07-01T10:00:00', '2026-07-02'],
    ['20260701', '2026-07-02'],
    ['2026-7-1', '2026-07-02'],
    ['today', '2026-07-02'],
    ['2026-07-02', '2026-07-01'],
    ['2026-07-01T22:30:00Z', '2026-07-01'],
  ])('refuses %s to %s', (start, end) => {
    expect(() => windowOf(start, end, 'Europe/Paris')).toThrow(refusal);
  });

  it('counts leap days, and refuses days beyond the years that instants are written in', () => {
    expect(windowOf('2028-02-28', '2028-03-01').dayCount).toBe(3);
    expect(windowOf('0002-01-01', '9998-12-31').dayCount).toBe(3651329);
    expect(() => windowOf('0000-06-01', '2026-01-01')).toThrow(refusal);
    expect(() => windowOf('9999-12-31', '9999-12-31', 'Pacific/Pago_Pago')).toThrow(refusal);
  });

  it('refuses a window of more days than are allowed', () => {
    const window = readDayWindow({ start: '2026-03-01', end: '2026-03-31', timezone: 'Europe/Paris' }, problems);
    expect(() => requireWindowWithin(window, 31, 'this operation', problems)).not.toThrow();
    expect(() => requireWindowWithin(window, 30, 'this operation', problems)).toThrow(refusal);
  });
});
