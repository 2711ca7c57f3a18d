import type { PublicImplementations } from '../../generated/interfaces/index.ts';
import type { Contexts } from '../access/request-context.ts';
import { publicApp, publicOperations } from '../http/public-app.ts';
import { authenticator } from '../http/steps/authenticate.ts';
import { LiveWatch } from '../live/live-watch.ts';
import { readContractDocument } from '../pages/contract-document.ts';
import { ConsoleSite } from '../pages/console-site.ts';
import { Site } from '../pages/site.ts';
import * as aiRequests from '../resources/ai-requests/controller.ts';
import * as analytics from '../resources/analytics/controller.ts';
import * as audit from '../resources/audit/controller.ts';
import * as creators from '../resources/creators/controller.ts';
import * as employees from '../resources/employees/controller.ts';
import * as fans from '../resources/fans/controller.ts';
import * as insights from '../resources/insights/controller.ts';
import { withDependencies } from '../resources/handler.ts';
import { installedChangelog } from '../resources/meta/get-changelog.ts';
import * as meta from '../resources/meta/controller.ts';
import * as orders from '../resources/orders/controller.ts';
import * as publications from '../resources/publications/controller.ts';
import * as sentMessages from '../resources/sent-messages/controller.ts';
import * as tags from '../resources/tags/controller.ts';
import * as webhooks from '../resources/webhooks/controller.ts';
import { SerialQueue } from '../resources/webhooks/serial-queue.ts';
import { RequestMaker } from '../signature-checks/request-maker.ts';
import { cachedHistory } from '../status/history.ts';
import type { ServiceChecks } from '../status/service-checks.ts';
import type { Core } from './core.ts';
import type { DeliveryServices } from './delivery-services.ts';
import type { RequestFrame } from './request-frame.ts';
import type { ServiceOptions } from './service.ts';

/** The API for keys, with its documentation and the portal. */
export function composePublicApi(
  core: Core,
  { outbox, listenerStreams }: Pick<DeliveryServices, 'outbox' | 'listenerStreams'>,
  { options, share, streams, readVersion, siteFiles, consoleFiles }: RequestFrame,
  checks: ServiceChecks,
  { times }: Pick<ServiceOptions, 'times'>,
) {
  const { config, cursors, fillIn, keyFormat, keyring, pools, uncheckedKeys, portalLinks, uses } = core;
  const live = new LiveWatch({ scopedSql: core.scopedDataFor, log: core.log, intervalMs: times?.liveQueryMs });
  const site = new Site(siteFiles, { home: 'docs', first: 'index', showsOperators: false, fillIn });
  const dependencies = {
    changelog: installedChangelog(fillIn),
    checks,
    contract: readContractDocument('openapi.json', fillIn),
    cursors,
    destinations: core.destinations,
    fillIn,
    history: cachedHistory(pools.checks),
    keyring,
    listeners: listenerStreams,
    live,
    outbox,
    formerBrand: config.formerBrand,
    requests: new RequestMaker(keyring, config.formerBrand),
    site,
    serialQueue: new SerialQueue(),
  };
  const implementations: PublicImplementations<Contexts> = {
    AiRequests: withDependencies(aiRequests, {}),
    Analytics: withDependencies(analytics, {}),
    Audit: withDependencies(audit, dependencies),
    Creators: withDependencies(creators, {}),
    Employees: withDependencies(employees, {}),
    Fans: withDependencies(fans, dependencies),
    Insights: withDependencies(insights, {}),
    Meta: withDependencies(meta, dependencies),
    Orders: withDependencies(orders, dependencies),
    Publications: withDependencies(publications, dependencies),
    SentMessages: withDependencies(sentMessages, dependencies),
    Tags: withDependencies(tags, {}),
    Webhooks: withDependencies(webhooks, dependencies),
  };
  const operations = publicOperations({
    implementations,
    scopedDataFor: core.scopedDataFor,
    writes: pools.writes,
    uses,
    share,
    streams,
    sealer: keyring,
  });
  const hashOf = async (token: string) =>
    keyFormat.isUnchecked(token) && !(await uncheckedKeys.exist()) ? undefined : keyFormat.hashOf(token);
  const handler = publicApp({
    ...options,
    docs: site,
    operations,
    readVersion,
    authenticate: authenticator(pools.worker, hashOf, portalLinks, core.tracing),
    portal: new ConsoleSite(consoleFiles, 'portal'),
    links: portalLinks,
  });
  return { handler, operations, ended: () => live.ended() };
}

export type PublicApi = ReturnType<typeof composePublicApi>;
