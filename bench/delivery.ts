import { randomBytes } from 'node:crypto';
import { migrate } from '../server/database/migrate.ts';
import { openWorkerPool } from '../server/database/pools.ts';
import { drainBare, drainJobs, drainOurs, type Drained } from './delivery-drain.ts';
import { Agency, measureLatency, publishOneByOne } from './delivery-publish.ts';
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
const publishedCount = Math.min(count / 5, 4_000);

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
  await sql.query({ text: 'TRUNCATE events, deliveries, webhook_failures, delivery_counters' });
  await sql.close();

  process.env['DEV_DESTINATIONS'] = '127.0.0.0/8';
  const operatorToken = randomBytes(24).toString('base64url');
  const service = await startService(postgres.url, randomBytes(32), operatorToken);
  const agency = new Agency(service, operatorToken);
  await agency.create();
  await agency.addEndpoints(receiver.url);
  await publishOneByOne(agency, receiver, service, publishedCount / 10);
  const { withEvent, acceptedPerSecondWithoutEvent } = await publishOneByOne(agency, receiver, service, publishedCount);
  console.log(`Publishing ${publishedCount.toLocaleString('en')} facts one by one over HTTP, 32 at once, five endpoints`);
  print(
    '  facts with their event',
    `${perSecond(withEvent.acceptedPerSecond)} accepted, ${perSecond(withEvent.deliveredPerSecond)} delivered`,
  );
  print('  facts without one (updates of the same orders)', `${perSecond(acceptedPerSecondWithoutEvent)} accepted`);
  print('  CPU of the service, requests included', `${(withEvent.cpuMsPerThousandDeliveries / 1_000).toFixed(2)} s per 1,000 deliveries`);
  const { p50Ms, p99Ms } = await measureLatency(agency, receiver, 20, 20);
  console.log('Accepted → received at 20 facts per second');
  print('  p50 / p99', `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} ms`);
  await service.stop();
} finally {
  receiver.stop();
  await postgres.stop();
}
