import { setTimeout as sleep } from 'node:timers/promises';
import { difference, readVacuums, writtenBy, type Vacuumed, type Written } from './much-data-sizes.ts';
import { largeDatabase } from './much-data-people.ts';
import type { MeasuredRead } from './much-data-reads.ts';
import type { MuchDataServer } from './much-data-server.ts';
import type { Upstream } from './much-data-work.ts';
import { residentMb } from './processes.ts';
import type { RunningService } from './service.ts';

const saturationSeconds = 20;
const saturationInFlight = 32;
/** When other work slows the machine down, fewer facts are sent. */
const mostOpen = 100;
const sampleEveryMs = 10_000;
/** Memory and tables grow to their size first. */
const settlingShare = 1 / 3;

export interface Sample {
  readonly seconds: number;
  readonly residentMb: number;
  readonly heapMb: number;
  readonly queued: number;
  readonly queueMb: number;
  readonly queueDead: number;
  readonly workListMb: number;
  readonly databaseMb: number;
}

export interface Soak {
  readonly minutes: number;
  readonly saturation: number;
  readonly factsPerSecond: number;
  readonly facts: number;
  readonly reads: number;
  /** Facts and reads that were answered with 503 or 429, because they would have waited too long. */
  readonly refused: number;
  readonly samples: readonly Sample[];
  readonly written: Written;
  readonly vacuums: readonly Vacuumed[];
}

async function heapMbOf({ operatorUrl, operatorToken }: RunningService): Promise<number> {
  const answer = await fetch(`${operatorUrl}/metrics`, { headers: { authorization: `Bearer ${operatorToken}` } });
  const text = await answer.text();
  return Number(/^nodejs_heap_size_used_bytes\S* (\S+)/m.exec(text)![1]) / 2 ** 20;
}

async function sample(server: MuchDataServer, service: RunningService, seconds: number): Promise<Sample> {
  const [sizes] = await server.run<Omit<Sample, 'seconds' | 'residentMb' | 'heapMb'> & Record<string, unknown>>(
    largeDatabase,
    `SELECT (SELECT count(*) FROM delivery_queue)::float8 AS queued, pg_total_relation_size('delivery_queue') / 1048576.0::float8 AS "queueMb",
            (SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'delivery_queue')::float8 AS "queueDead",
            pg_total_relation_size('changed_quarters') / 1048576.0::float8 AS "workListMb", pg_database_size(current_database()) / 1048576.0::float8 AS "databaseMb"`,
  );
  return { seconds, residentMb: residentMb(service.pid), heapMb: await heapMbOf(service), ...sizes! };
}

/** Facts a second with as many requests at once as saturate one process. */
async function saturate(upstream: Upstream): Promise<number> {
  let facts = 0;
  const endAt = performance.now() + saturationSeconds * 1_000;
  const sender = async () => {
    while (performance.now() < endAt) {
      await upstream.send();
      facts += 1;
    }
  };
  await Promise.all(Array.from({ length: saturationInFlight }, sender));
  return facts / saturationSeconds;
}

/** Rejects unless the read was served. */
async function get(service: RunningService, { path, keys }: MeasuredRead, turn: number): Promise<void> {
  const answer = await fetch(service.url + path, {
    headers: { authorization: `Bearer ${keys[turn % keys.length]}`, 'service-version': 'Amethyste' },
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

const isRefusal = ({ message }: Error) => /: (429|503)\b/.test(message);

/** Half of the facts that saturate the service, at equal distances, and a read every 100 ms. */
export async function soak(
  server: MuchDataServer,
  service: RunningService,
  upstream: Upstream,
  reads: readonly MeasuredRead[],
  minutes: number,
): Promise<Soak> {
  const saturation = await saturate(upstream);
  const factsPerSecond = saturation / 2;
  const [before, vacuumsBefore] = [await writtenBy(server), await readVacuums(server)];
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const endMs = minutes * 60_000;
  const samples: Sample[] = [];
  let [facts, readCount, refused] = [0, 0, 0];
  let failure: Error | undefined;
  const open = new Set<Promise<void>>();
  const start = (work: Promise<void>) => {
    const running: Promise<void> = work
      .catch((error: Error) => {
        if (isRefusal(error)) refused += 1;
        else failure ??= error;
      })
      .finally(() => open.delete(running));
    open.add(running);
  };
  const arrivals = async () => {
    while (elapsed() < endMs && !failure) {
      for (; facts < (elapsed() / 1_000) * factsPerSecond && open.size < mostOpen; facts += 1) start(upstream.send());
      await sleep(5);
    }
  };
  const queries = async () => {
    for (; elapsed() < endMs && !failure; readCount += 1) {
      start(get(service, reads[readCount % reads.length]!, readCount));
      await sleep(100);
    }
  };
  const sampling = async () => {
    while (elapsed() < endMs && !failure) {
      samples.push(await sample(server, service, elapsed() / 1_000));
      await sleep(sampleEveryMs);
    }
  };
  await Promise.all([arrivals(), queries(), sampling()]);
  await Promise.all(open);
  if (failure) throw failure;
  const written = difference(before, await writtenBy(server));
  const vacuums = (await readVacuums(server)).map((after) => {
    const earlier = vacuumsBefore.find(({ name }) => name === after.name)!;
    return { ...after, vacuums: after.vacuums - earlier.vacuums, vacuumMs: after.vacuumMs - earlier.vacuumMs };
  });
  return { minutes, saturation, factsPerSecond, facts, reads: readCount, refused, samples, written, vacuums };
}

/** How much a figure grows in an hour, by the line of least squares through the samples after the first third. */
export function growthPerHour(samples: readonly Sample[], member: keyof Sample): number {
  const settled = samples.slice(Math.floor(samples.length * settlingShare));
  const mean = (of: (sample: Sample) => number) => settled.reduce((sum, each) => sum + of(each), 0) / settled.length;
  const [x, y] = [mean(({ seconds }) => seconds), mean((each) => each[member])];
  const slope = mean((each) => (each.seconds - x) * (each[member] - y)) / mean(({ seconds }) => (seconds - x) ** 2);
  return slope * 3_600;
}
