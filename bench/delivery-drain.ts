import { setTimeout as sleep } from 'node:timers/promises';
import type { Drained } from './delivery-limits.ts';
import { startMeter } from './delivery-meter.ts';
import { sendAll } from './delivery-publish.ts';
import type { Effort, Shape } from './delivery-shapes.ts';
import type { Deployment, Side } from './delivery-side.ts';

/** Stops the worker between two of its transactions: nothing that it holds may be waited for. */
async function stopWorker({ watch }: Side, pid: number): Promise<void> {
  for (;;) {
    process.kill(pid, 'SIGSTOP');
    if ((await watch.openTransactions()) === 0) return;
    process.kill(pid, 'SIGCONT');
    await sleep(20);
  }
}

/** Lets deliveries accumulate while the worker is paused, and measures how it sends them when it resumes. */
export async function drainService(side: Side, { services, market }: Deployment, shape: Shape, { settleMs }: Effort): Promise<Drained> {
  const { receiver } = side;
  const { pid } = services[1]!;
  const deliveries = shape.facts * shape.endpoints;
  const requests = await market.prepare(shape);
  await sleep(settleMs);
  const expected = await receiver.expect(deliveries);
  await stopWorker(side, pid);
  const endMeter = await sendAll(market, requests, shape.inFlight)
    .then(() => sleep(settleMs))
    .then(() => startMeter(pid, side.watch, receiver))
    .finally(() => process.kill(pid, 'SIGCONT'));
  const { firstAt, lastAt } = await expected.reached();
  await sleep(settleMs);
  const spent = endMeter();
  return {
    deliveriesPerSecond: deliveries / ((lastAt - firstAt) / 1_000),
    senderCpu: (spent.service / deliveries) * 1_000,
    databaseCpu: (spent.database / deliveries) * 1_000,
    receiverCpu: (spent.receiver / deliveries) * 1_000,
    elsewherePercent: spent.elsewhere * 100,
  };
}
