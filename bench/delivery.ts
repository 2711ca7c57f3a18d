import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { certificate } from '../test/delivery/destination-certificate.ts';
import { checkoutOf } from './checkout.ts';
import { drainService } from './delivery-drain.ts';
import { latencyAt, saturationOf } from './delivery-latency.ts';
import { drainBare, JobDrain } from './delivery-limits.ts';
import { publish, type Published } from './delivery-publish.ts';
import { Receiver } from './delivery-receiving.ts';
import { drainTable, latencyTable, publishTable, type Line } from './delivery-report.ts';
import { full, piling, publishing, quick, saturating, steady } from './delivery-shapes.ts';
import { openSide, type Deployment, type Side } from './delivery-side.ts';
import { thisCheckout } from './service.ts';
import { Stops } from './stops.ts';

/**
 * Delivery's figures, all in one run on one machine: `npm run bench:delivery -- [--beside CHECKOUT] [--only ROWS] [--quick]`.
 *
 * Each row is measured in three rounds, and medians are shown. In every round this checkout and the
 * other one, a directory or a revision, take turns: each is the process that `npm start` runs, with its default log, over a durable
 * PostgreSQL of its own. The generator (this process) and the receiver share the machine's cores with them; their CPU is
 * shown separately, as is the share of other processes. `--only` names rows, comma-separated. `--quick` shows that everything
 * runs; its figures say nothing.
 */
const names = [...publishing, steady, piling].map(({ name }) => name);
const { values: options } = parseArgs({
  options: { beside: { type: 'string' }, only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const only = options.only?.split(',') ?? names;
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`--only names ${unknown.join(', ')}; accepted: ${names.join(', ')}`);
const effort = options.quick ? quick : full;
const isWanted = ({ name }: { readonly name: string }) => only.includes(name);

/** A bare loop drains no more than this at once, and no fewer: it is over in a second. */
const bareDeliveries = effort.reduce(piling).facts * piling.endpoints;
const eventBytes = (nameBytes: number) => 400 + nameBytes;

interface Contender<Figures> {
  readonly name: string;
  measure(): Promise<Partial<Figures>>;
}

/** Lets the candidates take turns, round by round. Each round begins with `beginRound`. */
async function inTurn<Figures>(contenders: readonly Contender<Figures>[], beginRound?: () => Promise<void>): Promise<Line<Figures>[]> {
  const lines = contenders.map(({ name }) => ({ name, rounds: [] as Partial<Figures>[] }));
  for (let round = 0; round < effort.rounds; round++) {
    await beginRound?.();
    for (const [n, { measure }] of contenders.entries()) lines[n]!.rounds.push(await measure());
  }
  return lines;
}

interface Measured {
  readonly side: Side;
  readonly deployment: Deployment;
}

async function deploy(sides: readonly Side[], database: string, roles: readonly string[]): Promise<Measured[]> {
  return Promise.all(sides.map(async (side) => ({ side, deployment: await side.deploy(database, roles) })));
}

async function showPublishing(measured: readonly Measured[], receiver: Receiver): Promise<void> {
  const bare = (nameBytes: number): Contender<Published> => ({
    name: 'bare loop',
    async measure() {
      const { deliveriesPerSecond, senderCpu, receiverCpu } = await drainBare(receiver, bareDeliveries, eventBytes(nameBytes));
      return { deliveriesPerSecond, generatorCpu: senderCpu, receiverCpu };
    },
  });
  for (const shape of publishing.filter(isWanted)) {
    const reduced = effort.reduce(shape);
    const contenders = measured.map(({ side, deployment }) => ({
      name: side.name,
      measure: () => publish(side, deployment, reduced, effort),
    }));
    publishTable.print(shape.title, await inTurn([...contenders, ...(shape.isBesideBare ? [bare(shape.nameBytes)] : [])]));
  }
}

async function showLatency(measured: readonly Measured[]): Promise<void> {
  const { perSecond, shareOfSaturation } = steady;
  const { calm, busy } = effort.seconds;
  const contendersAt = (rate: () => number, seconds: number) =>
    measured.map(({ side, deployment }) => ({ name: side.name, measure: () => latencyAt(side, deployment, rate(), seconds) }));
  latencyTable.print(`${perSecond} facts a second`, await inTurn(contendersAt(() => perSecond, calm)));
  // Every side is given the rate of the one that can take least, found out at the start of the round.
  let busyRate = 0;
  const findBusyRate = async () => {
    busyRate = Infinity;
    for (const { side, deployment } of measured) {
      busyRate = Math.min(busyRate, shareOfSaturation * (await saturationOf(side, deployment, effort)));
    }
  };
  const atBusyRate = contendersAt(() => busyRate, busy);
  latencyTable.print(`${shareOfSaturation * 100} % of the saturation`, await inTurn(atBusyRate, findBusyRate));
}

async function showDrain(sides: readonly Side[], receiver: Receiver, stops: Stops): Promise<void> {
  const shape = effort.reduce(piling);
  const bytes = eventBytes(shape.nameBytes);
  const measured = await deploy(sides, 'drain', ['api', 'worker']);
  const jobs = await stops.keep(
    () => JobDrain.open(sides[0]!.postgresUrl, sides[0]!.watch),
    (opened) => opened.close(),
  );
  const contenders = measured.map(({ side, deployment }) => ({
    name: side.name,
    measure: () => drainService(side, deployment, shape, effort),
  }));
  for (const { measure } of contenders) await measure();
  const title = `${bareDeliveries.toLocaleString('en')} deliveries of 1 KB`;
  drainTable.print(
    title,
    await inTurn([
      ...contenders,
      { name: 'bare loop', measure: () => drainBare(receiver, bareDeliveries, bytes) },
      { name: `${effort.jobs.toLocaleString('en')} jobs`, measure: () => jobs.drain(receiver, effort.jobs, bytes) },
    ]),
  );
}

async function run(stops: Stops): Promise<void> {
  const scratch = await stops.keep(
    () => mkdtemp(join(tmpdir(), 'agency-service-bench-')),
    (path) => rm(path, { recursive: true, force: true }),
  );
  const certificatePath = join(scratch, 'receiver.pem');
  writeFileSync(certificatePath, certificate);
  const receiver = await stops.keep(
    () => Receiver.start(),
    (started) => started.stop(),
  );
  const checkouts = [{ name: 'this', path: thisCheckout }];
  if (options.beside !== undefined) {
    const given = options.beside;
    const other = await stops.keep(
      async () => checkoutOf(given),
      (checkout) => checkout.remove(),
    );
    console.log(`beside: ${other.name}`);
    checkouts.push({ name: 'beside', path: other.path });
  }
  const sides = await Promise.all(checkouts.map(({ name, path }) => openSide(name, path, { receiver, certificatePath, stops })));
  const rounds = options.quick ? 'one short round, whose figures say nothing' : `medians of ${effort.rounds} rounds`;
  console.log(`${availableParallelism()} cores, ${rounds}; s: CPU seconds per 1,000 deliveries`);
  await drainBare(receiver, bareDeliveries, eventBytes(0));
  if (only.some((name) => name !== piling.name)) {
    const measured = await deploy(sides, 'service', ['all']);
    for (const { side, deployment } of measured) await publish(side, deployment, effort.reduce(saturating), effort);
    await showPublishing(measured, receiver);
    if (isWanted(steady)) await showLatency(measured);
    for (const { deployment } of measured) await deployment.stop();
  }
  if (isWanted(piling)) await showDrain(sides, receiver, stops);
}

const stops = new Stops();
stops.endOnSignals();
try {
  await run(stops);
} finally {
  await stops.end();
}
