import { afterAll, expect, test } from 'vitest';
import { runChaos } from '../chaos/run.ts';
import { startCitusServers } from '../chaos/servers.ts';
import { describe, summarize } from '../chaos/report.ts';
import { endProcesses } from '../process/service-process.ts';
import { citusIsMissing } from '../support/citus.ts';

afterAll(endProcesses);

const seed = Number(process.env.CHAOS_SEED ?? 20_261_124);
const missing = citusIsMissing();

test.skipIf(missing)(
  `every accepted fact is delivered and accounted for while processes, the coordinator and workers of Citus are killed (seed ${seed})${missing ? `: left out, ${missing}` : ''}`,
  { timeout: 400_000 },
  async () => {
    const { account } = await runChaos({
      seed,
      forMs: 60_000,
      pausesMs: { database: [500, 1_500], processes: [1_000, 4_000] },
      longestOutageMs: 0,
      isDeep: false,
      startServers: startCitusServers,
    });
    const { evidence, unexplained } = account;
    const details = unexplained.slice(0, 10).flatMap((finding) => describe(account, finding, (ms) => new Date(ms).toISOString()));
    expect(unexplained.length, [...details, ...summarize(account)].join('\n')).toBe(0);

    const { batches, faults, requests } = evidence.given;
    const accepted = batches.filter(({ outcome }) => outcome === 'accepted').flatMap(({ facts }) => facts);
    expect(accepted.length).toBeGreaterThan(300);
    expect(requests.length).toBeGreaterThan(accepted.length);
    expect(evidence.given.finalState.deliveries.filter(({ status }) => status === 'pending')).toEqual([]);
    const times = (kind: string) => faults.filter((fault) => fault.kind === kind).length;
    expect(Math.min(times('killed'), times('database stopped at once'), times('worker of Citus stopped at once') / 2)).toBeGreaterThan(0);
  },
);
