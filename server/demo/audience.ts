import type { RecordOf } from '../entities/record.ts';
import { dayMs, historyDays, minuteMs, type Calendar } from './calendar.ts';
import type { Cast } from './cast.ts';
import { Random } from './random.ts';

const fanCount = 2_600;

export interface DemoFan {
  readonly record: RecordOf<'fan'>;
  readonly id: string;
  readonly username: string | null;
  readonly relatedMs: number;
  /** Days of the monthly subscription's first and last renewal; undefined for those who never subscribed. */
  readonly subscribed: { readonly fromDaysAgo: number; readonly untilDaysAgo: number } | undefined;
}

/** The fans of one creator, first related first, with the running sum of how much each of them is written to and buys. */
export interface Audience {
  readonly fans: readonly DemoFan[];
  readonly weightUpTo: readonly number[];
}

const adjectives = [
  'marble',
  'quiet',
  'amber',
  'velvet',
  'lucky',
  'northern',
  'silver',
  'wild',
  'gentle',
  'midnight',
  'golden',
  'rapid',
  'salty',
  'crimson',
  'urban',
  'early',
];
const nouns = [
  'fox',
  'harbor',
  'comet',
  'walker',
  'otter',
  'signal',
  'maple',
  'raven',
  'tiger',
  'pilot',
  'summit',
  'river',
  'drummer',
  'falcon',
  'wolf',
  'engine',
];

function tagsOf(random: Random, cast: Cast, ageDays: number, weight: number): string[] {
  const [vip, bigSpender, fresh, regular, ...others] = cast.tags.map(({ id }) => id);
  const tagIds = others.filter(() => random.chance(0.07));
  if (weight > 12) tagIds.push(vip!);
  if (weight > 6) tagIds.push(bigSpender!);
  if (ageDays < 30) tagIds.push(fresh!);
  else if (random.chance(0.25)) tagIds.push(regular!);
  return tagIds;
}

function fanOf(random: Random, calendar: Calendar, cast: Cast, creator: Cast['creators'][number]): { fan: DemoFan; weight: number } {
  const reachDays = Math.min(creator.connectedDaysAgo, historyDays + 40);
  // More fans came lately: the agency grows.
  const relatedMs = calendar.nowMs - Math.ceil(random.next() ** 1.35 * reachDays * dayMs) - minuteMs;
  const ageDays = calendar.daysAgo(relatedMs);
  // A few fans account for most of the spend (Pareto).
  const weight = Math.min(60, 1 / (1 - random.next()) ** 0.75);
  const stays = random.chance(0.35);
  const untilDaysAgo = stays ? -1 : Math.max(-1, ageDays - 30 * random.integer(0, 9));
  const subscribed = random.chance(0.8) ? { fromDaysAgo: ageDays, untilDaysAgo } : undefined;
  const status = !subscribed ? 'interested' : untilDaysAgo <= 0 ? 'active_subscriber' : 'former_subscriber';
  const id = random.digits(8);
  const username = random.chance(0.04) ? null : `${random.pick(adjectives)}_${random.pick(nouns)}${random.integer(2, 999)}`;
  return {
    weight,
    fan: {
      id,
      username,
      relatedMs,
      subscribed,
      record: {
        type: 'fan',
        account_id: creator.accountId,
        fan_id: id,
        fan_username: username,
        subscription_status: status,
        is_online: random.chance(status === 'active_subscriber' ? 0.09 : 0.03),
        related_at: new Date(relatedMs).toISOString(),
        tag_ids: tagsOf(random, cast, ageDays, weight),
      },
    },
  };
}

/** The audiences of the creators, in their order. */
export function audiencesOf(calendar: Calendar, cast: Cast): Audience[] {
  return cast.creators.map((creator) => {
    const random = new Random(`fans of ${creator.accountId}`);
    const members = Array.from({ length: Math.round(fanCount * creator.share) }, () => fanOf(random, calendar, cast, creator));
    const unique = [...new Map(members.map((member) => [member.fan.id, member])).values()];
    unique.sort((one, other) => one.fan.relatedMs - other.fan.relatedMs);
    let sum = 0;
    return { fans: unique.map(({ fan }) => fan), weightUpTo: unique.map(({ weight }) => (sum += weight)) };
  });
}

/** The first position at which the ascending `values` reach `value`. */
function positionOf(values: readonly number[], value: number, end: number): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A fan related before the instant, by weight; every second one among those of the last four months. */
export function pickFan(random: Random, { fans, weightUpTo }: Audience, atMs: number): DemoFan | undefined {
  const relatedAt = (ms: number) => {
    let [low, high] = [0, fans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fans[middle]!.relatedMs < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const end = relatedAt(atMs);
  if (end === 0) return undefined;
  const begin = random.chance(0.5) ? relatedAt(atMs - 120 * dayMs) : 0;
  const from = begin > 0 && begin < end ? weightUpTo[begin - 1]! : 0;
  return fans[Math.min(end - 1, positionOf(weightUpTo, from + random.next() * (weightUpTo[end - 1]! - from), end))];
}
