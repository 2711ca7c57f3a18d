import { randomBytes, randomUUID } from 'node:crypto';
import type { ConnectionOptions } from 'node:tls';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { ScopedModels, type ScopedTransaction } from '../../server/access/scope/scoped-models.ts';
import { openWorkerPool, type WorkerPool } from '../../server/database/client/worker-pool.ts';
import { openDatabase, type ModelDatabase } from '../../server/orm/database.ts';
import { readRoles } from '../../server/database/client/roles.ts';
import { Deliverer } from '../../server/delivery/deliverer.ts';
import type { DelivererOptions } from '../../server/delivery/deliverer-options.ts';
import { DestinationGuard, type ResolveAddresses } from '../../server/delivery/send/destination-connector.ts';
import { parseRanges } from '../../server/entities/destination-ranges.ts';
import { placeOfSecrets } from '../../server/entities/signing-secret.ts';
import type { NewEvent } from '../../server/entities/new-event.ts';
import { Outbox } from '../../server/events/outbox.ts';
import type { Clock } from '../../server/lib/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { isPooled, pooledUrl } from '../support/through-pooler.ts';
import { silentMetrics } from '../support/silent-metrics.ts';

export interface EndpointSettings {
  url: string;
  secret?: string;
  enabledEventTypes?: string[];
  allowedCreatorIds?: string[];
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

export interface GuardSettings {
  devRanges?: readonly string[];
  ca?: ConnectionOptions['ca'];
  resolve?: ResolveAddresses;
  refusalStepMs?: number;
}

/** A database with one agency, and deliverers that work on it. */
export interface Rig {
  readonly url: string;
  readonly agencyId: string;
  /** Past every role and policy. */
  readonly database: ModelDatabase;
  /** As the service's worker. */
  readonly sql: WorkerPool;
  readonly keyring: Keyring;
  readonly encryptionKey: Buffer;
  readonly lines: LogLine[];
  readonly breakerOpenings: () => number;
  addEndpoint(settings: EndpointSettings): Promise<string>;
  /** One that sends nothing by itself: its published deliveries are due for any process. */
  readonly outbox: Outbox;
  publish(events?: readonly EventFields[], through?: Outbox): Promise<void>;
  /** A transaction as a key of the whole agency has it. */
  withKey<Result>(work: (transaction: ScopedTransaction) => Promise<Result>): Promise<Result>;
  /** A deliverer that runs until the rig closes. */
  deliver(options?: Partial<DelivererOptions> & GuardSettings): Deliverer;
  /** Deliveries that are due for any process, with events of their own that count from 1. */
  queue(endpointId: string, count: number, age?: string): Promise<void>;
  /** Failures recorded so long ago, with events of their own that count from 1. Answers with their ids. */
  fail(endpointId: string, count: number, age?: string, type?: string): Promise<string[]>;
  /** Notifies every deliverer of the rig that the endpoint may have something due. */
  wake(endpointId: string): void;
  rows<Row = Record<string, any>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Removes every row of the tables, in this order: to truncate all days of a partitioned one would take longer. */
  empty(...tables: readonly string[]): Promise<void>;
  /** Stops the deliverers, and removes the endpoints with all that was published, for the next test. */
  reset(): Promise<void>;
  /** Waits until the query answers with a row. */
  until<Row = Record<string, any>>(text: string, values?: readonly unknown[], timeoutMs?: number): Promise<Row>;
  close(): Promise<void>;
}

export const testSecret = `svc_whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** Retries at once, so that a test walks through all attempts. */
export const quickRetries = [5, 5, 5] as const;

/** Twenty times as fast as the system's. */
export const quickClock: Clock = {
  now: () => 20 * performance.now(),
  setTimeout: (work, delayMs) => setTimeout(work, delayMs / 20),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
};

/** Delivery sends a payload as it is: here it contains a text that distinguishes events. */
export type EventFields = Partial<Omit<NewEvent, 'data'>> & { readonly data?: object };

export function anOrder(fields: EventFields = {}): NewEvent {
  return {
    agencyId: '',
    type: 'order.created',
    creatorId: 'creator-1',
    occurredAt: new Date('2026-07-18T21:04:11.000Z'),
    data: { id: 'order-1', amount_cents: 1200 },
    ...fields,
  } as NewEvent;
}

/** Closes with the given database, or with one of its own. */
export async function startRig(given?: TestDatabase): Promise<Rig> {
  const testDatabase = given ?? (await createTestDatabase());
  const api = openDatabase(pooledUrl(testDatabase.url), [], 4);
  const { worker } = await readRoles(testDatabase.url);
  const sessions = openWorkerPool(testDatabase.url, 12, () => undefined, new Set(), worker);
  // What delivery reserves and the job runners use go past a pooler.
  const pooled = isPooled(testDatabase.url)
    ? openWorkerPool(pooledUrl(testDatabase.url), 12, () => undefined, new Set(), worker)
    : sessions;
  const sql: WorkerPool = { ...pooled, pool: sessions.pool };
  const encryptionKey = randomBytes(32);
  const keyring = new Keyring(encryptionKey);
  const [agency] = await api.query<{ id: string }>({ text: `INSERT INTO agencies (name) VALUES ('Agency') RETURNING id` });
  const agencyId = agency!.id;
  const deliverers: Deliverer[] = [];
  const lines: LogLine[] = [];
  let breakerOpenings = 0;
  const at = (level: LogLine['level']) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: fields as LogLine['fields'] });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const outbox = new Outbox();
  const statements = new ScopedStatements();

  const rig: Rig = {
    url: testDatabase.url,
    agencyId,
    database: api,
    sql,
    keyring,
    encryptionKey,
    lines,
    breakerOpenings: () => breakerOpenings,
    async addEndpoint({ url, secret = testSecret, enabledEventTypes = ['order.created'], allowedCreatorIds = [] }) {
      const id = randomUUID();
      await api.query({
        text: `
          INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, allowed_creator_ids, api_version)
          VALUES ($1, $2, $3, 'test', $4, $5, $6, $7, '2026-07-06')`,
        values: [
          agencyId,
          id,
          url,
          keyring.encrypt(secret, placeOfSecrets(agencyId, id)),
          secret.slice(0, 14),
          enabledEventTypes,
          allowedCreatorIds,
        ],
      });
      return id;
    },
    outbox,
    async publish(events = [{}], through = outbox) {
      const orders = events.map((event) => anOrder({ agencyId, ...event }));
      await api.transaction((transaction) => through.publish(transaction, orders));
    },
    withKey: (work) => new ScopedModels(api, statements, new TenantScope(agencyId, [])).transaction(work),
    deliver({ devRanges = ['127.0.0.0/8', '::1/128'], ca, resolve, refusalStepMs = 20, ...options } = {}) {
      const guard = new DestinationGuard({
        policy: { devRanges: parseRanges(devRanges) },
        refusalStepMs,
        ...(ca ? { ca } : {}),
        ...(resolve ? { resolve } : {}),
      });
      const deliverer = new Deliverer({
        pool: sql.pool,
        secrets: keyring,
        connector: guard.connector,
        knownHosts: guard,
        formerBrand: 'Legacy',
        log,
        metrics: { ...silentMetrics, countBreakerOpening: () => void breakerOpenings++ },
        concurrency: 64,
        // What no notification reports, the next sweep finds.
        sweepMs: 100,
        ...options,
      });
      deliverer.start();
      deliverers.push(deliverer);
      return deliverer;
    },
    async queue(endpointId, count, age = '1 hour') {
      await api.query({
        text: `
          WITH fact AS MATERIALIZED (SELECT uuidv7() AS id, n FROM generate_series(1, $3::int) n), event AS (
            INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data)
            SELECT $1, id, 'order.created', 'creator-1', now(), json_build_object('n', n) FROM fact
          )
          INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation, due_at)
          SELECT $1, $2, 'order.created', fact.id, 'creator-1', now(), e.generation, now() - $4::interval
            FROM fact JOIN webhook_endpoints e ON e.id = $2`,
        values: [agencyId, endpointId, count, age],
      });
    },
    async fail(endpointId, count, age = '1 day', type = 'order.created') {
      const failures = await api.query<{ id: string }>({
        text: `
          INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, occurred_at, delivery_id, error, attempts, data)
          SELECT $1, $2, $4, uuidv7(- $5::interval), uuidv7(), now(), uuidv7(), 'timeout', '{}', json_build_object('n', n)
            FROM generate_series(1, $3::int) n RETURNING id`,
        values: [agencyId, endpointId, count, type, age],
      });
      return failures.map(({ id }) => id);
    },
    wake: (endpointId) => deliverers.forEach((deliverer) => deliverer.wake([{ agencyId, endpointId, sinceMicros: 0 }])),
    async rows(text, values = []) {
      return api.query({ text, values });
    },
    async empty(...tables) {
      for (const table of tables) await api.query({ text: `DELETE FROM ${table}` });
    },
    async reset() {
      await Promise.all(deliverers.splice(0).map((deliverer) => deliverer.stop()));
      await rig.empty('delivery_queue', 'delivery_leases', 'delivery_history', 'delivery_failures', 'delivery_minutes');
      await rig.empty('endpoint_episodes', 'episode_errors', 'failed_attempts');
      await rig.empty('webhook_events', 'webhook_endpoints');
      lines.length = 0;
    },
    async until(text, values = [], timeoutMs = 15_000) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const [row] = await api.query<any>({ text, values });
        if (row) return row;
        if (Date.now() > deadline) throw new Error(`no row within ${timeoutMs} ms: ${text}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async close() {
      await Promise.all(deliverers.map((deliverer) => deliverer.stop()));
      await Promise.all([api, ...new Set([pooled, sessions])].map((pool) => pool.close()));
      await testDatabase.drop();
    },
  };
  return rig;
}
