import { describe, expect, it } from 'vitest';
import { problems } from '../../server/problems/problem.ts';
import { parseInstant, readInstantRange } from '../../server/query/instants.ts';

const refusal = expect.objectContaining({ slug: 'validation_failed', detail: expect.any(String), members: {} });
const read = (text: string) => parseInstant('start', text, problems).toISOString();

describe('instants', () => {
  it('are read with any offset', () => {
    expect(read('2026-07-01T00:00:00Z')).toBe('2026-07-01T00:00:00.000Z');
    expect(read('2026-07-01T02:00:00.5+02:00')).toBe('2026-07-01T00:00:00.500Z');
    expect(read('2026-07-01t00:00:00z')).toBe('2026-07-01T00:00:00.000Z');
    expect(read('2026-06-30T20:15:00-0345')).toBe('2026-07-01T00:00:00.000Z');
    expect(read('2026-07-01T00:00:00.1234567891234Z')).toBe('2026-07-01T00:00:00.123Z');
  });

  it('between two milliseconds are cut, also before 1970', () => {
    expect(read('2026-07-01T00:00:00.0009Z')).toBe('2026-07-01T00:00:00.000Z');
    expect(read('2026-07-01T00:00:00.0019Z')).toBe('2026-07-01T00:00:00.001Z');
    expect(read('1969-12-31T23:59:59.9999Z')).toBe('1969-12-31T23:59:59.999Z');
  });

  it.each(['2026-07-01', '2026-07-01T00:00:00', '2026-02-30T00:00:00Z', '2026-07-01T25:00:00Z', '2026-07-01T00:00:00+99:00', 'now', ''])(
    'refuse "%s"',
    (text) => {
      expect(() => read(text)).toThrow(refusal);
    },
  );

  it('make a range that may be open and empty, but not inverted', () => {
    expect(readInstantRange({}, problems)).toEqual({});
    const start = '2026-07-01T00:00:00Z';
    expect(readInstantRange({ start, end: start }, problems)).toEqual({ start: new Date(start), end: new Date(start) });
    expect(() => readInstantRange({ start, end: '2026-06-30T23:59:59Z' }, problems)).toThrow(refusal);
  });
});
