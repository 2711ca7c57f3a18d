import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { citusIsMissing } from '../test/support/citus.ts';
import { makeReader, measureReads, readsOf, type ReadCost } from './citus-reads.ts';
import { openCitusSide } from './citus-side.ts';
import { drainService } from './delivery-drain.ts';
import type { Drained } from './delivery-limits.ts';
import { publish, type Published } from './delivery-publish.ts';
import { Receiver } from './delivery-receiving.ts';
import { Table, type Line } from './delivery-report.ts';
import { full, piling, publishing, quick } from './delivery-shapes.ts';
import type { Side } from './delivery-side.ts';
import { Stops } from './stops.ts';

/**
 * What tables on workers of Citus cost: `npm run bench:citus -- [--workers none,0,1,2,4] [--rounds N] [--quick]`, with CITUS_ROOT as the tests have it.
 *
 * The same work over PostgreSQL without Citus, over a coordinator that has the parts itself, and over a coordinator with workers: all on this
 * machine. CPU and WAL are of all servers together. On one machine, more workers add cost and no capacity; only CPU, commits and WAL say something.
 */
const { values: options } = parseArgs({
  options: {
    workers: { type: 'string', default: 'none,0,1,2,4' },
    rounds: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
  },
});
const missing = citusIsMissing();
if (missing) throw new Error(missing);
const rounds = Number(options.rounds);
const effort = options.quick ? quick : full;
const shapeOf = (name: string) => publishing.find((shape) => shape.name === name)!;
const shapes = [
  { ...shapeOf('32-agencies'), facts: 1_000 },
  { ...shapeOf('batches'), facts: 5_000, agencies: 32 },
].map((shape) => effort.reduce(shape));
const drained = effort.reduce({ ...piling, facts: 1_000, agencies: 32 });
const readRequests = options.quick ? 20 : 500;
const readOrders = options.quick ? 100 : 5_000;

/** The share of the databases' CPU that the coordinator has, in percent. */
interface OfCoordinator {
  readonly coordinatorPercent: number;
}

const cpuColumns = [
  { figure: 'databaseCpu', title: '+ db s', digits: 3 },
  { figure: 'coordinatorPercent', title: 'coordinator %', digits: 0, isRemark: true },
] as const;
const publishTable = new Table<Published & OfCoordinator>('published over HTTP', [
  { figure: 'serviceCpu', title: 'service s', digits: 3 },
  ...cpuColumns,
  { figure: 'cpu', title: '= CPU s/1,000', digits: 3 },
  { figure: 'commitsPerFact', title: 'commits/fact', digits: 3 },
  { figure: 'flushesPerFact', title: 'flushes/fact', digits: 3 },
  { figure: 'walKbPerFact', title: 'WAL KB/fact', digits: 1 },
  { figure: 'elsewherePercent', title: 'others %', digits: 0, isRemark: true },
]);
const drainTable = new Table<Drained & OfCoordinator>('drained', [
  { figure: 'senderCpu', title: 'sender s', digits: 3 },
  ...cpuColumns,
  { figure: 'elsewherePercent', title: 'others %', digits: 0, isRemark: true },
]);
const readTable = new Table<ReadCost & OfCoordinator>('requests with a key', [
  { figure: 'serviceCpu', title: 'service s', digits: 3 },
  ...cpuColumns,
  { figure: 'cpu', title: '= CPU s/1,000', digits: 3 },
]);

interface Measured {
  readonly name: string;
  /** By shape. */
  readonly published: readonly (readonly (Published & OfCoordinator)[])[];
  readonly reads: Readonly<Record<string, readonly (ReadCost & OfCoordinator)[]>>;
  readonly drains: readonly (Drained & OfCoordinator)[];
}

async function repeat<Result>({ watch }: Side, work: () => Promise<Result>): Promise<(Result & OfCoordinator)[]> {
  const results: (Result & OfCoordinator)[] = [];
  while (results.length < rounds) {
    const [own, all] = [watch.ownCpuSeconds(), watch.cpuSeconds()];
    const result = await work();
    results.push({ ...result, coordinatorPercent: ((watch.ownCpuSeconds() - own) / (watch.cpuSeconds() - all)) * 100 });
  }
  return results;
}

async function measure(side: Side): Promise<Measured> {
  const whole = await side.deploy('service', ['all']);
  const published: (Published & OfCoordinator)[][] = [];
  for (const shape of shapes) {
    // The first run compiles and fills caches.
    await publish(side, whole, { ...shape, facts: Math.ceil(shape.facts / 4) }, effort);
    published.push(await repeat(side, () => publish(side, whole, shape, effort)));
  }
  const reader = await makeReader(whole.services[0]!, readOrders);
  const reads: Record<string, (ReadCost & OfCoordinator)[]> = {};
  for (const [name, path] of Object.entries(readsOf(reader))) {
    reads[name] = await repeat(side, () => measureReads({ services: whole.services, watch: side.watch }, reader, path, readRequests));
  }
  await whole.stop();
  const parts = await side.deploy('service', ['api', 'worker']);
  const drains = await repeat(side, () => drainService(side, parts, drained, effort));
  await parts.stop();
  return { name: side.name, published, reads, drains };
}

const linesOf = <Figures>(all: readonly Measured[], roundsOf: (measured: Measured) => readonly Figures[]): Line<Figures>[] =>
  all.map((measured) => ({ name: measured.name, rounds: roundsOf(measured) }));

function print(all: readonly Measured[]): void {
  console.log(
    `${availableParallelism()} cores, medians of ${options.quick ? 'short rounds, whose figures say nothing' : `${rounds} rounds`}; CPU seconds per 1,000 deliveries or requests`,
  );
  for (const [place, { title }] of shapes.entries())
    publishTable.print(
      title,
      linesOf(all, ({ published }) => published[place]!),
    );
  drainTable.print(
    `${(drained.facts * drained.endpoints).toLocaleString('en')} deliveries of 1 KB`,
    linesOf(all, ({ drains }) => drains),
  );
  for (const name of Object.keys(all[0]!.reads))
    readTable.print(
      name,
      linesOf(all, ({ reads }) => reads[name]!),
    );
}

const stops = new Stops();
stops.endOnSignals();
try {
  const receiver = await stops.keep(
    () => Receiver.start(),
    (started) => started.stop(),
  );
  const all: Measured[] = [];
  for (const given of options.workers.split(',')) {
    const workers = given === 'none' ? undefined : Number(given);
    const name = workers === undefined ? 'without Citus' : `${workers} workers`;
    const own = new Stops();
    await stops.keep(
      () => Promise.resolve(own),
      (each) => each.end(),
    );
    const startedAt = performance.now();
    all.push(await measure(await openCitusSide(name, workers, receiver, own)));
    await own.end();
    console.error(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  }
  print(all);
} finally {
  await stops.end();
}
