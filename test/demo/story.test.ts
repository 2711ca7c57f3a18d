import { describe, expect, it } from 'vitest';
import { audiencesOf } from '../../server/demo/audience.ts';
import { Calendar, historyDays } from '../../server/demo/calendar.ts';
import { castOf } from '../../server/demo/cast.ts';
import { Day, type DemoRecord, type World } from '../../server/demo/day.ts';

function worldAt(now: Date): World {
  const calendar = new Calendar(now);
  const cast = castOf(calendar);
  return { calendar, cast, audiences: audiencesOf(calendar, cast) };
}

const now = new Date('2026-11-21T10:15:30.123Z');
const world = worldAt(now);
const told: DemoRecord[] = Array.from({ length: historyDays }, (_, daysAgo) => new Day(world, daysAgo).records).flat();
const of = <Type extends DemoRecord['type']>(type: Type) =>
  told.filter((record) => record.type === type) as Extract<DemoRecord, { type: Type }>[];

describe('the story of the demo agency', () => {
  it('has two years of an agency of some size', () => {
    expect(world.cast.creators.length).toBeGreaterThanOrEqual(5);
    expect(world.cast.employees.length).toBeGreaterThanOrEqual(20);
    expect(world.cast.employees.some(({ record }) => !record.active)).toBe(true);
    expect(world.audiences.flatMap(({ fans }) => fans).length).toBeGreaterThanOrEqual(2_000);
    expect(of('send').length).toBeGreaterThanOrEqual(50_000);
    expect(of('order').length).toBeGreaterThanOrEqual(10_000);
    expect(of('refund').length).toBeGreaterThan(100);
    expect(of('ai_request').length).toBeGreaterThan(100);
    expect(Date.parse(of('send').at(-1)!.sent_at)).toBeLessThan(now.getTime() - 725 * 86_400_000);
  });

  it('is the same whenever it is generated from the same instant, and has each id once', () => {
    expect(new Day(worldAt(now), 3).records).toEqual(new Day(world, 3).records);
    for (const type of ['send', 'order', 'ai_request'] as const) {
      const ids = of(type).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('holds nothing that is still to come', () => {
    const latest = Math.max(
      ...of('send').map(({ sent_at }) => Date.parse(sent_at)),
      ...of('order').map(({ created_at }) => Date.parse(created_at)),
      ...of('refund').map(({ refunded_at }) => Date.parse(refunded_at)),
      ...of('ai_request').map(({ requested_at }) => Date.parse(requested_at)),
      ...world.audiences.flatMap(({ fans }) => fans).map(({ record }) => Date.parse(record.related_at)),
    );
    expect(latest).toBeLessThan(now.getTime());
  });

  it('begins no purchase before its fan, names only those who work there, and sells each purchased media once', () => {
    const relatedMs = new Map(
      world.audiences.flatMap(({ fans }, index) =>
        fans.map((fan) => [`${world.cast.creators[index]!.record.id}/${fan.id}`, fan.relatedMs]),
      ),
    );
    for (const { creator_id, fan_id, created_at } of of('order')) {
      expect(relatedMs.get(`${creator_id}/${fan_id}`)).toBeLessThanOrEqual(Date.parse(created_at));
    }
    const employees = new Set(world.cast.employees.map(({ record }) => record.id));
    expect(of('send').every(({ sent_by_user_id: id }) => id === null || employees.has(id))).toBe(true);
    const purchased = of('send').filter(({ sale_status: status }) => status === 'purchased');
    expect(of('order').filter(({ order_type: type }) => type === 'private_media')).toHaveLength(purchased.length);
  });

  it('is busy in the evening, at weekends and more and more', () => {
    const hours = Array.from({ length: 24 }, () => 0);
    for (const { sent_at } of of('send')) hours[new Date(sent_at).getUTCHours()]! += 1;
    expect(hours[21]!).toBeGreaterThan(8 * hours[4]!);
    const [recent, early] = [
      of('send').filter(({ sent_at }) => Date.parse(sent_at) > now.getTime() - 365 * 86_400_000).length,
      of('send').length,
    ];
    expect(recent).toBeGreaterThan(0.55 * early);
  });
});
