import { afterAll, beforeAll, expect } from 'vitest';
import { failedAttemptColumns, failedAttempts } from '../../../server/entities/attempt-counts.ts';
import { serviceFor, type Answer, type TestAgency, type TestService, type TestServiceOptions } from '../../support/service.ts';

export interface CallOptions {
  /** An API key, or null for none. */
  readonly key?: string | null;
  readonly body?: unknown;
  readonly version?: string;
}

interface FailureSeed {
  readonly eventType?: string;
  readonly creatorId?: string;
  readonly failedAt?: Date;
  readonly error?: string;
  readonly replayedAt?: Date | null;
  readonly attempts?: readonly object[];
}

interface DeliverySeed {
  readonly eventType?: string;
  readonly creatorId?: string;
  readonly status?: 'pending' | 'delivered' | 'failed';
  readonly createdAt?: Date;
  readonly attempts?: readonly object[];
}

export const attempt = {
  attempted_at: '2026-07-18T21:10:25.000Z',
  duration_ms: 143,
  status_code: 500,
  error: 'http_status',
  error_detail: null,
  response_excerpt: 'Internal Server Error',
};

/** One episode of all seeded minutes from the first with a failed attempt to the last one. */
const failedSums = failedAttemptColumns.map((column) => `sum(c.${column}) AS ${column}`).join(', ');
const episodeOfMinutes = `
  INSERT INTO endpoint_episodes AS e
    (agency_id, endpoint_id, number, began_at, last_failed_at, minute, delivered_of_minute, delivered_before, delivered_count, ${failedAttemptColumns.join(', ')})
  SELECT c.agency_id, c.endpoint_id, 1, f.first, f.last, f.last,
         sum(c.delivered_count) FILTER (WHERE c.minute = f.last), coalesce(sum(c.delivered_count) FILTER (WHERE c.minute < f.first AND c.minute >= f.first - interval '5 minutes'), 0),
         sum(c.delivered_count) FILTER (WHERE c.minute BETWEEN f.first AND f.last), ${failedSums}
    FROM delivery_minutes c
    JOIN (SELECT min(c.minute) AS first, max(c.minute) AS last FROM delivery_minutes c WHERE c.endpoint_id = $1 AND ${failedAttempts} > 0) f ON f.first IS NOT NULL
   WHERE c.endpoint_id = $1
   GROUP BY c.agency_id, c.endpoint_id, f.first, f.last
  ON CONFLICT (agency_id, endpoint_id) DO UPDATE
     SET began_at = excluded.began_at, last_failed_at = excluded.last_failed_at, minute = excluded.minute, delivered_of_minute = excluded.delivered_of_minute,
         delivered_before = excluded.delivered_before, delivered_count = excluded.delivered_count,
         ${failedAttemptColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`;

/** The data of a seeded event. */
const payload = '{"id":"order-1"}';

/** An agency with creators `ada` and `bea`, keys for both, and direct access to its rows. */
export class Agency {
  readonly service: TestService;
  readonly id: string;
  /** Reaches the whole agency. */
  readonly key: string;
  /** Reaches `ada` alone. */
  readonly adaKey: string;
  readonly createKey: TestAgency['createKey'];
  readonly ingest: TestAgency['ingest'];

  private constructor(service: TestService, agency: TestAgency, adaKey: string) {
    this.service = service;
    this.id = agency.id;
    this.key = agency.key;
    this.adaKey = adaKey;
    this.createKey = (options) => agency.createKey(options);
    this.ingest = (records) => agency.ingest(records);
  }

  static async create(service: TestService): Promise<Agency> {
    const agency = await service.createAgency();
    await agency.ingest(
      ['ada', 'bea'].map((id) => ({ type: 'creator', id, name: id, account: { external_id: `account-${id}`, username: null } })),
    );
    return new Agency(service, agency, await agency.createKey({ creatorIds: ['ada'] }));
  }

