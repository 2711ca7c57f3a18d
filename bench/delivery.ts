import { randomBytes } from 'node:crypto';
import { migrate } from '../server/database/migrate.ts';
import { openWorkerPool } from '../server/database/pools.ts';
import { DatabaseWatch } from './cluster.ts';
import { drainBare, drainJobs, drainOurs, type Drained } from './delivery-drain.ts';
import { endpointsPerAgency, Market, measureLatency, publish, type Shape } from './delivery-publish.ts';
import { Receiver } from './delivery-receiving.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { startService } from './reads-processes.ts';

/**
 * Delivery's figures, all in one run on one machine with a durable PostgreSQL and the receiver in a process of its own:
 * `npm run bench:delivery [deliveries] [rounds]`.
 */
const count = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 3);
const jobCount = Math.min(count, 4_000);
const published = Math.min(count / endpointsPerAgency, 4_000);

/** How facts come in, in the order of the runs. */
const shapes: readonly Shape[] = [
  { name: '1 agency, 32 in flight', agencies: 1, inFlight: 32, facts: published, batch: 1 },
  { name: '32 agencies, 32 in flight', agencies: 32, inFlight: 32, facts: published, batch: 1 },
  { name: '1 in flight', agencies: 1, inFlight: 1, facts: published / 4, batch: 1 },
  { name: '4 batches of 500 in flight', agencies: 1, inFlight: 4, facts: published, batch: 500 },
];

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;

async function repeat(drain: () => Promise<Drained>): Promise<Drained> {
  const results: Drained[] = [];
  for (let round = 0; round < rounds; round++) results.push(await drain());
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    cpuMsPerThousand: median(results.map(({ cpuMsPerThousand }) => cpuMsPerThousand)),
  };
}

const print = (name: string, text: string) => console.log(`${name.padEnd(58)} ${text}`);
const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
const printDrained = (name: string, { perSecond: rate, cpuMsPerThousand }: Drained) =>
  print(name, `${perSecond(rate).padStart(9)}  ${cpuMsPerThousand.toFixed(0).padStart(4)} ms CPU per 1,000`);

const postgres = await startDurablePostgres();
const receiver = await Receiver.start();
try {
  await migrate(postgres.url);
  const sql = openWorkerPool(postgres.url, 40, console.error);
  console.log(`Draining ${count.toLocaleString('en')} deliveries of 1 KB, five endpoints, medians of ${rounds}`);
  const bare = await repeat(() => drainBare(receiver, count));
  const ours = await repeat(() => drainOurs(sql, receiver, count));
  const jobs = await repeat(() => drainJobs(sql, receiver, jobCount));
  printDrained('  undici and one signature, no database (the limit)', bare);
  printDrained('  this service', ours);
  printDrained(`  a graphile-worker job per delivery (${jobCount.toLocaleString('en')})`, jobs);
  print('  this service, of the limit', `${(ours.perSecond / bare.perSecond).toFixed(2)} ×`);
  print('  this service, of a job per delivery', `${(ours.perSecond / jobs.perSecond).toFixed(1)} ×`);
  await sql.query({ text: 'TRUNCATE agencies CASCADE' });
  await sql.query({
    text: 'TRUNCATE webhook_events, delivery_queue, delivery_history, delivery_failures, delivery_minutes, delivery_hours',
  });
  await sql.close();

  process.env['DEV_DESTINATIONS'] = '127.0.0.0/8';
  const operatorToken = randomBytes(24).toString('base64url');
  const service = await startService(postgres.url, randomBytes(32), operatorToken);
  const watch = new DatabaseWatch(postgres.url);
  await watch.open();
  const market = new Market(service, operatorToken);
  await publish(market, receiver, service, watch, { ...shapes[0]!, facts: published / 10 });
  console.log(`Publishing ${published.toLocaleString('en')} facts over HTTP, ${endpointsPerAgency} endpoints each`);
  for (const shape of shapes) {
    const { factsPerSecond, deliveriesPerSecond, serviceCpuSeconds, databaseCpuSeconds, commitsPerFact, p50Ms, p99Ms } = await publish(
      market,
      receiver,
      service,
      watch,
      shape,
    );
    print(`  ${shape.name}`, `${perSecond(factsPerSecond)} accepted, ${perSecond(deliveriesPerSecond)} delivered`);
    print('    p50 / p99 of an answer', `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} ms`);
    print(
      '    CPU of the service and the database, commits',
      `${serviceCpuSeconds.toFixed(2)} + ${databaseCpuSeconds.toFixed(2)} s per 1,000 deliveries, ${commitsPerFact.toFixed(2)} per fact`,
    );
  }
  const { p50Ms, p99Ms } = await measureLatency(market, receiver, 20, 20);
  console.log('Accepted → received at 20 facts per second');
  print('  p50 / p99', `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} ms`);
  await market.close();
  await watch.close();
  await service.stop();
} finally {
  receiver.stop();
  await postgres.stop();
}
