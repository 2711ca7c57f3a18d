import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { Pool, type Dispatcher } from 'undici';
import type { Receiver } from './delivery-receiving.ts';
import type { Shape } from './delivery-shapes.ts';
import type { RunningService } from './service.ts';

/** A request that brings in facts, made before the clock runs. */
export interface Request {
  readonly path: string;
  readonly body: string;
  readonly orderIds: readonly string[];
}

const secret = `svc_whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const largestBatch = 1_000;
const madeAtOnce = 8;

/** The agencies of a service and what they sell, over the operator API alone: it is the same for every checkout. */
export class Market {
  readonly #databaseUrl: string;
  readonly #receiver: Receiver;
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;
  /** Agencies by what they have. */
  readonly #agencies = new Map<string, string[]>();
  #orders = 0;

  constructor(service: RunningService, databaseUrl: string, receiver: Receiver) {
    this.#databaseUrl = databaseUrl;
    this.#receiver = receiver;
    this.#pool = new Pool(service.operatorUrl, { connections: 64, pipelining: 1 });
    this.#headers = { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json' };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  /** Makes the agencies of a shape that are not there yet, and the requests of one measurement: its agencies in turn. */
  async prepare(shape: Shape, facts = shape.facts): Promise<Request[]> {
    const agencyIds = await this.#agenciesFor(shape);
    return Array.from({ length: Math.ceil(facts / shape.batch) }, (_, n) => {
      const agencyId = agencyIds[n % shape.agencies]!;
      return this.#orderRequest(agencyId, shape, Math.min(shape.batch, facts - n * shape.batch));
    });
  }

  /** Rejects unless the facts were accepted. */
  send({ path, body }: Pick<Request, 'path' | 'body'>): Promise<string> {
    return new Promise((resolve, reject) => {
      let status = 0;
      const chunks: Buffer[] = [];
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart() {},
        onResponseStart: (_controller, statusCode) => void (status = statusCode),
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          const text = Buffer.concat(chunks).toString();
          if (status < 300) resolve(text);
          else reject(new Error(`${path}: ${status} ${text}`));
        },
        onResponseError: (_controller, error) => reject(error),
      };
      this.#pool.dispatch({ path, method: 'POST', headers: this.#headers, body }, handler);
    });
  }

  async #agenciesFor(shape: Shape): Promise<readonly string[]> {
    const { endpoints, otherEndpoints, creators, fans, earlierOrders, nameBytes, isHttps } = shape;
    const kind = JSON.stringify([endpoints, otherEndpoints, creators, fans, earlierOrders, nameBytes, isHttps]);
    const agencyIds = this.#agencies.get(kind) ?? [];
    this.#agencies.set(kind, agencyIds);
    while (agencyIds.length < shape.agencies) {
      const count = Math.min(madeAtOnce, shape.agencies - agencyIds.length);
      agencyIds.push(...(await Promise.all(Array.from({ length: count }, () => this.#makeAgency(shape)))));
    }
    return agencyIds;
  }

  async #makeAgency(shape: Shape): Promise<string> {
    const { id } = JSON.parse(await this.#post('', { name: 'Agency' })) as { id: string };
    const creators = Array.from({ length: shape.creators }, (_, n) => ({
      type: 'creator',
      id: `creator-${n}`,
      name: 'Creator',
      account: { external_id: `account-${n}`, username: 'creator' },
    }));
    await this.#post(`/${id}/records`, { records: creators });
    if (shape.nameBytes > 0) await this.#nameFans(id, shape);
    for (let left = shape.earlierOrders; left > 0; left -= largestBatch) {
      await this.send(this.#orderRequest(id, shape, Math.min(left, largestBatch)));
    }
    for (let n = 0; n < shape.endpoints + shape.otherEndpoints; n++) {
      const url = `${shape.isHttps ? this.#receiver.httpsUrl : this.#receiver.httpUrl}/${n}`;
      const type = n < shape.endpoints ? 'order.created' : 'order.refunded';
      await this.#post(`/${id}/webhooks`, { url, enabled_event_types: [type], secret });
    }
    return id;
  }

  /** The contract's limits keep an event under a few kilobytes; a name that is longer than they allow passes them by. */
  async #nameFans(agencyId: string, { fans, creators, nameBytes }: Shape): Promise<void> {
    const records = Array.from({ length: fans }, (_, n) => ({
      type: 'fan',
      account_id: `account-${n % creators}`,
      fan_id: `fan-${n}`,
      fan_username: null,
      subscription_status: 'active_subscriber',
      is_online: false,
      related_at: new Date().toISOString(),
      tag_ids: [],
    }));
    await this.#post(`/${agencyId}/records`, { records });
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    const name = randomBytes(nameBytes).toString('base64').slice(0, nameBytes);
    await client.query('UPDATE fans SET fan_username = $2 WHERE agency_id = $1', [agencyId, name]).finally(() => client.end());
  }

  #orderRequest(agencyId: string, { creators, fans }: Shape, count: number): Request {
    const records = Array.from({ length: count }, () => {
      const n = this.#orders++;
      return {
        type: 'order',
        id: randomUUID(),
        order_type: 'push',
        creator_id: `creator-${n % creators}`,
        fan_id: `fan-${n % fans}`,
        user_id: 'employee-1',
        message_id: null,
        amount_cents: 500,
        created_at: new Date().toISOString(),
      };
    });
    return { path: pathOf(`/${agencyId}/records`), body: JSON.stringify({ records }), orderIds: records.map(({ id }) => id) };
  }

  #post(path: string, body: object): Promise<string> {
    return this.send({ path: pathOf(path), body: JSON.stringify(body) });
  }
}

const pathOf = (path: string) => `/operator/v1/agencies${path}`;
