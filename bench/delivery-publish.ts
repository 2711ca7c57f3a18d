import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { cpuSecondsOf, type DatabaseWatch } from './cluster.ts';
import type { Receiver } from './delivery-receiving.ts';
import type { RunningService } from './reads-processes.ts';

/** How facts come in. */
export interface Shape {
  readonly name: string;
  readonly agencies: number;
  readonly inFlight: number;
  readonly facts: number;
  /** Facts of one request. */
  readonly batch: number;
  /** Whether all orders are of one fan. */
  readonly isOneFan?: boolean;
}

/** What a shape of load came to. */
export interface Published {
  readonly factsPerSecond: number;
  readonly deliveriesPerSecond: number;
  readonly serviceCpuSeconds: number;
  readonly databaseCpuSeconds: number;
  readonly commitsPerFact: number;
  readonly walBytesPerFact: number;
  /** From the request's beginning to its answer. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export const endpointsPerAgency = 5;
const creatorsPerAgency = 4;

const now = () => performance.timeOrigin + performance.now();

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The agencies of a service and what they sell, over the operator API. */
export class Market {
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;
  readonly #agencyIds: string[] = [];

  constructor(service: RunningService, operatorToken: string) {
    this.#pool = new Pool(service.operatorUrl, { connections: 64, pipelining: 1 });
    this.#headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  /** Makes agencies, each with its creators and endpoints, until there are so many. */
  async grow(count: number, receiverUrl: string): Promise<void> {
    while (this.#agencyIds.length < count) {
      const { id } = (await this.#post('', { name: 'Agency' })) as { id: string };
      const creators = Array.from({ length: creatorsPerAgency }, (_, n) => ({
        type: 'creator',
        id: `creator-${n}`,
        name: 'Creator',
        account: { external_id: `account-${n}`, username: 'creator' },
      }));
      await this.#post(`/${id}/records`, { records: creators });
      const secret = `svc_whsec_${Buffer.alloc(24, 7).toString('base64')}`;
      for (let n = 0; n < endpointsPerAgency; n++) {
        await this.#post(`/${id}/webhooks`, { url: `${receiverUrl}/${n}`, enabled_event_types: ['order.created'], secret });
      }
      this.#agencyIds.push(id);
    }
  }

  sell(agency: number, orderIds: readonly string[], isOneFan = false): Promise<unknown> {
    const records = orderIds.map((id) => ({
      type: 'order',
      id,
      order_type: 'push',
      creator_id: `creator-${id.charCodeAt(0) % creatorsPerAgency}`,
      fan_id: isOneFan ? 'fan-of-all' : `fan-${id.slice(0, 3)}`,
      user_id: 'employee-1',
      message_id: null,
      amount_cents: 500,
      created_at: new Date().toISOString(),
    }));
    return this.#post(`/${this.#agencyIds[agency]}/records`, { records });
  }

  async #post(path: string, body: object): Promise<unknown> {
    const { statusCode, body: answer } = await this.#pool.request({
      path: `/operator/v1/agencies${path}`,
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${text}`);
    return JSON.parse(text);
  }
}

/** Sends the facts of a shape and waits until every delivery is received. */
export async function publish(
  market: Market,
  receiver: Receiver,
  service: RunningService,
  watch: DatabaseWatch,
  shape: Shape,
): Promise<Published> {
  const { agencies, inFlight, facts, batch, isOneFan } = shape;
  await market.grow(agencies, receiver.url);
  await sleep(500);
  const deliveries = facts * endpointsPerAgency;
  const { reached } = await receiver.expect(deliveries);
  const [before, cpuBefore] = [await watch.read(), cpuSecondsOf(service.pid)];
  const waits: number[] = [];
  const startedAt = now();
  let sent = 0;
  const client = async () => {
    while (sent < facts) {
      const first = sent;
      const size = Math.min(batch, facts - first);
      sent += size;
      const askedAt = performance.now();
      await market.sell(
        Math.floor(first / batch) % agencies,
        Array.from({ length: size }, () => randomUUID()),
        isOneFan,
      );
      waits.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  const acceptedAt = now();
  const receivedAt = await reached;
  await sleep(1_200);
  const [after, cpuAfter] = [await watch.read(), cpuSecondsOf(service.pid)];
  return {
    factsPerSecond: facts / ((acceptedAt - startedAt) / 1_000),
    deliveriesPerSecond: deliveries / ((receivedAt - startedAt) / 1_000),
    serviceCpuSeconds: ((cpuAfter - cpuBefore) / deliveries) * 1_000,
    databaseCpuSeconds: ((after.cpuSeconds - before.cpuSeconds) / deliveries) * 1_000,
    commitsPerFact: (after.commits - before.commits) / facts,
    walBytesPerFact: (after.walBytes - before.walBytes) / facts,
    p50Ms: quantile(waits, 0.5),
    p99Ms: quantile(waits, 0.99),
  };
}

/** From the answer to the fact until its event is received, at a steady rate. */
export async function measureLatency(market: Market, receiver: Receiver, perSecond: number, seconds: number): Promise<Latency> {
  const count = Math.round(perSecond * seconds);
  const { reached } = await receiver.expect(count * endpointsPerAgency, true);
  const acceptedAt = new Map<string, number>();
  const pending: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const id = randomUUID();
    pending.push(market.sell(0, [id]).then(() => void acceptedAt.set(id, now())));
    await sleep((1_000 / perSecond) * (0.5 + Math.random()));
  }
  await Promise.all(pending);
  await reached;
  const arrivals = await receiver.arrivals();
  const waits = [...acceptedAt].map(([id, at]) => Math.max(0, arrivals.get(id)! - at));
  return { p50Ms: quantile(waits, 0.5), p99Ms: quantile(waits, 0.99) };
}
