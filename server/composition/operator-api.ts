import { limits } from '../../generated/limits.ts';
import { OperatorSessions } from '../access/operators/operator-sessions.ts';
import { OperatorTokens } from '../access/operators/operator-tokens.ts';
import { diagnostics } from '../diagnostics/diagnose.ts';
import { ConsoleAuthentication } from '../http/console/console-authentication.ts';
import { TenantScope } from '../access/scope/tenant-scope.ts';
import { FairShare } from '../http/fairness/fair-share.ts';
import { ingestionShareOptions } from '../http/fairness/fair-share-options.ts';
import { operatorApp } from '../http/operator-app.ts';
import { operatorAuthenticator } from '../http/steps/authenticate-operator.ts';
import { IngestionLog } from '../ingestion/ingestion-log.ts';
import { Ingestor } from '../ingestion/ingestor.ts';
import { expositionOf } from '../metrics/exposition.ts';
import { readContractDocument } from '../pages/contract-document.ts';
import { ConsoleSite } from '../pages/console-site.ts';
import { readRelease } from '../pages/release.ts';
import { Site } from '../pages/site.ts';
import { withDependencies } from '../resources/handler.ts';
import * as operator from '../resources/operator/controller.ts';
import { cachedReceivers } from '../resources/operator/service/receivers.ts';
import { serviceOverview } from '../status/overview.ts';
import type { ServiceChecks } from '../status/service-checks.ts';
import type { Core } from './core.ts';
import type { DeliveryServices } from './delivery-services.ts';
import type { PublicApi } from './public-api.ts';
import type { RequestFrame } from './request-frame.ts';
import type { ServiceOptions } from './service.ts';

type OperatorApiOptions = Pick<ServiceOptions, 'operatorToken' | 'operatorTries' | 'worker' | 'times'>;

/** Authenticates operators by a token, or by a session of the console. */
function composeAuthentication(
  { config, pools, operatorData }: Core,
  { operatorToken, operatorTries = limits.operatorTries, worker }: OperatorApiOptions,
): ConsoleAuthentication {
  const identify = operatorAuthenticator({
    operatorToken,
    metricsToken: config.metricsToken,
    tokens: new OperatorTokens(pools.worker),
    tries: { most: operatorTries, windowMs: limits.operatorTriesSeconds * 1_000 },
    tryCounter: worker?.tries,
  });
  return new ConsoleAuthentication(identify, new OperatorSessions({ sql: pools.worker, data: operatorData, operatorToken }));
}

/** The API for operators, with their documentation, the console, and the public operations on behalf of an agency. */
export function composeOperatorApi(
  core: Core,
  outbox: DeliveryServices['outbox'],
  { options, activeAgencies, readVersion, siteFiles, consoleFiles }: RequestFrame,
  { operations }: Pick<PublicApi, 'operations'>,
  checks: ServiceChecks,
  operatorOptions: OperatorApiOptions,
) {
  const { config, fillIn, keyring, metrics, operatorData: data, pools } = core;
  const { worker, times: { measurementMs } = {} } = operatorOptions;
  const ingestions = new IngestionLog(pools.worker);
  const site = new Site(siteFiles, {
    home: 'operator/docs',
    first: 'operator',
    showsOperators: true,
    serviceUrl: config.publicUrl,
    fillIn,
  });
  const ingestionShare = new FairShare(ingestionShareOptions(config.cores), activeAgencies);
  const controller = withDependencies(operator, {
    scopedDataFor: core.operatorScopedDataFor,
    cursors: core.cursors,
    keyring,
    outbox,
    uses: core.uses,
    keyFormat: core.keyFormat,
    uncheckedKeys: core.uncheckedKeys,
    destinations: core.destinations,
    formerBrand: config.formerBrand,
    contract: readContractDocument('openapi.operator.json', fillIn),
    ingestor: new Ingestor(pools.records, outbox, ingestionShare, core.tracing),
    ingestions,
    publicUrl: config.publicUrl,
    release: readRelease(),
    overview: serviceOverview(pools.checks, measurementMs),
    diagnostics: diagnostics({ sql: pools.checks, checks, keyring, replicas: pools.api.replicas, config }, measurementMs),
    receivers: cachedReceivers(pools.checks, (agencyId) => core.operatorScopedDataFor(new TenantScope(agencyId, [])), measurementMs),
    pools: pools.named,
    replicas: pools.api.replicas,
    projections: {
      async refresh() {
        await core.refreshProjections();
        await pools.writes.noteForAll();
      },
    },
    metrics: { text: async (format) => expositionOf(await (worker ?? metrics).families(), format) },
    site,
  });
  const handler = operatorApp({
    ...options,
    docs: site,
    authentication: composeAuthentication(core, operatorOptions),
    impersonation: { operations, readVersion, sql: pools.worker },
    data,
    sealer: keyring,
    console: new ConsoleSite(consoleFiles, 'console'),
    onRefused(operationId, { agency_id: agencyId }, problem) {
      if (operationId === 'ingestRecords') ingestions.refused(agencyId!, problem);
    },
    implementations: { Operator: controller },
  });
  return { handler, close: () => ingestions.write() };
}
