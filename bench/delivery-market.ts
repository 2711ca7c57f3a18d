import { setTimeout as sleep } from 'node:timers/promises';
import { inFlight, createAgency, orderOf, recordsPath, times, type AgencyData } from './agency.ts';
import type { Receiver } from './delivery-receiving.ts';
import { saturating, type Effort, type Shape } from './delivery-shapes.ts';
import { forgetPeak, monotonicMs, peakMb, quantile } from './machine.ts';
import { startMeter, type Deployment, type Side } from './sides.ts';

export type Published = Awaited<ReturnType<Market['publish']>>;
export type Latency = Awaited<ReturnType<Market['latencyAt']>>;
export type Drained = Awaited<ReturnType<Market['drain']>>;

/** A prepared request with facts. */
interface Facts {
  readonly path: string;
  readonly body: string;
  readonly orderIds: readonly string[];
}

/** The agencies of a deployment and their facts, created through the operator API only. */
export class Market {
  readonly name: string;
  readonly #side: Side;
  readonly #deployment: Deployment;
  readonly #receiver: Receiver;
  readonly #effort: Effort;
  /** Agencies by their data. */
  readonly #agencies = new Map<string, string[]>();
  #orders = 0;

  constructor(side: Side, deployment: Deployment, receiver: Receiver, effort: Effort) {
    this.name = side.name;
    this.#side = side;
    this.#deployment = deployment;
    this.#receiver = receiver;
    this.#effort = effort;
  }

  /**
   * Sends the facts of a shape until every delivery is received. CPU is in seconds per 1,000 deliveries. Latency ends with the response to
   * a request.
   */
  async publish(shape: Shape) {
    const { cluster } = this.#side;
    const { pid } = this.#deployment.services[0]!;
    const { facts } = shape;
    const deliveries = facts * shape.endpoints;
    const requests = await this.#prepare(shape);
    await this.#settle();
    const expected = await this.#receiver.expect(deliveries);
    forgetPeak(pid);
    const from = await cluster.position();
    const endMeter = startMeter({ pid, cluster, receiver: this.#receiver });
    const startedAt = monotonicMs();
    const waits = await inFlight(shape.inFlight, requests, (request) => this.#send(request));
    const acceptedAt = monotonicMs();
    const { lastAt, connections } = await expected.reached();
    await this.#settle();
    const spent = endMeter();
    const { commits, bytes, imageBytes, flushes } = await cluster.workSince(from);
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

  /** The facts per second that the deployment can process. */
  async saturation(): Promise<number> {
    return (await this.publish(this.#effort.reduce(saturating))).deliveriesPerSecond / saturating.endpoints;
  }

  /**
   * Sends facts at a steady rate, each at a random moment of its interval, without waiting for earlier responses. Latency is measured from
   * the response to a fact until its first and until its last delivery is received.
   */
  async latencyAt(perSecond: number, seconds: number) {
    const requests = await this.#prepare({ ...saturating, facts: Math.max(1, Math.round(perSecond * seconds)) });
    const expected = await this.#receiver.expect(requests.length * saturating.endpoints, true);
    const acceptedAt = new Map<string, number>();
    const pending: Promise<void>[] = [];
    const startedAt = performance.now();
    for (const [n, request] of requests.entries()) {
      const dueInMs = startedAt + ((n + Math.random()) * 1_000) / perSecond - performance.now();
      if (dueInMs > 0) await sleep(dueInMs);
      pending.push(this.#send(request).then(() => void acceptedAt.set(request.orderIds[0]!, monotonicMs())));
    }
    await Promise.all(pending);
    await expected.reached();
    const waits: number[] = [];
    const firstWaits = new Map<string, number>();
    for (const [orderId, at] of await this.#receiver.arrivals()) {
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

  /** Lets deliveries accumulate while the worker is paused, and measures how it sends them. CPU is in seconds per 1,000 deliveries. */
  async drain(shape: Shape) {
    const { cluster } = this.#side;
    const { pid } = this.#deployment.services[1]!;
    const deliveries = shape.facts * shape.endpoints;
    const requests = await this.#prepare(shape);
    await this.#settle();
    const expected = await this.#receiver.expect(deliveries);
    await this.#stopWorker(pid);
    const endMeter = await inFlight(shape.inFlight, requests, (request) => this.#send(request))
      .then(() => this.#settle())
      .then(() => startMeter({ pid, cluster, receiver: this.#receiver }))
      .finally(() => process.kill(pid, 'SIGCONT'));
    const { firstAt, lastAt } = await expected.reached();
    await this.#settle();
    const spent = endMeter();
    return {
      deliveriesPerSecond: deliveries / ((lastAt - firstAt) / 1_000),
      senderCpu: (spent.service / deliveries) * 1_000,
      databaseCpu: (spent.database / deliveries) * 1_000,
      receiverCpu: (spent.receiver / deliveries) * 1_000,
      elsewherePercent: spent.elsewhere * 100,
    };
  }

  async stop(): Promise<void> {
    await this.#deployment.operator.stop();
    await Promise.all(this.#deployment.services.map((service) => service.stop()));
  }

  /** Pauses the worker between two transactions, so that no other session waits for its locks. */
  async #stopWorker(pid: number): Promise<void> {
    for (;;) {
      process.kill(pid, 'SIGSTOP');
      if ((await this.#side.cluster.openTransactions()) === 0) return;
      process.kill(pid, 'SIGCONT');
      await sleep(20);
    }
  }

  #settle(): Promise<void> {
    return sleep(this.#effort.settleMs);
  }

  /** Creates the missing agencies of a shape. Prepares the requests of one measurement, which use the agencies in turn. */
  async #prepare({ facts, batch, agencies, ...shape }: Shape): Promise<Facts[]> {
    const agencyIds = await this.#agenciesFor(shape, agencies);
    return times(Math.ceil(facts / batch), (n) => {
      const records = times(Math.min(batch, facts - n * batch), () => orderOf(this.#orders++, shape));
      return { path: recordsPath(agencyIds[n % agencies]!), body: JSON.stringify({ records }), orderIds: records.map(({ id }) => id) };
    });
  }

  #send({ path, body }: Facts): Promise<string> {
    return this.#deployment.operator.send('POST', path, body);
  }

  async #agenciesFor(shape: Omit<Shape, 'facts' | 'batch' | 'agencies'>, count: number): Promise<readonly string[]> {
    const { endpoints, creators, fans, earlierOrders, isHttps } = shape;
    const url = isHttps ? this.#receiver.httpsUrl : this.#receiver.httpUrl;
    const data: AgencyData = { creators, fans, orders: earlierOrders, endpointUrls: times(endpoints, (n) => `${url}/${n}`) };
    const kind = JSON.stringify(data);
    const agencyIds = this.#agencies.get(kind) ?? [];
    this.#agencies.set(kind, agencyIds);
    await inFlight(8, times(Math.max(0, count - agencyIds.length), String), async () => {
      agencyIds.push((await createAgency(this.#deployment.operator, data)).id);
    });
    return agencyIds;
  }
}
