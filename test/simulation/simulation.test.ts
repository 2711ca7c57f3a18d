import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RetrySchedule } from '../../server/delivery/retry-schedule.ts';
import { expectNothingLost, expectNothingSentAfterSuccess } from './invariants.ts';
import { World, type Defects } from './world.ts';

type Step = (world: World) => Promise<void> | void;

const small = fc.nat({ max: 7 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(small, small, fc.integer({ min: 1, max: 3 }))
      .map(([p, a, n]): [string, Step] => [`publish ${n} at ${p}`, (w) => w.publish(p, a, n)]),
  },
  { weight: 6, arbitrary: fc.tuple(small, fc.boolean()).map(([f, ok]): [string, Step] => [`answer ${f} ${ok}`, (w) => w.answer(f, ok)]) },
  { weight: 5, arbitrary: fc.constantFrom(20, 60, 300, 1_500).map((ms): [string, Step] => [`advance ${ms}`, (w) => w.advance(ms)]) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(small, small, fc.constantFrom('before' as const, 'after' as const))
      .map(([p, n, f]): [string, Step] => [`fault ${f} after ${n} at ${p}`, (w) => w.fault(p, n, f)]),
  },
  { weight: 1, arbitrary: fc.constantFrom(300, 7_000, 26_000).map((ms): [string, Step] => [`outage ${ms}`, (w) => w.outage(ms)]) },
);
const crash = fc.oneof(
  { weight: 2, arbitrary: small.map((p): [string, Step] => [`kill ${p}`, (w) => w.kill(p)]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(small, fc.constantFrom(2_000, 12_000))
      .map(([p, ms]): [string, Step] => [`pause ${p} for ${ms}`, (w) => w.pause(p, ms)]),
  },
);

const history = (kinds: fc.Arbitrary<[string, Step]>) =>
  fc.tuple(fc.constantFrom([], [0, 0, 0]), fc.array(kinds, { minLength: 5, maxLength: 30 })).map(([schedule, steps]) => ({
    schedule,
    steps,
    toString: () => `${schedule.length} retries: ${steps.map(([name]) => name).join(', ')}`,
  }));

interface History {
  readonly schedule: RetrySchedule;
  readonly steps: readonly [string, Step][];
}

async function run(world: World, { schedule, steps }: History): Promise<void> {
  await world.begin(schedule);
  try {
    for (const [, act] of steps) await act(world);
    await world.heal();
    await expectNothingLost(world);
    expectNothingSentAfterSuccess(world);
  } finally {
    await world.end();
  }
}

const runs = Number(process.env['SIMULATIONS'] ?? 12);
const seed = Number(process.env['SIMULATION_SEED'] ?? 1);
/** A busy machine takes longer to come upon a defect. */
const patience = 3;

describe('whatever goes wrong between two statements', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(() => world.close());

  test('nothing is lost, counted twice or sent again while processes live', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(history(step), (drawn) => run(world, drawn)),
      { numRuns: runs, seed, endOnFailure: true },
    );
  });

  test('nothing is lost or counted twice where processes die and stand still', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(history(fc.oneof({ weight: 6, arbitrary: step }, { weight: 1, arbitrary: crash })), (drawn) => run(world, drawn)),
      { numRuns: runs, seed, endOnFailure: true },
    );
  });
});

describe('a defect that is put back is found', () => {
  const defects: [string, Defects][] = [
    ['a process that the database kept from beating is taken for dead', { options: { awayAfterMs: Infinity } }],
  ];

  test.each(defects)('%s', { timeout: 300_000 }, async (_name, defect) => {
    const world = await World.open(defect);
    const found = await fc.check(
      fc.asyncProperty(history(step), (drawn) => run(world, drawn)),
      { numRuns: 300, seed, endOnFailure: true, interruptAfterTimeLimit: 60_000 * patience },
    );
    await world.close();
    expect(found.failed && found.counterexample !== null).toBe(true);
  });
});
