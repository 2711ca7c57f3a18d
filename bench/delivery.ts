import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { certificate } from '../test/delivery/destination-certificate.ts';
import { drainBare } from './delivery-bare.ts';
import { Market, type Drained, type Latency, type Published } from './delivery-market.ts';
import { Receiver } from './delivery-receiving.ts';
import { backlog, full, publishing, quick, saturating, steady } from './delivery-shapes.ts';
import { openSides, type Side } from './sides.ts';
import { runBench, namesOfOption, type Stops } from './stops.ts';
import { Table } from './table.ts';

/**
 * Measures delivery: `npm run bench:delivery -- [--beside CHECKOUT] [--only ROWS] [--quick]`. Each row is measured in three rounds, and
 * medians are shown. In every round, this checkout and another one (a directory or a revision) take turns. Each runs as `npm start` does,
 * with its default log, on a durable PostgreSQL of its own. The generator (this process) and the receiver share the machine's cores with
 * them. Their CPU is shown separately, as is that of other processes. `--only` names rows, comma-separated. `--quick` only verifies that
 * everything runs.
 */
const { values: options } = parseArgs({
  options: { beside: { type: 'string' }, only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const only = namesOfOption(
  'only',
  options.only,
  [...publishing, steady, backlog].map(({ name }) => name),
);
const effort = options.quick ? quick : full;

const publishTable = new Table<Published>('published over HTTP', [
  { figure: 'factsPerSecond', title: 'facts/s', digits: 0 },
  { figure: 'deliveriesPerSecond', title: 'deliv/s', digits: 0 },
  { figure: 'serviceCpu', title: 'service s', digits: 3 },
  { figure: 'databaseCpu', title: '+ db s', digits: 3 },
  { figure: 'cpu', title: '= CPU s/1,000', digits: 3 },
  { figure: 'commitsPerFact', title: 'commits/fact', digits: 3 },
  { figure: 'flushesPerFact', title: 'flushes/fact', digits: 3 },
  { figure: 'walKbPerFact', title: 'WAL KB/fact', digits: 1 },
  { figure: 'imageKbPerFact', title: 'of it images', digits: 1 },
  { figure: 'peakMb', title: 'peak MB', digits: 0 },
  { figure: 'p50Ms', title: 'p50 ms', digits: 1 },
  { figure: 'p99Ms', title: 'p99 ms', digits: 1 },
  { figure: 'generatorCpu', title: 'generator s', digits: 3 },
  { figure: 'receiverCpu', title: 'receiver s', digits: 3 },
  { figure: 'elsewherePercent', title: 'others %', digits: 0, isRemark: true },
  { figure: 'connections', title: 'opened', digits: 0, isRemark: true },
]);

const latencyTable = new Table<Latency>('accepted → received', [
  { figure: 'factsPerSecond', title: 'facts/s', digits: 0 },
  { figure: 'p50Ms', title: 'p50 ms', digits: 2 },
  { figure: 'p99Ms', title: 'p99 ms', digits: 2 },
  { figure: 'firstP50Ms', title: 'first p50', digits: 2 },
  { figure: 'firstP99Ms', title: 'first p99', digits: 2 },
]);

const drainTable = new Table<Drained>('drained', [
  { figure: 'deliveriesPerSecond', title: 'deliv/s', digits: 0 },
  { figure: 'senderCpu', title: 'sender s', digits: 3 },
  { figure: 'databaseCpu', title: '+ db s', digits: 3 },
  { figure: 'receiverCpu', title: 'receiver s', digits: 3 },
  { figure: 'elsewherePercent', title: 'others %', digits: 0, isRemark: true },
]);

async function showLatency(markets: readonly Market[]): Promise<void> {
  const { perSecond, shareOfSaturation } = steady;
  const { calm, busy } = effort.seconds;
  const contendersAt = (rate: () => number, seconds: number) =>
    markets.map((market) => ({ name: market.name, measure: () => market.latencyAt(rate(), seconds) }));
  const calmly = contendersAt(() => perSecond, calm);
  await latencyTable.measure(`${perSecond} facts a second`, effort.rounds, calmly);
  // All contenders get the rate of the slowest one, which each round measures first.
  let busyRate = 0;
  const findBusyRate = async () => {
    busyRate = Infinity;
    for (const market of markets) busyRate = Math.min(busyRate, shareOfSaturation * (await market.saturation()));
  };
  const busily = contendersAt(() => busyRate, busy);
  await latencyTable.measure(`${shareOfSaturation * 100} % of the saturation`, effort.rounds, busily, findBusyRate);
}

async function showDrain(markets: readonly Market[], receiver: Receiver): Promise<void> {
  const shape = effort.reduce(backlog);
  const deliveries = shape.facts * shape.endpoints;
  const contenders = markets.map((market) => ({ name: market.name, measure: () => market.drain(shape) }));
  for (const { measure } of contenders) await measure();
  const bare = { name: 'bare loop', measure: () => drainBare(receiver, deliveries) };
  await drainTable.measure(`${deliveries.toLocaleString('en')} deliveries`, effort.rounds, [...contenders, bare]);
}

function writeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'agency-service-bench-'));
  const path = join(folder, 'receiver.pem');
  writeFileSync(path, certificate);
  return { path, stop: () => rmSync(folder, { recursive: true }) };
}

async function run(stops: Stops): Promise<void> {
  const certificateFile = await stops.start(writeCertificate);
  const receiver = await stops.start(() => Receiver.start());
  const env = { NODE_EXTRA_CA_CERTS: certificateFile.path, DEV_DESTINATIONS: '127.0.0.0/8' };
  const sides = await openSides(options.beside, env, stops);
  const rounds = options.quick ? 'one short round, whose figures say nothing' : `medians of ${effort.rounds} rounds`;
  console.log(`${availableParallelism()} cores, ${rounds}; s: CPU seconds per 1,000 deliveries`);
  const open = (database: string, roles: readonly string[]) =>
    Promise.all(sides.map(async (side: Side) => new Market(side, await side.deploy(database, roles), receiver, effort)));
  if (only.some((name) => name !== backlog.name)) {
    const markets = await open('service', ['all']);
    for (const market of markets) await market.publish(effort.reduce(saturating));
    for (const shape of publishing.filter(({ name }) => only.includes(name))) {
      const contenders = markets.map((market) => ({ name: market.name, measure: () => market.publish(effort.reduce(shape)) }));
      await publishTable.measure(shape.title, effort.rounds, contenders);
    }
    if (only.includes(steady.name)) await showLatency(markets);
    for (const market of markets) await market.stop();
  }
  if (only.includes(backlog.name)) await showDrain(await open('drain', ['api', 'worker']), receiver);
}

await runBench(run);