  /** Sends a request, by default with the whole agency's key. */
  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return this.service.request(method, path, { key: this.key, ...options });
  }

  /** A new endpoint as the API answered it, with its secret. */
  async addEndpoint(members: Record<string, unknown> = {}, key = this.key): Promise<any> {
    const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], ...members };
    const answer = await this.call('POST', '/v1/webhooks', { key, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  }

  async addFailure(
    endpointId: string,
    {
      eventType = 'order.created',
      creatorId = 'ada',
      failedAt = new Date(),
      error = 'http_status',
      replayedAt = null,
      attempts = [attempt],
    }: FailureSeed = {},
  ) {
    const eventId = await this.#addEvent(eventType, creatorId, failedAt);
    const [row] = await this.service.database.query<{ id: string; delivery_id: string }>({
      text: `
        INSERT INTO delivery_failures
          (agency_id, endpoint_id, event_id, event_type, occurred_at, delivery_id, error, attempts, id, replayed_at, creator_id, data)
        VALUES ($1, $2, $3, $4, $5, uuidv7(), $6, $7, uuidv7($5::timestamptz - clock_timestamp()), $8, $9, $10) RETURNING id, delivery_id`,
      values: [
        this.id,
        endpointId,
        eventId,
        eventType,
        failedAt,
        error,
        attempts.map((each) => JSON.stringify(each)),
        replayedAt,
        creatorId,
        payload,
      ],
    });
    return { id: row!.id, deliveryId: row!.delivery_id, eventId };
  }

  async addDelivery(
    endpointId: string,
    {
      eventType = 'order.created',
      creatorId = 'ada',
      status = 'delivered',
      createdAt = new Date(),
      attempts = [attempt],
    }: DeliverySeed = {},
  ) {
    const eventId = await this.#addEvent(eventType, creatorId, createdAt);
    const values = [eventId, this.id, endpointId, eventType, attempts.map((each) => JSON.stringify(each)), createdAt, creatorId];
    const [row] = await this.service.database.query<{ id: string }>(
      status === 'pending'
        ? {
            text: `
              INSERT INTO delivery_queue (event_id, agency_id, endpoint_id, event_type, generation, attempts, due_at, id, creator_id, occurred_at)
              SELECT $1, $2, e.id, $4, e.generation, $5, now() + interval '1 hour', uuidv7($6::timestamptz - clock_timestamp()), $7, $6
                FROM webhook_endpoints e WHERE e.id = $3 RETURNING id`,
            values,
          }
        : {
            text: `
              INSERT INTO delivery_history (event_id, agency_id, endpoint_id, event_type, attempts, id, creator_id, status)
              VALUES ($1, $2, $3, $4, $5, uuidv7($6::timestamptz - clock_timestamp()), $7, $8) RETURNING id`,
            values: [...values, status],
          },
    );
    return { id: row!.id, eventId };
  }

  /** Lets a pending delivery be due now, for the next sweep. */
  async makeDue(deliveryId: string): Promise<void> {
    await this.service.database.query({
      text: 'UPDATE delivery_queue SET due_at = now() WHERE id = $1',
      values: [deliveryId],
    });
  }

  async countInMinute(endpointId: string, minute: Date, eventType: string, delivered: number, failed: number): Promise<void> {
    await this.service.database.query({
      text: `
        INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, failed_count) VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [this.id, endpointId, minute, eventType, delivered, failed],
    });
  }

  /** Counters of a minute of `order.created`; those that are not given are 0. */
  async countAttempts(endpointId: string, minute: Date, counts: Readonly<Record<string, number | readonly number[]>>): Promise<void> {
    const names = Object.keys(counts);
    await this.service.database.query({
      text: `
        INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, ${names.join(', ')})
        VALUES ($1, $2, $3, 'order.created', ${names.map((_, index) => `$${index + 4}`).join(', ')})`,
      values: [this.id, endpointId, minute, ...Object.values(counts)],
    });
    await this.service.database.query({ text: episodeOfMinutes, values: [endpointId] });
  }

  /** What the API does not show of an endpoint. */
  async stored(endpointId: string) {
    const [row] = await this.service.database.query<Record<string, any>>({
      text: 'SELECT * FROM webhook_endpoints WHERE id = $1',
      values: [endpointId],
    });
    return row!;
  }

  /** As the circuit breaker leaves an endpoint. */
  async disableByBreaker(endpointId: string): Promise<void> {
    await this.service.database.query({
      text: `
        UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'auto_breaker', disabled_at = now() - interval '1 hour',
          consecutive_failures = 10, generation = generation + 1 WHERE id = $1`,
      values: [endpointId],
    });
  }

  async #addEvent(type: string, creatorId: string, occurredAt: Date): Promise<string> {
    const [row] = await this.service.database.query<{ id: string }>({
      text: `INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data) VALUES ($1, uuidv7(), $2, $3, $4, $5) RETURNING id`,
      values: [this.id, type, creatorId, occurredAt, payload],
    });
    return row!.id;
  }
}

/** The response to a bulk replay of so many failures of each type. */
export const bulkReplayed = (counts: Readonly<Record<string, number>> = {}, waitingCount = 0) => ({
  replayed_count: Object.values(counts).reduce((sum, count) => sum + count, 0),
  waiting_count: waitingCount,
  by_event_type: Object.entries(counts).map(([event_type, count]) => ({ event_type, count })),
});

/** Asks again until the response meets the expectation. */
export async function eventually<Value>(read: () => Promise<Value>, isMet: (value: Value) => boolean): Promise<Value> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const value = await read();
    if (isMet(value) || Date.now() > deadline) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A recorded tip of a fan, or of an unknown one. */
export const orderRecord = (id: string, fanId: string | null, creatorId = 'ada') => ({
  type: 'order',
  id,
  order_type: 'tip',
  creator_id: creatorId,
  fan_id: fanId,
  user_id: null,
  message_id: null,
  amount_cents: 500,
  created_at: '2026-07-10T12:00:00.000Z',
});

/** Answers with a maker of agencies in the worker's service or, with options, in one of the block's own, which delivers nothing by default. */
export function useService(options?: TestServiceOptions): () => Promise<Agency> {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await serviceFor(options);
  });
  afterAll(() => service?.close());
  return () => Agency.create(service!);
}

export function problem(status: number, slug: string, members: Record<string, unknown> = {}) {
  return { status, body: { type: expect.stringMatching(new RegExp(`/${slug}$`)), status, ...members } };
}
