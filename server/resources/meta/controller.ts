import type { MetaApi } from '../../../generated/interfaces/meta.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { MetaDependencies } from './dependencies.ts';
import { changelogReader } from './get-changelog.ts';
import { getDocs } from './get-docs.ts';
import { getErrorPage } from './get-error-page.ts';
import { getHealth } from './get-health.ts';
import { getMe } from './get-me.ts';
import { openapiDocument } from './get-openapi-document.ts';
import { getStatus } from './get-status.ts';

export function metaController(deps: MetaDependencies): MetaApi<Contexts> {
  const getOpenapiDocument = openapiDocument(deps);
  const readChangelog = changelogReader(deps);
  return {
    getMe: async (_request, context) => getMe(context),
    getHealth: (_request, context) => getHealth(deps, context),
    getStatus: (_request, context) => getStatus(deps, context),
    getChangelog: async (_request, context) => readChangelog(context),
    getOpenapiDocument: async (_request, context) => getOpenapiDocument(context),
    getDocs: async (_request, context) => getDocs(deps, context),
    getErrorPage: async (request, context) => getErrorPage(deps, request, context),
  };
}
