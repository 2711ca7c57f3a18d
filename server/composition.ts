import type { RequestListener } from 'node:http';
import type { PublicImplementations } from '../generated/interfaces/index.ts';
import { limits } from '../generated/limits.ts';
import { currentRelease, releases } from '../generated/releases.ts';
import { ApiKeyFormat } from './access/keys/api-keys.ts';
import { KeyUses } from './access/keys/key-uses.ts';
import { Keyring } from './access/encryption/keyring.ts';
import { missingKeys } from './access/encryption/missing-keys.ts';
import { OperatorSessions } from './access/operators/operator-sessions.ts';
import { OperatorTokens } from './access/operators/operator-tokens.ts';
import { PortalLinks } from './access/keys/portal-links.ts';
import { ScopedStatements } from './access/scope/scoped-statements.ts';
import { ScopedModels } from './access/scope/scoped-models.ts';
import { StreamHolders } from './access/stream-holders.ts';
import type { Contexts } from './access/request-context.ts';
import { UncheckedKeys } from './access/keys/unchecked-keys.ts';
import { cachedHistory, serviceChecks } from './startup/service-checks.ts';
import type { Config } from './config.ts';
import { diagnostics } from './diagnostics/diagnose.ts';
import { NotificationListener, type NotificationHandlers } from './database/client/notification-listener.ts';
import { Deliverer } from './delivery/deliverer.ts';
import { HistoryBytes } from './delivery/record/history-bytes.ts';
import { RequestMaker } from './signature-checks/request-maker.ts';
import { attemptsChannel } from './entities/channels.ts';
import { DestinationGuard } from './delivery/send/destination-connector.ts';
import { OperatorNotifier } from './delivery/send/operator-notifier.ts';
import { parseRanges } from './entities/destination-ranges.ts';
import { authenticator } from './http/steps/authenticate.ts';
import { OperatorAuthenticator } from './http/steps/authenticate-operator.ts';
import { ConsoleAuthentication } from './http/console/console-authentication.ts';
import type { TryCounter } from './http/fairness/login-limiter.ts';
import { FairShare } from './http/fairness/fair-share.ts';
import { ActiveAgencies } from './http/fairness/share.ts';
import { sharesOfIngestion, sharesOfKeys } from './http/fairness/shares.ts';
import { openDemoAgency, type DemoAgency, type DemoKeyStore } from './demo/demo-agency.ts';
import { DemoPoster } from './demo/demo-poster.ts';
import { seedDemo } from './demo/seed-demo.ts';
import type { Listener } from './http/connection/listener.ts';
import { operatorApp } from './http/operator-app.ts';
import { publicApp, publicOperations } from './http/public-app.ts';
import { Streams } from './http/connection/streams.ts';
import { versionReader } from './http/steps/require-version.ts';
import { Outbox } from './events/outbox.ts';
import { WakeUps } from './events/wake-ups.ts';
import type { EncryptionKeys } from './startup/encryption-keys.ts';
import { systemClock } from './lib/clock.ts';
import { installationFiller } from './installation.ts';
import { ListenerStreams } from './live/listener-streams.ts';
import { LiveWatch } from './live/live-watch.ts';
import type { Logger } from './log/log.ts';
import type { MetricsFormat } from './lib/metrics-format.ts';
import { Metrics } from './metrics.ts';
import { openJobs } from './startup/jobs.ts';
import { openPools } from './startup/pools.ts';
import { limitShares } from './startup/limit-shares.ts';
import { registerMetrics } from './startup/register-metrics.ts';
import { type ModelDatabase } from './models/database.ts';
import { OperatorModels } from './models/operator-models.ts';
import { ConsoleSite, readConsole } from './pages/console-site.ts';
import { readRelease } from './pages/release.ts';
import { readSite, Site } from './pages/site.ts';
import { Cursors } from './paging/cursor.ts';
import { refreshProjections } from './projections/refresh-projections.ts';
import { IngestionLog } from './ingestion/ingestion-log.ts';
import { Ingestor } from './ingestion/ingestor.ts';
import { aiRequestsController } from './resources/ai-requests/controller.ts';
import { analyticsController } from './resources/analytics/controller.ts';
import { auditController } from './resources/audit/controller.ts';
import { creatorsController } from './resources/creators/controller.ts';
import { employeesController } from './resources/employees/controller.ts';
import { fansController } from './resources/fans/controller.ts';
import { insightsController } from './resources/insights/controller.ts';
import { metaController } from './resources/meta/controller.ts';
import { operatorController } from './resources/operator/controller.ts';
import { ordersController } from './resources/orders/controller.ts';
import { publicationsController } from './resources/publications/controller.ts';
import { sentMessagesController } from './resources/sent-messages/controller.ts';
import { noTracing, type Tracing } from './tracing/tracing.ts';
import { StatusKeeper } from './status/keeper.ts';
import type { ServiceChecks } from './status/service-checks.ts';
import { serviceOverview } from './status/overview.ts';
import { cachedReceivers } from './resources/operator/service/receivers.ts';
import { tagsController } from './resources/tags/controller.ts';
import { webhooksController } from './resources/webhooks/controller.ts';

