import type { RequestListener } from 'node:http';
import type { PublicImplementations } from '../../generated/interfaces/index.ts';
import type { Contexts } from '../access/request-context.ts';
import { publicApp, publicOperations, type PublicOperations } from '../http/public-app.ts';
import { authenticator } from '../http/steps/authenticate.ts';
import { LiveWatch } from '../live/live-watch.ts';
import { ConsoleSite } from '../pages/console-site.ts';
import { Site } from '../pages/site.ts';
import { aiRequestsController } from '../resources/ai-requests/controller.ts';
import { analyticsController } from '../resources/analytics/controller.ts';
import { auditController } from '../resources/audit/controller.ts';
import { creatorsController } from '../resources/creators/controller.ts';
import { employeesController } from '../resources/employees/controller.ts';
import { fansController } from '../resources/fans/controller.ts';
import { insightsController } from '../resources/insights/controller.ts';
import { metaController } from '../resources/meta/controller.ts';
import { ordersController } from '../resources/orders/controller.ts';
import { publicationsController } from '../resources/publications/controller.ts';
import { sentMessagesController } from '../resources/sent-messages/controller.ts';
import { tagsController } from '../resources/tags/controller.ts';
import { webhooksController } from '../resources/webhooks/controller.ts';
import { RequestMaker } from '../signature-checks/request-maker.ts';
import type { ServiceChecks } from '../status/service-checks.ts';
import type { Core } from './core.ts';
import type { DeliveryHalf } from './delivery-half.ts';
import type { RequestFrame } from './request-frame.ts';
import type { ServiceOptions } from './service.ts';
import { cachedHistory } from './service-checks.ts';

export interface PublicApi {
  readonly handler: RequestListener;
  /** For operators in the place of a key, too. */
  readonly operations: PublicOperations;
  /** Lets the live streams end. */
  ended(): Promise<void>;
}

/** The API for keys, with its documentation and the agencies' portal. */
export function composePublicApi(
  core: Core,
  { outbox, listenerStreams }: Pick<DeliveryHalf, 'outbox' | 'listenerStreams'>,
  { options, share, streams, readVersion, siteFiles, consoleFiles }: RequestFrame,
  checks: ServiceChecks,
  { times }: Pick<ServiceOptions, 'times'>,
): PublicApi {
  const { config, cursors, fillIn, keyFormat, keyring, pools, uncheckedKeys, portalLinks, uses } = core;
  const live = new LiveWatch({ within: core.dataWithin, log: core.log, intervalMs: times?.liveQueryMs });
  const site = new Site(siteFiles, { home: 'docs', first: 'index', showsOperators: false, fillIn });
  const history = cachedHistory(pools.checks);
  const implementations: PublicImplementations<Contexts> = {
    AiRequests: aiRequestsController(),
    Analytics: analyticsController(),
    Audit: auditController({ cursors }),
    Creators: creatorsController(),
    Employees: employeesController(),
    Fans: fansController({ cursors, outbox }),
    Insights: insightsController(),
    Meta: metaController({ fillIn, site, checks, history: async () => (await history()).value }),
    Orders: ordersController({ cursors }),
    Publications: publicationsController({ cursors }),
    SentMessages: sentMessagesController({ cursors }),
    Tags: tagsController(),
    Webhooks: webhooksController({
      cursors,
      outbox,
      destinations: core.destinations,
      sealer: keyring,
      requests: new RequestMaker(keyring, config.formerBrand),
      live,
      listeners: listenerStreams,
    }),
  };
  const operations = publicOperations({
    implementations,
    dataWithin: core.dataWithin,
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
