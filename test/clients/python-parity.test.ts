import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { SdkSources } from '../../docs/site/sdk/declarations.ts';

/** The twin of each part of the package for TypeScript, a value or a setting, as `module.name`, or the reason why there is none in parentheses. */
const twins: Readonly<Record<string, string>> = {
  AbortError: '(a program cancels a task of asyncio, or raises in its own signal handler)',
  ConnectionError: 'errors.ServiceConnectionError',
  InvalidArgumentError: 'errors.InvalidArgumentError',
  ProblemError: 'errors.ProblemError',
  ServiceError: 'errors.ServiceError',
  TimeoutError: 'errors.ServiceTimeoutError',
  UnexpectedResponseError: 'errors.UnexpectedResponseError',
  WebhookVerificationError: 'webhooks.WebhookVerificationError',
  attemptErrors: '(texts for a screen; the Literal DeliveryError has the values)',
  createClient: 'client.Client',
  createOperatorClient: 'client.OperatorClient',
  createWebhookHandler: 'handlers.WebhookHandler',
  defaultVersion: 'contract.VERSION',
  enumerations: '(get_args of a Literal of agency_service.types returns its values)',
  eventScopes: '(a table for the console and the command line)',
  forExpress: 'handlers.for_flask',
  forFastify: 'handlers.for_django',
  forFetch: 'handlers.for_starlette',
  forHono: 'handlers.for_starlette',
  forLambda: 'handlers.for_lambda',
  forNext: 'handlers.for_starlette',
  forNode: 'handlers.respond',
  isProblem: '(except UnknownOrderProblem: each problem is a class)',
  isProblemOf: '(except UnknownOrderProblem: each problem is a class)',
  memoryStore: 'stores.MemoryStore',
  methods: 'resources.Resources',
  operations: 'contract.OPERATIONS',
  operatorEnumerations: '(get_args of a Literal of agency_service.types returns its values)',
  operatorMethods: 'operator_resources.Resources',
  operatorOperations: 'contract.OPERATIONS',
  readInstant: 'models.instant',
  reconcile: '(the lists and client.events.list have the same filters; the page on outages shows the steps)',
  redisStore: 'stores.RedisStore',
  signTestWebhook: 'testing.sign_webhook',
  sqlStore: 'stores.SqlStore',
  testEvent: 'testing.example_event',
  testSecret: 'testing.new_secret',
  undeliveredTo: '(as reconcile)',
  verifyWebhook: 'webhooks.verify_webhook',
  headers: 'client.headers',
  idempotencyKey: 'resources.idempotency_key',
  maxRetries: 'client.max_retries',
  onAnswer: 'models.http_response',
  requestId: 'client.request_id',
  signal: '(as AbortError)',
  timeoutMs: 'client.timeout',
  withResponse: 'models.http_response',
  apiKey: 'client.api_key',
  baseUrl: 'client.base_url',
  version: 'client.version',
  fetch: 'client.http_client',
  pacing: 'client.pacing',
  userAgent: 'client.user_agent',
  editWithinMs: 'edits.within',
  logLevel: 'core.log',
  logger: 'core.log',
  onRequest: '(event_hooks of an httpx client that is passed as http_client)',
  onResponse: '(event_hooks of an httpx client that is passed as http_client)',
  onRetry: 'core.log',
  maxEvents: 'stores.max_events',
  ttlMs: 'stores.ttl',
  operatorToken: 'client.operator_token',
  operatorUrl: 'client.operator_url',
  pages: 'models.pages',
  max: 'models.to_list',
  toArray: 'models.to_list',
  maxWaitMs: 'client.pacing',
  prefix: 'stores.prefix',
  now: 'testing.now',
  cleanUp: 'stores.clean_up',
  claim: 'stores.claim',
  complete: 'stores.complete',
  release: 'stores.release',
  createTable: 'stores.create_table',
  query: 'stores.query',
  table: 'stores.table',
  formerBrand: 'webhooks.former_brand',
  toleranceSeconds: 'webhooks.tolerance_seconds',
  answerWithinMs: 'handlers.answer_within',
  deduplicate: 'handlers.deduplicate',
  leaseMs: 'handlers.lease',
  maxBodyBytes: 'handlers.max_body_bytes',
  on: 'handlers.on',
  onError: 'handlers.on_error',
  secrets: 'handlers.secrets',
};

let sources: SdkSources;
beforeAll(() => void (sources = new SdkSources()), 60_000);

describe('the package for Python', () => {
  test('has a twin of each value and each setting of the package for TypeScript, or a reason', () => {
    const exported = ['index', 'operator', 'webhooks', 'webhooks/stores', 'webhooks/testing'].flatMap((entry) => sources.exportsOf(entry));
    const values = exported.filter(({ kind }) => ['function', 'class', 'constant'].includes(kind)).map(({ name }) => name);
    const named = /Options$|^(CallPromise|Hooks|PagedList|Pacing|SqlStore)$/;
    const settings = exported.flatMap(({ name, members, file }) =>
      named.test(name) && file !== 'reconcile' ? members.map((member) => member.name) : [],
    );
    const own = new Set([...values, ...settings]);
    expect([...own].filter((name) => !(name in twins))).toEqual([]);
  });

  test.each(Object.entries(twins).filter(([, twin]) => !twin.startsWith('(')))('has the twin of %s, which is %s', (_name, twin) => {
    const [module, name] = twin.split('.');
    const source = readFileSync(`sdk/python/src/agency_service/${module}.py`, 'utf8');
    expect(source).toMatch(new RegExp(`(?:^|\\b(?:def|class) |\\n\\s+)${name}\\b`));
  });
});
