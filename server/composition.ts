import { dirname } from 'node:path';
import { createRequire } from 'node:module';
import type { RequestListener } from 'node:http';
import type { PublicImplementations } from '../generated/interfaces/index.ts';
import { currentRelease, releases } from '../generated/releases.ts';
import { ApiKeyFormat } from './access/api-keys.ts';
import { Keyring } from './access/keyring.ts';
import type { RequestContext } from './access/request-context.ts';
import { serviceChecks } from './checks.ts';
import type { Config } from './config.ts';
import { openApiPool, openWorkerPool } from './database/pools.ts';
import type { Database } from './database/sql.ts';
import { parseRange } from './delivery/destination-ranges.ts';
import { authenticator } from './http/authenticate.ts';
import type { Listener } from './http/listener.ts';
import { operatorApp } from './http/operator-app.ts';
import { publicApp } from './http/public-app.ts';
import { versionReader } from './http/require-version.ts';
import type { Logger } from './log.ts';
import { Metrics } from './metrics.ts';
import { Cursors } from './paging/cursor.ts';
import { refreshProjections } from './projections/refresh-projections.ts';
import { aiRequestsController } from './resources/ai-requests/controller.ts';
import { analyticsController } from './resources/analytics/controller.ts';
import { creatorsController } from './resources/creators/controller.ts';
import { employeesController } from './resources/employees/controller.ts';
import { fansController } from './resources/fans/controller.ts';
import { insightsController } from './resources/insights/controller.ts';
import { metaController } from './resources/meta/controller.ts';
import { operatorController } from './resources/operator/controller.ts';
import { ordersController } from './resources/orders/controller.ts';
import { publicationsController } from './resources/publications/controller.ts';
import { sentMessagesController } from './resources/sent-messages/controller.ts';
import { tagsController } from './resources/tags/controller.ts';
import { webhooksController } from './resources/webhooks/controller.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly encryptionKey: Buffer;
  readonly operatorToken: string;
  readonly log: Logger;
}

export interface Service {
  readonly database: Database;
  readonly publicHandler: RequestListener;
  readonly operatorHandler: RequestListener;
  start(): Promise<void>;
  /** Stops claiming and listening, lets what is in flight end until the deadline, and closes the pools. */
  stop(listeners: readonly Listener[], deadlineMs: number): Promise<void>;
}

const apiConnections = 16;

/** Builds the parts of the service and wires them: the only place that constructs. */
export async function composeService({ config, databaseUrl, encryptionKey, operatorToken, log }: ServiceOptions): Promise<Service> {
  const metrics = new Metrics();
  const keyring = new Keyring(encryptionKey);
  const cursors = new Cursors(keyring.cursorKey);
  const api = openApiPool(databaseUrl, config.databaseReplicaUrls, apiConnections);
  const worker = openWorkerPool(databaseUrl, apiConnections, (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  const destinations = { devRanges: config.devDestinations.map(parseRange) };
  const keyFormat = new ApiKeyFormat(config.formerBrand);
  let isStopping = false;

  const implementations: PublicImplementations<RequestContext> = {
    AiRequests: aiRequestsController(),
    Analytics: analyticsController(),
    Creators: creatorsController(),
    Employees: employeesController(),
    Fans: fansController({ cursors }),
    Insights: insightsController(),
    Meta: metaController({ publicUrl: config.publicUrl, checks: serviceChecks(worker, { unreadableSecret: () => null }) }),
    Orders: ordersController({ cursors }),
    Publications: publicationsController({ cursors }),
    SentMessages: sentMessagesController({ cursors }),
    Tags: tagsController(),
    Webhooks: webhooksController({ cursors, destinations, sealer: keyring }),
  };

  const common = { errorsBase: config.errorsBase, log, metrics, isStopping: () => isStopping };
  const publicHandler = publicApp({
    ...common,
    implementations,
    database: api.database,
    readVersion: versionReader({ all: releases, current: currentRelease }, config.formerBrand, config.docsUrl),
    authenticate: authenticator(worker, (token) => keyFormat.hashOf(token)),
    docsAssets: dirname(createRequire(import.meta.url).resolve('@scalar/api-reference/dist/browser/standalone.js')),
  });
  const operatorHandler = operatorApp({
    ...common,
    operatorToken,
    implementations: {
      Operator: operatorController({
        database: api.database,
        keyFormat,
        destinations,
        sealer: keyring,
        formerBrand: config.formerBrand,
        projections: { refresh: () => refreshProjections(worker) },
        metrics,
      }),
    },
  });

  return {
    database: api.database,
    publicHandler,
    operatorHandler,
    async start() {},
    async stop(listeners, deadlineMs) {
      isStopping = true;
      await Promise.all(listeners.map((listener) => listener.close(deadlineMs)));
      await Promise.all([api.close(), worker.close()]);
      metrics.close();
    },
  };
}
