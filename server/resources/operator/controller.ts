import type { OperatorApi } from '../../../generated/interfaces/operator.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { Site } from '../../pages/site.ts';
import type { Ingestor } from '../../records/ingestor.ts';
import { claimPublications } from './claim-publications.ts';
import { createAgency } from './create-agency.ts';
import { createApiKey, type CreateApiKeyDependencies } from './create-api-key.ts';
import { getMetrics, type MetricsText } from './get-metrics.ts';
import { getOperatorDocs } from './get-operator-docs.ts';
import { getOperatorDocument, type OperatorDocumentDependencies } from './get-operator-document.ts';
import { importWebhookEndpoint, type ImportWebhookEndpointDependencies } from './import-webhook-endpoint.ts';
import { ingestRecords } from './ingest-records.ts';
import { listAgencies } from './list-agencies.ts';
import { listApiKeys } from './list-api-keys.ts';
import { refreshProjections, type ProjectionRefresher } from './refresh-projections.ts';
import { reportPublication } from './report-publication.ts';
import { revokeApiKey } from './revoke-api-key.ts';

export interface OperatorDependencies extends CreateApiKeyDependencies, ImportWebhookEndpointDependencies, OperatorDocumentDependencies {
  readonly ingestor: Pick<Ingestor, 'ingest'>;
  readonly projections: ProjectionRefresher;
  readonly metrics: MetricsText;
  readonly site: Site;
}

export function operatorController(dependencies: OperatorDependencies): OperatorApi<Contexts> {
  const document = getOperatorDocument(dependencies);
  return {
    createAgency: (request) => createAgency(dependencies, request),
    listAgencies: () => listAgencies(dependencies),
    createApiKey: (request, context) => createApiKey(dependencies, request, context),
    listApiKeys: (request, context) => listApiKeys(dependencies, request, context),
    revokeApiKey: (request, context) => revokeApiKey(dependencies, request, context),
    importWebhookEndpoint: (request, context) => importWebhookEndpoint(dependencies, request, context),
    ingestRecords: (request, context) => ingestRecords(dependencies, request, context),
    claimPublications: (request) => claimPublications(dependencies, request),
    reportPublication: (request, context) => reportPublication(dependencies, request, context),
    refreshProjections: () => refreshProjections(dependencies),
    getOperatorDocument: async () => document,
    getOperatorDocs: async (_request, context) => getOperatorDocs(dependencies.site, context),
    getMetrics: () => getMetrics(dependencies),
  };
}