/** What a process has together with the others of its parent. */
export interface Siblings {
  /** Of this process, from 1. */
  readonly number: number;
  readonly tries: TryCounter;
  /** The metrics of all. */
  metrics(format: MetricsFormat): Promise<string>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly encryptionKeys: EncryptionKeys;
  readonly operatorToken: string;
  readonly log: Logger;
  /** Waits between the attempts of a delivery; 10 s, 1 min and 5 min unless given. */
  readonly retryDelaysMs?: readonly number[];
  /** A read replica that is further behind the primary is left out; 30 s unless given. */
  readonly replicaLateAfterMs?: number;
  /** Wrong operator tokens of an address in a minute, after which it waits; as the contract says unless given. */
  readonly operatorTries?: number;
  /** Where the built console is; by default, next to the service. */
  readonly consoleFolder?: string;
  readonly siblings?: Siblings;
  /** None unless given. */
  readonly tracing?: Tracing;
}

export interface Service {
  /** As requests with a key have it. */
  readonly database: ModelDatabase;
  readonly publicHandler: RequestListener;
  readonly operatorHandler: RequestListener;
  /** The state of what the service needs. */
  readonly checks: ServiceChecks;
  start(): Promise<void>;
  openDemo(keeper: DemoKeyStore): Promise<DemoAgency>;
  /** Fills the demo agency, or resumes where an earlier process stopped. `onProgress` receives the share that is done. */
  fillDemo(agency: DemoAgency, onProgress: (share: number) => void): Promise<void>;
  /** Posts what is due of the demo agency, in place of an upstream platform. */
  postForDemo(agency: DemoAgency): void;
  /** The metrics of this process alone. */
  metrics(format: MetricsFormat): Promise<string>;
  /** Ends live streams, for their clients to open others elsewhere, while everything else is still served. */
  endStreams(): void;
  /** Stops claiming and listening, lets what is in flight end until the deadline, and closes the pools. */
  stop(listeners: readonly Listener[], deadlineMs: number): Promise<void>;
}

/** Ids of the keys that stored secrets are encrypted with and that are not among these. */
export function missingEncryptionKeys(databaseUrl: string, { current, previous }: EncryptionKeys): Promise<string[]> {
  return missingKeys(databaseUrl, new Keyring(current, previous));
}

