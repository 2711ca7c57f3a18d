import { setTimeout as sleep } from 'node:timers/promises';
import type { Market, Request } from './delivery-market.ts';
import { startMeter } from './delivery-meter.ts';
import type { Effort, Shape } from './delivery-shapes.ts';
import type { Deployment, Side } from './delivery-side.ts';
import { monotonicMs } from './monotonic.ts';
import { forgetPeak, peakMb } from './processes.ts';
import { quantile } from './quantile.ts';

/** What a shape of load came to. CPU is in seconds per 1,000 deliveries, latency from a request's beginning to its answer. */
export interface Published {
  readonly factsPerSecond: number;
  readonly deliveriesPerSecond: number;
  readonly serviceCpu: number;
  readonly databaseCpu: number;
  /** Of both. */
  readonly cpu: number;
  readonly generatorCpu: number;
  readonly receiverCpu: number;
  readonly commitsPerFact: number;
  readonly flushesPerFact: number;
  readonly walKbPerFact: number;
  /** Of it, images of whole pages. */
  readonly imageKbPerFact: number;
  readonly peakMb: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly connections: number;
  readonly elsewherePercent: number;
}

/** Sends the requests, so many at once, and answers with how long each took. */
export async function sendAll(market: Market, requests: readonly Request[], inFlight: number): Promise<number[]> {
  const waits: number[] = [];
  let next = 0;
  const client = async () => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const askedAt = performance.now();
      await market.send(request);
      waits.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  return waits;
}

/** Sends the facts of a shape and waits until every delivery is received. */
export async function publish(side: Side, { services, market }: Deployment, shape: Shape, { settleMs }: Effort): Promise<Published> {
  const { watch, receiver } = side;
  const { pid } = services[0]!;
  const { facts } = shape;
  const deliveries = facts * shape.endpoints;
  const requests = await market.prepare(shape);
  await sleep(settleMs);
  const expected = await receiver.expect(deliveries);
  forgetPeak(pid);
  const from = await watch.position();
  const endMeter = startMeter(pid, watch, receiver);
  const startedAt = monotonicMs();
  const waits = await sendAll(market, requests, shape.inFlight);
  const acceptedAt = monotonicMs();
  const { lastAt, connections } = await expected.reached();
  await sleep(settleMs);
  const spent = endMeter();
  const { commits, bytes, imageBytes, flushes } = await watch.workBetween(from, await watch.position());
  const perThousand = (seconds: number) => (seconds / deliveries) * 1_000;
  return {
    factsPerSecond: facts / ((acceptedAt - startedAt) / 1_000),
    deliveriesPerSecond: deliveries / ((lastAt - startedAt) / 1_000),
    serviceCpu: perThousand(spent.service),
    databaseCpu: perThousand(spent.database),
    cpu: perThousand(spent.service + spent.database),
    generatorCpu: perThousand(spent.generator),
    receiverCpu: perThousand(spent.receiver),
    commitsPerFact: commits / facts,
    flushesPerFact: flushes / facts,
    walKbPerFact: bytes / 1_024 / facts,
    imageKbPerFact: imageBytes / 1_024 / facts,
    peakMb: peakMb(pid),
    p50Ms: quantile(waits, 0.5),
    p99Ms: quantile(waits, 0.99),
    connections,
    elsewherePercent: spent.elsewhere * 100,
  };
}
