import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import type { RunningService } from './service.ts';

/** Sends requests to a service on persistent connections. Rejects on an error status. */
export class Caller {
  readonly #pool: Pool;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(url: string, connections: number, headers: Readonly<Record<string, string>>) {
    this.#pool = new Pool(url, { connections, pipelining: 1 });
    this.#headers = { 'content-type': 'application/json', ...headers };
  }

  static operator({ operatorUrl, operatorToken }: RunningService, connections = 64): Caller {
    return new Caller(operatorUrl, connections, { authorization: `Bearer ${operatorToken}` });
  }

  static agency({ url }: Pick<RunningService, 'url'>, connections = 64): Caller {
    return new Caller(url, connections, { 'service-version': 'Amethyste' });
  }

  async send(method: 'GET' | 'POST', path: string, body?: string, key?: string): Promise<string> {
    const headers = key === undefined ? this.#headers : { ...this.#headers, authorization: `Bearer ${key}` };
    const response = await this.#pool.request({ method, path, headers, body: body ?? null });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return text;
  }

  async post<Result>(path: string, body: object, key?: string): Promise<Result> {
    return JSON.parse(await this.send('POST', path, JSON.stringify(body), key)) as Result;
  }

  stop(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** Processes `concurrency` items at a time, and returns the duration of each in milliseconds. */
export async function inFlight<Item>(atOnce: number, items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<number[]> {
  const left = items[Symbol.iterator]();
  const waits: number[] = [];
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const startedAt = performance.now();
      await work(next.value);
      waits.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return waits;
}

/** Calls `work` with the numbers below `count`. */
export const times = <Result>(count: number, work: (n: number) => Result): Result[] => Array.from({ length: count }, (_, n) => work(n));

export const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
const largestBatch = 1_000;
const secret = `svc_whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const scopes = ['read:orders', 'read:messages', 'read:fans', 'read:analytics', 'read:webhooks', 'write:webhooks'];

/** The data of an agency. */
export interface AgencyData {
  readonly creators: number;
  /** Fans of orders and messages. The first `listedFans` have records. */
  readonly fans: number;
  readonly listedFans?: number;
  /** Orders and messages are spread over a year. */
  readonly orders?: number;
  readonly sends?: number;
  readonly keys?: number;
  /** Endpoints that receive new orders. */
  readonly endpointUrls?: readonly string[];
}

export interface Agency {
  readonly id: string;
  readonly keys: readonly string[];
}

export const recordsPath = (agencyId: string) => `/operator/v1/agencies/${agencyId}/records`;

const subjectOf = (n: number, { creators, fans }: AgencyData) => ({ creator_id: `creator-${n % creators}`, fan_id: `fan-${n % fans}` });

export const orderOf = (n: number, data: AgencyData, createdAt = new Date()) => ({
  type: 'order',
  id: randomUUID(),
  order_type: n % 5 === 0 ? 'tip' : 'push',
  ...subjectOf(n, data),
  user_id: `employee-${n % 60}`,
  message_id: null,
  amount_cents: 500 + (n % 100),
  created_at: createdAt.toISOString(),
});

const sendOf = (n: number, data: AgencyData, sentAt: Date) => ({
  type: 'send',
  id: randomUUID(),
  sent_at: sentAt.toISOString(),
  source: n % 3 === 0 ? 'script' : 'messaging',
  sent_by_user_id: `employee-${n % 60}`,
  ...subjectOf(n, data),
  fan_username: `fan_${n % data.fans}`,
  is_private_media: false,
  price_eur: null,
  sale_status: null,
  message_id: null,
  media: [],
});

/** Creates an endpoint that receives new orders. */
export function createEndpoint(
  operator: Caller,
  agencyId: string,
  body: { readonly url: string; readonly allowed_creator_ids?: readonly string[] },
) {
  const path = `/operator/v1/agencies/${agencyId}/webhooks`;
  return operator.post<{ id: string }>(path, { enabled_event_types: ['order.created'], secret, ...body });
}

/** Creates an agency through the operator API only, which every checkout has. */
export async function createAgency(operator: Caller, data: AgencyData): Promise<Agency> {
  const { creators, listedFans = 0, orders = 0, sends = 0, keys = 0, endpointUrls = [] } = data;
  const { id } = await operator.post<{ id: string }>('/operator/v1/agencies', { name: 'Agency' });
  const instant = (n: number, count: number) => new Date(Date.now() - (yearMs * (n + 1)) / (count + 1));
  const batches = [
    times(creators, (n) => ({
      type: 'creator',
      id: `creator-${n}`,
      name: `Creator ${n}`,
      account: { external_id: `account-${n}`, username: `creator${n}` },
    })),
    times(listedFans, (n) => ({
      type: 'fan',
      account_id: `account-${n % creators}`,
      fan_id: `fan-${n}`,
      fan_username: `fan_${n}`,
      subscription_status: n % 3 === 0 ? 'former_subscriber' : 'active_subscriber',
      is_online: n % 10 === 0,
      related_at: instant(n, listedFans).toISOString(),
      tag_ids: [],
    })),
    times(orders, (n) => orderOf(n, data, instant(n, orders))),
    times(sends, (n) => sendOf(n, data, instant(n, sends))),
  ].flatMap((records) => times(Math.ceil(records.length / largestBatch), (n) => records.slice(n * largestBatch, (n + 1) * largestBatch)));
  for (const records of batches) await operator.post(recordsPath(id), { records });
  for (const url of endpointUrls) await createEndpoint(operator, id, { url });
  const made: string[] = [];
  await inFlight(4, times(keys, String), async (label) => {
    made.push((await operator.post<{ api_key: string }>(`/operator/v1/agencies/${id}/keys`, { label, scopes })).api_key);
  });
  return { id, keys: made };
}
