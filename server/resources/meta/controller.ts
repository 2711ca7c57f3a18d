import type { MetaApi } from '../../../generated/interfaces/meta.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { getChangelog } from './get-changelog.ts';
import { getDocs } from './get-docs.ts';
import { getErrorPage } from './get-error-page.ts';
import { getHealth } from './get-health.ts';
import { getMe } from './get-me.ts';
import { getOpenapiDocument } from './get-openapi-document.ts';
import { getStatus } from './get-status.ts';

/** What the meta operations ask of the running service. Each answers within a bounded time and does not reject. */
export interface ServiceChecks {
  /** Null when the database answers, else what is wrong. */
  database(): Promise<string | null>;
  /** Null when every signing secret that was needed could be read, else what is wrong. */
  signingSecrets(): string | null;
  /** Null where the database does not answer. */
  deliveries(): Promise<{ oldestDueSeconds: number; workerSeenSecondsAgo: number | null } | null>;
  /** Seconds since the sent-message projection was refreshed; null before the first refresh. */
  projectionAgeSeconds(): Promise<number | null>;
}

export interface MetaDependencies {
  readonly checks: ServiceChecks;
  readonly publicUrl: string;
}

export function metaController(deps: MetaDependencies): MetaApi<RequestContext> {
  return {
    getMe: async (_request, context) => getMe(context),
    getHealth: (_request, context) => getHealth(deps, context),
    getStatus: (_request, context) => getStatus(deps, context),
    getChangelog: async (_request, context) => getChangelog(context),
    getOpenapiDocument: async () => getOpenapiDocument(deps),
    getDocs: async (_request, context) => getDocs(context),
    getErrorPage: async (request, context) => getErrorPage(request, context),
  };
}