/** Builds the parts of the service and wires them: the only place that constructs. */
export async function composeService({
  config,
  databaseUrl,
  encryptionKeys,
  operatorToken,
  log,
  retryDelaysMs,
  replicaLateAfterMs,
  operatorTries = limits.operatorTries,
  consoleFolder,
  siblings,
  tracing = noTracing,
}: ServiceOptions): Promise<Service> {
  const metrics = new Metrics(siblings && { process: String(siblings.number) });
  const keyring = new Keyring(encryptionKeys.current, encryptionKeys.previous);
  const cursors = new Cursors(...keyring.cursorKeys);
  const pools = await openPools({ config, databaseUrl, log, replicaLateAfterMs, tracing });
  const { api, operator, records, setUp, worker, checks, writes } = pools;
  const operatorModels = new OperatorModels(operator);
  const statements = new ScopedStatements();
  const destinations = { devRanges: parseRanges(config.devDestinations) };
  const keyFormat = new ApiKeyFormat(config.formerBrand);
  const uncheckedKeys = new UncheckedKeys(checks);
  const hashOf = async (token: string) =>
    keyFormat.isUnchecked(token) && !(await uncheckedKeys.exist()) ? undefined : keyFormat.hashOf(token);
  const runsWorker = config.role !== 'api';
  const listenerStreams = new ListenerStreams({ within: (tenantScope) => new ScopedModels(api, statements, tenantScope), log });
  const notificationHandlers: NotificationHandlers = new Map([[attemptsChannel, (id) => listenerStreams.hear(id)]]);
  // A process that delivers has a connection that listens anyway.
  const notificationListener = runsWorker
    ? undefined
    : new NotificationListener({ clock: systemClock, pool: pools.sessions.pool, log, handlers: notificationHandlers });
  const historyBytes = new HistoryBytes(worker);
  const deliverer = runsWorker
    ? new Deliverer({
        pool: pools.sessions.pool,
        secrets: keyring,
        connector: new DestinationGuard({ policy: destinations }).connector,
        formerBrand: config.formerBrand,
        log,
        metrics,
        tracing,
        concurrency: config.workerConcurrency,
        listeners: worker,
        notificationHandlers,
        onRecorded: (batch) => historyBytes.count(batch),
        ...(retryDelaysMs ? { retrySchedule: retryDelaysMs } : {}),
      })
    : undefined;
  const { operatorWebhook, formerBrand } = config;
  const notifier =
    runsWorker && operatorWebhook ? new OperatorNotifier({ address: operatorWebhook, formerBrand, log, metrics }) : undefined;
  const uses = new KeyUses(worker);
  const ingestions = new IngestionLog(worker);
  const outbox = new Outbox({ ...(deliverer ? { dispatcher: deliverer } : { wakeUps: new WakeUps(worker, log) }), tracing });
  const refresh = (signal?: AbortSignal) => refreshProjections(worker, { signal });
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  const jobs =
    deliverer &&
    openJobs({
      databaseUrl: directUrl,
      sql: worker,
      sessions: pools.sessions,
      log,
      metrics,
      tracing,
      deliverer,
      outbox,
      keyring,
      refresh,
      notifier,
    });
  const stopping = new AbortController();
  let filling: Promise<unknown> | undefined;
  let poster: DemoPoster | undefined;
  const serviceState = serviceChecks(checks, keyring, deliverer, api.replicas);
  const history = cachedHistory(checks);
  const statusKeeper = new StatusKeeper(checks, serviceState, log);

  const live = new LiveWatch({ within: (tenantScope) => new ScopedModels(api, statements, tenantScope), log });
  const streams = new Streams({ holders: new StreamHolders(worker), log });

  const fillIn = installationFiller(config);
  const siteFiles = readSite();
  const site = new Site(siteFiles, { home: 'docs', first: 'index', showsOperators: false, fillIn });
  const operatorSite = new Site(siteFiles, { home: 'operator/docs', first: 'operator', showsOperators: true, fillIn });
  const implementations: PublicImplementations<Contexts> = {
    AiRequests: aiRequestsController(),
    Analytics: analyticsController(),
    Audit: auditController({ cursors }),
    Creators: creatorsController(),
    Employees: employeesController(),
    Fans: fansController({ cursors, outbox }),
    Insights: insightsController(),
    Meta: metaController({ fillIn, site, checks: serviceState, history: async () => (await history()).value }),
    Orders: ordersController({ cursors }),
    Publications: publicationsController({ cursors }),
    SentMessages: sentMessagesController({ cursors }),
    Tags: tagsController(),
    Webhooks: webhooksController({
      cursors,
      outbox,
      destinations,
      sealer: keyring,
      requests: new RequestMaker(keyring, config.formerBrand),
      live,
      listeners: listenerStreams,
    }),
  };

  const activeAgencies = new ActiveAgencies();
  const share = new FairShare(sharesOfKeys(pools.requestsAtOnce, config.cores), activeAgencies);
  registerMetrics(metrics, { log, pools, serviceState, streams, share, deliverer, tracing, limitShares: limitShares(checks) });
  tracing.reportTo(log);
  const common = {
    errorsBase: config.errorsBase,
    trustedProxies: config.trustedProxies,
    log,
    metrics,
    tracing,
    streams,
    isStopping: () => stopping.signal.aborted,
  };
  const operations = publicOperations({ implementations, database: api, statements, writes, uses, share, streams, sealer: keyring });
  const readVersion = versionReader({ all: releases, current: currentRelease }, config.formerBrand, config.versionsUrl);
  const consoleFiles = readConsole(consoleFolder);
  const portalLinks = new PortalLinks(worker);
  const publicHandler = publicApp({
    ...common,
    docs: site,
    operations,
    readVersion,
    authenticate: authenticator(worker, hashOf, portalLinks, tracing),
    portal: new ConsoleSite(consoleFiles, 'portal'),
    links: portalLinks,
  });
  const operatorAuthenticator = new OperatorAuthenticator({
    operatorToken,
    tokens: new OperatorTokens(worker),
    tries: { most: operatorTries, windowMs: limits.operatorTriesSeconds * 1_000 },
    tryCounter: siblings?.tries,
  });
  const sessions = new OperatorSessions({ sql: worker, data: operatorModels, operatorToken });
  const operatorHandler = operatorApp({
    ...common,
    docs: operatorSite,
    door: new ConsoleAuthentication(operatorAuthenticator, sessions),
    agencies: { operations, readVersion, sql: worker },
    data: operatorModels,
    sealer: keyring,
    console: new ConsoleSite(consoleFiles, 'console'),
    onRefused(operationId, { agency_id: agencyId }, problem) {
      if (operationId === 'ingestRecords') ingestions.refused(agencyId!, problem);
    },
    implementations: {
      Operator: operatorController({
        data: operatorModels,
        within: (tenantScope) => new ScopedModels(operator, statements, tenantScope),
        cursors,
        keyring,
        outbox,
        uses,
        keyFormat,
        uncheckedKeys,
        destinations,
        formerBrand: config.formerBrand,
        fillIn,
        ingestor: new Ingestor(records, outbox, new FairShare(sharesOfIngestion(config.cores), activeAgencies), tracing),
        ingestions,
        publicUrl: config.publicUrl,
        release: readRelease(),
        overview: serviceOverview(checks),
        diagnostics: diagnostics({ sql: checks, checks: serviceState, keyring, replicas: api.replicas, config }),
        receivers: cachedReceivers(checks),
        pools: pools.named,
        replicas: api.replicas,
        projections: {
          async refresh() {
            await refresh();
            await writes.noteForAll();
          },
        },
        metrics: siblings ? { text: (format) => siblings.metrics(format) } : metrics,
        site: operatorSite,
      }),
    },
  });

  return {
    database: api,
    publicHandler,
    operatorHandler,
    checks: serviceState,
    async start() {
      statusKeeper.start();
      deliverer?.start();
      notificationListener?.start();
      await jobs?.start();
    },
    openDemo: (keeper) => openDemoAgency(setUp, keyFormat, keeper),
    async fillDemo({ agencyId }, onProgress) {
      filling = seedDemo({
        database: setUp,
        agencyId,
        sealer: keyring,
        statements,
        refreshProjections: refresh,
        onProgress,
        signal: stopping.signal,
      });
      await filling;
    },
    postForDemo({ agencyId }) {
      poster = new DemoPoster({ data: operatorModels, agencyId, log });
      poster.start();
    },
    metrics: (format) => metrics.text(format),
    endStreams: () => streams.end(),
    async stop(listeners, deadlineMs) {
      stopping.abort();
      streams.end();
      await Promise.all([
        filling?.catch(() => undefined),
        poster?.stop(),
        statusKeeper.stop(),
        deliverer?.stop(),
        jobs?.stop(),
        live.ended(),
        listenerStreams.ended(),
        notificationListener?.stop(),
        ...listeners.map((listener) => listener.close(deadlineMs)),
      ]);
      await notifier?.close();
      // What the last requests did is counted too, where the database still answers.
      await Promise.allSettled([uses.write(), ingestions.write(), historyBytes.write()]);
      await pools.close();
      await tracing.close();
      metrics.close();
    },
  };
}
