import { afterAll, expect, test } from 'vitest';
import { endProcesses } from '../process/service-process.ts';
import { runChaos } from './run.ts';
import { describe, summarize } from './report.ts';

afterAll(endProcesses);

const seed = Number(process.env.CHAOS_SEED ?? 20_261_121);

test(
  `every accepted fact is delivered and accounted for to the request, whatever goes wrong with processes and the database (seed ${seed})`,
  { timeout: 400_000 },
  async () => {
    const { account } = await runChaos({
      seed,
      forMs: 30_000,
      pausesMs: { database: [200, 1_000], processes: [500, 2_500] },
      longestOutageMs: 5_000,
      isDeep: false,
    });
    const { evidence, unexplained } = account;
    const details = unexplained.slice(0, 10).flatMap((finding) => describe(account, finding, (ms) => new Date(ms).toISOString()));
    expect(unexplained.length, [...details, ...summarize(account)].join('\n')).toBe(0);

    const { batches, faults, requests, finalState } = evidence.given;
    const accepted = batches.filter(({ outcome }) => outcome === 'accepted').flatMap(({ facts }) => facts);
    expect(accepted.length).toBeGreaterThan(300);
    expect(requests.length).toBeGreaterThan(accepted.length);
    expect(finalState.failures.filter(({ error }) => error !== 'endpoint_disabled')).toEqual([]);
    const kinds = new Set(faults.map(({ kind }) => kind));
    for (const kind of ['killed', 'terminated', 'database stopped at once', 'sessions ended', 'clock stepped'] as const)
      expect(kinds).toContain(kind);
    expect(kinds.has('database mute') || kinds.has('database refusing')).toBe(true);
  },
);
