import { setTimeout as sleep } from 'node:timers/promises';
import { publish } from './delivery-publish.ts';
import { saturating, type Effort } from './delivery-shapes.ts';
import type { Deployment, Side } from './delivery-side.ts';
import { monotonicMs } from './monotonic.ts';
import { quantile } from './quantile.ts';

/** From the answer to a fact until each of its deliveries is received, in milliseconds. */
export interface Latency {
  readonly factsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The same until the first delivery of a fact. */
  readonly firstP50Ms: number;
  readonly firstP99Ms: number;
}

/** Facts at a steady rate, each at a random moment of its share of the time, whether those before were answered or not. */
export async function latencyAt(side: Side, { market }: Deployment, perSecond: number, seconds: number): Promise<Latency> {
  const { receiver } = side;
  const requests = await market.prepare({ ...saturating, facts: Math.max(1, Math.round(perSecond * seconds)) });
  const expected = await receiver.expect(requests.length * saturating.endpoints, true);
  const acceptedAt = new Map<string, number>();
  const pending: Promise<void>[] = [];
  const startedAt = performance.now();
  for (const [n, request] of requests.entries()) {
    const dueInMs = startedAt + ((n + Math.random()) * 1_000) / perSecond - performance.now();
    if (dueInMs > 0) await sleep(dueInMs);
    pending.push(market.send(request).then(() => void acceptedAt.set(request.orderIds[0]!, monotonicMs())));
  }
  await Promise.all(pending);
  await expected.reached();
  const waits: number[] = [];
  const firstWaits = new Map<string, number>();
  for (const [orderId, at] of await receiver.arrivals()) {
    const wait = Math.max(0, at - acceptedAt.get(orderId)!);
    waits.push(wait);
    firstWaits.set(orderId, Math.min(wait, firstWaits.get(orderId) ?? Infinity));
  }
  const first = [...firstWaits.values()];
  return {
    factsPerSecond: perSecond,
    p50Ms: quantile(waits, 0.5),
    p99Ms: quantile(waits, 0.99),
    firstP50Ms: quantile(first, 0.5),
    firstP99Ms: quantile(first, 0.99),
  };
}

/** The facts that a side can take in a second. */
export async function saturationOf(side: Side, deployment: Deployment, effort: Effort): Promise<number> {
  const { deliveriesPerSecond } = await publish(side, deployment, effort.reduce(saturating), effort);
  return deliveriesPerSecond / saturating.endpoints;
}
