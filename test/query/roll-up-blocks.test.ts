import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockHours, blocksOrigin, coverPeriods } from '../../server/query/roll-up-blocks.ts';

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;
const lengths = [blockHours.creator, blockHours.employee, [], [28 * 24, 7 * 24, 6]] as const;

describe('the cover of periods by blocks and quarters', () => {
  it('counts each quarter of a period once and no other, from whole blocks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200_000 }),
        fc.integer({ min: 1, max: 36_000 }),
        fc.constantFrom(...lengths),
        (first, count, lengthsHours) => {
          const fromMs = Date.UTC(2020, 0, 1) + first * quarterMs;
          const untilMs = fromMs + count * quarterMs;
          const spans = coverPeriods([{ fromMs, untilMs }], lengthsHours);
          const change = new Map<number, number>();
          for (const span of spans) {
            const lengthMs = (span.blockHours ?? 0.25) * hourMs;
            expect((span.fromMs - Date.parse(blocksOrigin)) % lengthMs).toBe(0);
            expect((span.untilMs - Date.parse(blocksOrigin)) % lengthMs).toBe(0);
            change.set(span.fromMs, (change.get(span.fromMs) ?? 0) + span.sign);
            change.set(span.untilMs, (change.get(span.untilMs) ?? 0) - span.sign);
          }
          const edges = [...change].filter(([, by]) => by !== 0).sort(([a], [b]) => a - b);
          expect(edges).toEqual([
            [fromMs, 1],
            [untilMs, -1],
          ]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('reads little besides the weeks of a series of weeks', () => {
    const weekMs = 7 * 24 * hourMs;
    const monday = Date.parse('2026-06-29T00:00:00+02:00');
    const spans = coverPeriods([{ fromMs: monday, untilMs: monday + weekMs }], blockHours.creator);
    expect(
      spans.map(({ blockHours: hours, fromMs, untilMs, sign }) => ({ hours, lengthHours: (untilMs - fromMs) / hourMs, sign })),
    ).toEqual([
      { hours: 168, lengthHours: 168, sign: 1 },
      { hours: undefined, lengthHours: 2, sign: -1 },
      { hours: undefined, lengthHours: 2, sign: 1 },
    ]);
  });
});
