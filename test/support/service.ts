import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { newApiKey, ApiKeyFormat } from '../../server/access/keys/api-keys.ts';
import { applyRowLevelSecurity } from '../../server/access/scope/row-level-security.ts';
import { composeService } from '../../server/composition/compose-service.ts';
import type { Service, Times } from '../../server/composition/service.ts';
import { readConfig, type Config } from '../../server/config/config.ts';
import { openDatabase, type ModelDatabase } from '../../server/orm/database.ts';
import { ownHost } from '../../server/http/connection/host-header.ts';
import { listen } from '../../server/http/connection/listener.ts';
import { createLogger } from '../../server/log/log.ts';
import type { Tracing } from '../../server/tracing/tracing.ts';
import { scopes } from '../../generated/operations.ts';
import { ResponseWatch } from './response-watch.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { isPooled, pooledUrl } from './through-pooler.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined where the body is empty or another type. */
  readonly body: any;
  readonly text: string;
}

export interface RequestOptions {
  /** An API key, or null for none. The seeded agency's key with every scope is the default. */
  readonly key?: string | null;
  /** Value of `Service-Version`, or null for none. */
  readonly version?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
}

export interface TestAgency {
  readonly id: string;
  /** A key with every scope and every creator. */
  readonly key: string;
  /** Makes another key of the agency. */
  createKey(options?: { scopes?: readonly string[]; creatorIds?: readonly string[]; expiresAt?: Date }): Promise<string>;
  /** Ingests records with the operator API. */
  ingest(records: readonly object[]): Promise<{ created: number; updated: number; unchanged: number }>;
}

export interface TestService {
  readonly baseUrl: string;
  readonly operatorUrl: string;
  readonly operatorToken: string;
  readonly encryptionKey: Buffer;
  readonly config: Config;
  /** Queries the database as superuser, without roles and policies. */
  readonly database: ModelDatabase;
  readonly service: Service;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  operator(method: string, path: string, body?: unknown): Promise<Answer>;
  createAgency(): Promise<TestAgency>;
  /** Rejects if a response to any caller violated the contract. */
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** Variables of the configuration, over the tests' own. */
  readonly env?: Readonly<Record<string, string>>;
  /** An existing database, which `close` does not drop. */
  readonly databaseUrl?: string;
  /** Creates the database instead of copying the run's template. */
  readonly createDatabase?: () => Promise<TestDatabase>;
  readonly encryptionKey?: Buffer;
  /** False: requests and ingestion work, nothing is delivered. */
  readonly delivers?: boolean;
  /** Waits between the attempts of a delivery, in place of 10 s, 1 min and 5 min. */
  readonly retryDelaysMs?: readonly number[];
  readonly times?: Partial<Times>;
  /** How far a read replica may be behind, in place of 30 s. */
  readonly replicaLateAfterMs?: number;
  /** Wrong operator tokens of an address in a minute; more than any test sends unless given. */
  readonly operatorTries?: number;
  /** Folder of a built console instead of the service's own. */
  readonly consoleFolder?: string;
  /** None unless given. */
  readonly tracing?: Tracing;
}

