import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endProcesses } from '../process/service-process.ts';
import { citusIsMissing } from '../support/citus.ts';
import { nameOf } from './faults.ts';
import { runChaos } from './run.ts';
import { startCitusServers, startPostgres } from './servers.ts';
import { describe, summarize, listExceptions } from './report.ts';

const usage = 'npm run chaos -- [--minutes 10] [--seed N] [--citus]';
/** Of each kind of finding. */
const mostDescribed = 5;

function wish(): { minutes: number; seed: number; isOverCitus: boolean } {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' }, citus: { type: 'boolean' } },
  });
  const minutes = Number(values.minutes);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
  if (!(minutes > 0) || !Number.isSafeInteger(seed))
    throw new Error(`accepted are a number of minutes and a whole number as the seed: ${usage}`);
  const missing = values.citus ? citusIsMissing() : undefined;
  if (missing) throw new Error(missing);
  return { minutes, seed, isOverCitus: values.citus ?? false };
}

/**
 * Lets everything go wrong for some minutes, waits until the service has settled, and prints what became of every
 * fact. Ends with 1 where something is not explained.
 */
async function main(): Promise<number> {
  const { minutes, seed, isOverCitus } = wish();
  const startedAt = Date.now();
  const clock = (ms: number) => (Number.isFinite(ms) ? `${((ms - startedAt) / 1_000).toFixed(3)} s` : 'the end');
  console.log(`chaos for ${minutes} minutes, seed ${seed}`);
  const { account, keepLogs } = await runChaos({
    seed,
    forMs: minutes * 60_000,
    pausesMs: { database: [1_000, 7_000], processes: [3_000, 15_000] },
    longestOutageMs: Infinity,
    isDeep: true,
    startServers: isOverCitus ? startCitusServers : startPostgres,
    onFault: (fault) => console.log(`${clock(fault.from).padStart(11)}  ${nameOf(fault)}`),
    onProgress: (text) => console.log(`${clock(Date.now()).padStart(11)}  ${text}`),
  });
  console.log([`settled after ${clock(Date.now())}, seed ${seed}`, ...summarize(account), ...listExceptions(account, clock)].join('\n'));
  if (account.unexplained.length === 0) return 0;
  for (const findings of Map.groupBy(account.unexplained, ({ what }) => what).values()) {
    for (const finding of findings.slice(0, mostDescribed)) console.log(describe(account, finding, clock).join('\n'));
    if (findings.length > mostDescribed) console.log(`and ${findings.length - mostDescribed} more of these`);
  }
  const directory = join('.cache/chaos', String(seed));
  keepLogs(directory);
  console.log(`what each process said is in ${directory}`);
  return 1;
}

const interrupted = () => void endProcesses().finally(() => process.exit(1));
process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
try {
  process.exitCode = await main();
} finally {
  await endProcesses();
}
