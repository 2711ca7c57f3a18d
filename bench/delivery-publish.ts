import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receiver } from './delivery-receiving.ts';
import type { RunningService } from './reads-processes.ts';

/** Facts that come in one by one over HTTP, each with its event on the way to the endpoints. */
export interface Published {
  readonly acceptedPerSecond: number;
  readonly deliveredPerSecond: number;
  /** Of the whole service: requests, events and deliveries. */
  readonly cpuMsPerThousandDeliveries: number;
}

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const parallelRequests = 32;
const endpointCount = 5;
const clockTicksPerSecond = 100;

const now = () => performance.timeOrigin + performance.now();

function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / clockTicksPerSecond;
}

/** An agency of the service, over its operator API. */
export class Agency {
  readonly #service: RunningService;
  readonly #token: string;
  #path = '';

  constructor(service: RunningService, operatorToken: string) {
    this.#service = service;
    this.#token = operatorToken;
  }

  async create(): Promise<void> {
    const { id } = (await this.#post('', { name: 'Agency' })) as { id: string };
    this.#path = `/${id}`;
    const account = { external_id: 'account-1', username: 'creator' };
    await this.record([{ type: 'creator', id: 'creator-1', name: 'Creator', account }]);
  }

  async addEndpoints(url: string): Promise<void> {
    const secret = `svc_whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    for (let n = 0; n < endpointCount; n++) {
      await this.#post(`${this.#path}/webhooks`, { url: `${url}/${n}`, enabled_event_types: ['order.created'], secret });
    }
  }

  record(records: readonly object[]): Promise<unknown> {
    return this.#post(`${this.#path}/records`, { records });
  }

  async #post(path: string, body: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const response = await fetch(`${this.#service.operatorUrl}/operator/v1/agencies${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}

const orderOf = (id: string, amountCents: number) => ({
  type: 'order',
  id,
  order_type: 'push',
  creator_id: 'creator-1',
  fan_id: `fan-${id.slice(0, 3)}`,
  user_id: 'employee-1',
  message_id: null,
  amount_cents: amountCents,
  created_at: '2026-07-18T21:04:11.000Z',
});

/** Records the orders, some at once. Answers with the time it took. */
async function recordAll(agency: Agency, ids: readonly string[], amountCents: number): Promise<number> {
  const waiting = [...ids];
  const startedAt = now();
  const client = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await agency.record([orderOf(id, amountCents)]);
  };
  await Promise.all(Array.from({ length: parallelRequests }, client));
  return (now() - startedAt) / 1_000;
}

/** New orders publish `order.created`; the same orders with another amount are written too, and publish nothing. */
export async function publishOneByOne(agency: Agency, receiver: Receiver, service: RunningService, count: number) {
  const ids = Array.from({ length: count }, () => randomUUID());
  const { reached } = await receiver.expect(count * endpointCount);
  const cpuMs = cpuMsOf(service.pid);
  const startedAt = now();
  const seconds = await recordAll(agency, ids, 500);
  const drainedSeconds = ((await reached) - startedAt) / 1_000;
  const withEvent: Published = {
    acceptedPerSecond: count / seconds,
    deliveredPerSecond: (count * endpointCount) / drainedSeconds,
    cpuMsPerThousandDeliveries: ((cpuMsOf(service.pid) - cpuMs) / (count * endpointCount)) * 1_000,
  };
  await sleep(1_000);
  const withoutEvent = count / (await recordAll(agency, ids, 600));
  return { withEvent, acceptedPerSecondWithoutEvent: withoutEvent };
}

/** From the answer to the fact until its event is received, at a steady rate. */
export async function measureLatency(agency: Agency, receiver: Receiver, perSecond: number, seconds: number): Promise<Latency> {
  const count = perSecond * seconds;
  const { reached } = await receiver.expect(count * endpointCount, true);
  const acceptedAt = new Map<string, number>();
  const pending: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const id = randomUUID();
    pending.push(agency.record([orderOf(id, 500)]).then(() => void acceptedAt.set(id, now())));
    await sleep((1_000 / perSecond) * (0.5 + Math.random()));
  }
  await Promise.all(pending);
  await reached;
  const arrivals = await receiver.arrivals();
  const waits = [...acceptedAt].map(([id, at]) => Math.max(0, arrivals.get(id)! - at)).sort((a, b) => a - b);
  const quantile = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!;
  return { p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}