/** The body, or the first chunk of a stream, which is then closed. */
async function textOf(response: Response): Promise<string> {
  if (!response.body || !/event-stream/.test(response.headers.get('content-type') ?? '')) return response.text();
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await textOf(response);
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

function encode(body: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body as never;
  return JSON.stringify(body);
}

/** A running service; `handle` is a caller's view of it, with an agency of the caller's own as the default. */
interface RunningService {
  handle(close: () => Promise<void>): TestService;
  /** Throws violations of the responses since the last call. */
  checkAnswers(): void;
  stop(): Promise<void>;
}

let shared: Promise<RunningService> | undefined;

/**
 * The service that all files of a worker share, which delivers nothing. For tests that see only agencies of their own: other files leave theirs
 * in its database. It ends with the worker.
 */
export async function sharedService(): Promise<TestService> {
  const running = await (shared ??= runService({ delivers: false }));
  return running.handle(() => Promise.resolve(running.checkAnswers()));
}

/** The worker's service or, with options, one of the caller's own, which delivers nothing by default. */
export const serviceFor = (options?: TestServiceOptions): Promise<TestService> =>
  options ? startService({ delivers: false, ...options }) : sharedService();

/** Boots the whole service on free ports against a database of its own. Every response is checked against the contract. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const running = await runService(options);
  return running.handle(async () => {
    await running.stop();
    running.checkAnswers();
  });
}

async function runService(options: TestServiceOptions): Promise<RunningService> {
  const owned = options.databaseUrl ? undefined : await (options.createDatabase ?? createTestDatabase)();
  const administratorUrl = options.databaseUrl ?? owned!.url;
  const directUrl = options.databaseUrl ?? owned!.ownerUrl;
  // Other databases than a copy of the run's may have tables alone.
  if (!owned) await applyRowLevelSecurity(directUrl);
  const administrator = openDatabase(administratorUrl, [], 4);
  const encryptionKey = options.encryptionKey ?? randomBytes(32);
  const given = readConfig(
    {
      PORT: '0',
      OPERATOR_PORT: '0',
      DATA_DIR: tmpdir(),
      DATABASE_URL: pooledUrl(directUrl),
      ...(isPooled(directUrl) ? { DATABASE_DIRECT_URL: directUrl } : {}),
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
      DEV_DESTINATIONS: '127.0.0.0/8',
      LOG_LEVEL: 'silent',
      LOG_FORMAT: 'json',
      ...options.env,
    },
    false,
  );
  const operatorToken = randomUUID();
  const watch = new ResponseWatch();
  const publicHandler = watch.over('public', (request, response) => composed.publicHandler(request, response));
  const operatorHandler = watch.over('operator', (request, response) => composed.operatorHandler(request, response));
  const publicListener = await listen(publicHandler, '127.0.0.1', 0, () => config.errorsBase);
  const operatorListener = await listen(operatorHandler, '127.0.0.1', 0, () => config.errorsBase, {
    isOwnHost: ownHost(given),
  });
  const config = given.withPorts(publicListener.port, operatorListener.port);
  const composed = await composeService({
    config,
    databaseUrl: pooledUrl(directUrl),
    encryptionKeys: { current: encryptionKey, previous: config.encryptionKeysPrevious },
    operatorToken,
    log: createLogger(config, null, options.tracing),
    operatorTries: options.operatorTries ?? 100_000,
    ...(options.tracing ? { tracing: options.tracing } : {}),
    ...(options.consoleFolder ? { consoleFolder: options.consoleFolder } : {}),
    ...(options.retryDelaysMs ? { retryDelaysMs: options.retryDelaysMs } : {}),
    ...(options.times ? { times: options.times } : {}),
    ...(options.replicaLateAfterMs ? { replicaLateAfterMs: options.replicaLateAfterMs } : {}),
  });
  if (options.delivers ?? true) await composed.start();

  async function operator(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(config.operatorListenerUrl + path, {
      method,
      headers: { authorization: `Bearer ${operatorToken}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: encode(body) ?? null,
    });
    const answer = await answerOf(response);
    watch.throwFor(answer.headers.get('x-request-id'));
    return answer;
  }

  const handle = (close: () => Promise<void>): TestService => {
    let defaultKey: string | undefined;
    return {
      baseUrl: config.publicUrl,
      operatorUrl: config.operatorListenerUrl,
      operatorToken,
      encryptionKey,
      config,
      database: administrator,
      service: { ...composed, publicHandler, operatorHandler },
      operator,
      async request(method, path, { key = defaultKey ?? null, version = 'Amethyste', headers = {}, body } = {}) {
        const response = await fetch(config.publicUrl + path, {
          method,
          headers: {
            ...(version === null ? {} : { 'service-version': version }),
            ...(key === null ? {} : { authorization: `Bearer ${key}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          body: encode(body) ?? null,
        });
        const answer = await answerOf(response);
        watch.throwFor(answer.headers.get('x-request-id'));
        return answer;
      },
      async createAgency() {
        const [row] = await administrator.query<{ id: string }>({
          text: 'INSERT INTO agencies (name) VALUES ($1) RETURNING id',
          values: [`Agency ${randomUUID()}`],
        });
        const { id } = row!;
        const format = new ApiKeyFormat(config.formerBrand);
        const createKey: TestAgency['createKey'] = async ({ scopes: granted = scopes, creatorIds = [], expiresAt } = {}) => {
          const key = newApiKey();
          await administrator.query({
            text: `
            INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes, creator_ids, expires_at)
            VALUES ($1, 'test', $2, $3, $4, $5, $6)`,
            values: [id, format.displayPrefix(key), format.hashOf(key), granted, creatorIds, expiresAt ?? null],
          });
          return key;
        };
        const key = await createKey();
        defaultKey ??= key;
        return {
          id,
          key,
          createKey,
          async ingest(records) {
            const answer = await operator('POST', `/operator/v1/agencies/${id}/records`, { records });
            if (answer.status !== 200) throw new Error(`records refused: ${answer.text}`);
            return answer.body as { created: number; updated: number; unchanged: number };
          },
        };
      },
      close,
    };
  };

  return {
    handle,
    checkAnswers: () => watch.throwAll(),
    async stop() {
      await composed.stop([publicListener, operatorListener], 2_000);
      await administrator.close();
      await owned?.drop();
    },
  };
}
