import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownDefects } from './defects.ts';
import { expectNothingWrong, type Tally } from './invariants.ts';
import type { Defect } from './sim-process.ts';
import { draws, some, whereSomeDie, whileAllLive, type Draw } from './steps.ts';
import { World } from './world.ts';

/** More runs from other seeds look further: `SIMULATIONS=500 SIMULATION_SEED=7 npm run test:slow -- test/simulation`. */
const given = process.env['SIMULATIONS'];
const seed = Number(process.env['SIMULATION_SEED'] ?? 1);

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

async function run({ schedule, seed: order, steps }: Draw, defect: Defect = {}): Promise<Tally> {
  await world.begin(schedule, order, defect);
  try {
    for (const { take } of steps) await take(world);
    await world.heal();
    return await expectNothingWrong(world);
  } finally {
    await world.end();
  }
}

describe('after a fault between any two statements, the saved outcomes equal the requests that receivers got', () => {
  test.each([
    ['while processes live', whileAllLive, 7, ['requests', 'unwritable']],
    ['where processes die and are paused', whereSomeDie, 12, ['requests', 'lost', 'disabled']],
  ] as const)('%s', { timeout: 3_600_000 }, async (_name, steps, runs, met) => {
    const tallies: Tally[] = [];
    await fc.assert(
      fc.asyncProperty(draws(some(steps, 10, 30)), async (draw) => void tallies.push(await run(draw))),
      { numRuns: Number(given ?? runs), seed, endOnFailure: true },
    );
    // What is accounted for has come about.
    for (const kind of met)
      expect(
        tallies.some((tally) => tally[kind] > 0),
        kind,
      ).toBe(true);
  });
});

test('the same draw runs the same way', { timeout: 300_000 }, async () => {
  for (const draw of fc.sample(draws(some(whereSomeDie, 30, 30)), { numRuns: 1, seed })) {
    await run(draw);
    const log = [...world.log];
    await run(draw);
    expect(world.log).toEqual(log);
  }
});

describe('a known defect is found within a minute', () => {
  test.each(knownDefects)('$name', { timeout: 300_000 }, async ({ defect, draws: drawn, sign }) => {
    const found = await fc.check(
      fc.asyncProperty(drawn, async (draw) => void (await run(draw, defect))),
      { numRuns: 100, seed, endOnFailure: true, interruptAfterTimeLimit: 60_000 },
    );
    expect(String(found.errorInstance)).toMatch(sign);
  });
});
