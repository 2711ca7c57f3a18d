import { setTimeout as sleep } from 'node:timers/promises';
import type { Absence, ChaosDatabase } from './database.ts';
import type { Fleet, Slot } from './fleet.ts';
import type { Random } from './random.ts';

/** A fault, its longest duration, and its aftermath. */
interface Blow {
  readonly lastsMs: number;
  readonly strike: () => Promise<unknown>;
}

/** Blows that are struck once, before the others are, as far as there is time, and those that fill the time that is left. */
interface Deck {
  readonly once: readonly Blow[];
  readonly often: readonly Blow[];
}

const hourMs = 60 * 60 * 1_000;

/** A process that is paused for so long has missed the heartbeats of its lease. */
const beyondLeaseMs = [12_500, 20_000] as const;
const withinLeaseMs = [500, 4_000] as const;

/** Outages of more than `mostMs` are left out. The longest one is of one kind. */
export function databaseDeck(database: ChaosDatabase, random: Random, mostMs: number, longest: Absence): Deck {
  const away = (how: Absence, forMs: number): Blow => ({ lastsMs: forMs, strike: () => database.goAway(how, forMs) });
  const stop: Blow = { lastsMs: 4_000, strike: () => database.stopAtOnce(random.between(0, 2_500)) };
  const sessions: Blow = { lastsMs: 3_000, strike: () => database.endSessions(random.between(500, 3_000), random) };
  const workers = database.workers.map((worker): Blow => ({
    lastsMs: 7_000,
    strike: () => database.stopWorkerAtOnce(worker, random.between(500, 5_000)),
  }));
  const short = random.shuffled([away('refusing', 5_000), away('mute', 5_000)]);
  const long = [away('refusing', 26_000), away('mute', 26_000), away(longest, 90_000)];
  return {
    once: [stop, ...workers, sessions, ...[...short, ...long].filter(({ lastsMs }) => lastsMs <= mostMs)],
    often: [stop, stop, ...workers, sessions, sessions, sessions, ...short],
  };
}

export function processDeck(fleet: Fleet, random: Random, standsStillLong: boolean): Deck {
  const any = () => random.pick(fleet.slots);
  const deliverers = () => fleet.slots.filter(({ role }) => role !== 'api');
  const blow = (lastsMs: number, strike: (slot: Slot) => Promise<unknown>, choose = any): Blow => ({
    lastsMs,
    strike: () => strike(choose()),
  });
  const killDeliverer = blow(
    2_000,
    (slot) => slot.end('SIGKILL'),
    () => random.pick(deliverers()),
  );
  const killAllDeliverers: Blow = { lastsMs: 2_000, strike: () => Promise.all(deliverers().map((slot) => slot.end('SIGKILL'))) };
  const tellToStop = blow(11_000, (slot) => slot.end('SIGTERM'));
  const standStill = (range: readonly [number, number]) => blow(range[1], (slot) => slot.standStill(random.between(...range)));
  const stepClock = blow(500, (slot) => slot.stepClock(random.pick([-hourMs, 0, hourMs])));
  return {
    once: [
      killDeliverer,
      blow(2_000, (slot) => slot.end('SIGKILL')),
      tellToStop,
      ...(standsStillLong ? [standStill(beyondLeaseMs)] : []),
      stepClock,
      stepClock,
    ],
    often: [killDeliverer, killDeliverer, killAllDeliverers, tellToStop, standStill(withinLeaseMs), stepClock, standStill(withinLeaseMs)],
  };
}

/** How much longer than its blow the time must be that is left for it. */
const slackMs = 15_000;

/**
 * Strikes one blow after the other for a time, in an order that is drawn, with pauses between them. The longest ones are not left over, and
 * those that are struck once are struck even if the others took longer than they should.
 */
export async function attack({ once, often }: Deck, random: Random, forMs: number, pausesMs: readonly [number, number]): Promise<void> {
  const until = performance.now() + forMs;
  const costs = ({ lastsMs }: Blow) => lastsMs + (pausesMs[0] + pausesMs[1]) / 2;
  let unspentMs = forMs;
  const left = once.filter((blow) => {
    const fits = costs(blow) <= unspentMs;
    if (fits) unspentMs -= costs(blow);
    return fits;
  });
  for (let next = random.pick(often); costs(next) <= unspentMs; next = random.pick(often)) {
    left.push(next);
    unspentMs -= costs(next);
  }
  while (left.length > 0) {
    await sleep(random.between(...pausesMs));
    const leftMs = until - performance.now();
    const longest = left.reduce((a, b) => (b.lastsMs > a.lastsMs ? b : a));
    const drawn = random.pick(left);
    const next = longest.lastsMs + slackMs > leftMs - drawn.lastsMs ? longest : drawn;
    left.splice(left.indexOf(next), 1);
    if (once.includes(next) || next.lastsMs <= leftMs) await next.strike();
  }
  await sleep(Math.max(0, until - performance.now()));
}
