import fc from 'fast-check';
import type { RetrySchedule } from '../../server/delivery/record/retry-schedule.ts';
import type { Fault } from './faulty-pool.ts';
import type { World } from './world.ts';

export interface Step {
  readonly name: string;
  readonly take: (world: World) => Promise<void> | void;
}

/** What is drawn for one simulation. */
export interface Draw {
  readonly schedule: RetrySchedule;
  /** Of the order in which statements run that are asked at the same time. */
  readonly seed: number;
  readonly steps: readonly Step[];
  toString(): string;
}

export type Steps = fc.Arbitrary<Step>;

const small = fc.nat({ max: 7 });

export const publish: Steps = fc
  .tuple(small, small, fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 0, 0, 30, 700, 9_000))
  .map(([p, a, n, ms]) => ({
    name: `publish ${n} for ${a} at ${p}${ms ? ` in ${ms} ms` : ''}`,
    take: (world) => world.publish(p, a, n, ms),
  }));

/** More than there are slots for: some of it is free. */
export const publishMany: Steps = fc
  .tuple(small, small, fc.constantFrom(30, 700, 3_000))
  .map(([p, a, ms]) => ({ name: `publish 9 for ${a} at ${p} in ${ms} ms`, take: (world) => world.publish(p, a, 9, ms) }));

/** Of the receivers' answers so many are failures, and so many others good. */
export const answer = (bad: number, good: number): Steps =>
  fc
    .tuple(
      small,
      fc.oneof({ weight: bad, arbitrary: fc.constant('bad' as const) }, { weight: good, arbitrary: fc.constant('good' as const) }),
    )
    .map(([n, kind]) => ({ name: `answer ${n} ${kind}`, take: (world) => world.answer(n, kind) }));

const answerUnwritable: Steps = small.map((n) => ({ name: `answer ${n} unwritable`, take: (world) => world.answer(n, 'unwritable') }));

export const advance = (...ms: readonly number[]): Steps =>
  fc.constantFrom(...ms).map((by) => ({ name: `advance ${by}`, take: (world) => world.advance(by) }));

const losses: readonly Fault[] = ['before', 'after', 'between'];
const statements = [
  'record-attempts',
  'record-failed-attempts',
  'COMMIT',
  'claim-deliveries',
  'claim-suspects',
  'claim-suspect-alone',
  'publish-events',
  'heartbeat',
  'UPDATE',
  'WITH',
];

interface FaultOptions {
  /** The statements that may meet it: a kind, or undefined for any. */
  readonly of?: readonly (string | undefined)[];
  readonly kinds?: readonly Fault[];
  /** The process dies of it. */
  readonly isDeath?: boolean;
}

/** One of the next statements goes wrong. */
export const fault = ({ of = [undefined, ...statements], kinds = [...losses, 'refused'], isDeath = false }: FaultOptions = {}): Steps =>
  fc.tuple(small, fc.constantFrom(...of), fc.nat({ max: 5 }), fc.constantFrom(...kinds)).map(([p, name, n, kind]) => {
    const left = name === undefined ? n : n % 2;
    return {
      name: `${isDeath ? 'death' : 'fault'}, ${kind}: ${name ?? 'any'} after ${left} at ${p}`,
      take: (world) => world.fault(p, { fault: kind, of: name, left, isDeath }),
    };
  });

export const outage = (...ms: readonly number[]): Steps =>
  fc.constantFrom(...ms).map((by) => ({ name: `outage ${by}`, take: (world) => world.outage(by) }));

const setStatus: Steps = fc
  .tuple(small, fc.constantFrom('active' as const, 'active' as const, 'disabled' as const))
  .map(([e, status]) => ({ name: `${status} ${e}`, take: (world) => world.setStatus(e, status) }));

const stop: Steps = small.map((p) => ({ name: `stop ${p}`, take: (world) => world.stop(p) }));

export const kill: Steps = small.map((p) => ({ name: `kill ${p}`, take: (world) => world.kill(p) }));

export const pause = (...ms: readonly number[]): Steps =>
  fc.tuple(small, fc.constantFrom(...ms)).map(([p, by]) => ({ name: `pause ${p} for ${by}`, take: (world) => world.pause(p, by) }));

/** Steps that are drawn in proportion to their weights. */
export const weighted = (...weights: readonly (readonly [number, Steps])[]) =>
  fc.oneof(...weights.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** No process dies, and none is paused. */
export const whileAllLive = weighted(
  [5, publish],
  [1, publishMany],
  [8, answer(1, 2)],
  [1, answerUnwritable],
  [6, advance(20, 60, 300, 1_500)],
  [4, fault()],
  [1, outage(300, 7_000, 26_000)],
  [1, setStatus],
  [1, stop],
);

export const whereSomeDie = weighted(
  [16, whileAllLive],
  [2, advance(8_000)],
  [2, kill],
  [2, pause(2_000, 12_000)],
  [2, fault({ kinds: losses, isDeath: true })],
);

export type Draws = fc.Arbitrary<Draw>;

interface DrawOptions {
  readonly schedules?: readonly RetrySchedule[];
}

/** So many steps, as they come. */
export const some = (steps: Steps, fewest: number, most: number): fc.Arbitrary<Step[]> =>
  fc.array(steps, { minLength: fewest, maxLength: most, size: 'max' });

/** Some steps after others. */
export const inTurn = (...parts: readonly fc.Arbitrary<Step[]>[]): fc.Arbitrary<Step[]> => fc.tuple(...parts).map((all) => all.flat());

export const draws = (steps: fc.Arbitrary<readonly Step[]>, { schedules = [[], [0, 0, 0], [2_000, 10_000]] }: DrawOptions = {}): Draws =>
  fc.tuple(fc.constantFrom(...schedules), fc.nat(), steps).map(([schedule, seed, taken]) => ({
    schedule,
    seed,
    steps: taken,
    toString: () => `retries after [${schedule.join()}], order ${seed}: ${taken.map(({ name }) => name).join(', ')}`,
  }));
