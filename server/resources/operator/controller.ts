import type { OperatorApi } from '../../../generated/interfaces/operator.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { Site } from '../../pages/site.ts';
import type { IngestionLog } from '../../records/ingestion-log.ts';
import type { Ingestor } from '../../records/ingestor.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { getAgencyQuotas, updateAgencyQuotas } from './agency-quotas.ts';
import { claimPublications } from './claim-publications.ts';
import { containAgency } from './contain-agency.ts';
import { containApiKey } from './contain-api-key.ts';
import type { ContainmentDependencies } from './containment.ts';
import { createAgency } from './create-agency.ts';
import { createApiKey, type CreateApiKeyDependencies } from './create-api-key.ts';
import { createOperatorToken } from './create-operator-token.ts';
import { createPortalLink, type CreatePortalLinkDependencies } from './create-portal-link.ts';
import { getEncryptionStatus, type EncryptionDependencies } from './get-encryption-status.ts';
import { getMetrics, type MetricsText } from './get-metrics.ts';
import { getOperatorDocs } from './get-operator-docs.ts';
import { getOperatorDocument, type OperatorDocumentDependencies } from './get-operator-document.ts';
import { getServiceOverview, type ServiceOverviewDependencies } from './get-service-overview.ts';
import { importWebhookEndpoint, type ImportWebhookEndpointDependencies } from './import-webhook-endpoint.ts';
import { ingestRecords } from './ingest-records.ts';
import { listAgencies } from './list-agencies.ts';
import { listAgencyWebhookEndpoints } from './list-agency-webhook-endpoints.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listAuditLog } from './list-audit-log.ts';
import { listIngestions } from './list-ingestions.ts';
import { listOperatorTokens } from './list-operator-tokens.ts';
import { refreshProjections, type ProjectionRefresher } from './refresh-projections.ts';
import { releaseAgency } from './release-agency.ts';
import { releaseApiKey } from './release-api-key.ts';
import { removeWebhookEndpoint } from './remove-webhook-endpoint.ts';
import { reportPublication } from './report-publication.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { revokeOperatorToken } from './revoke-operator-token.ts';
import { setWebhookEndpointStatus } from './set-webhook-endpoint-status.ts';

export interface OperatorDependencies
  extends
    CreateApiKeyDependencies,
    CreatePortalLinkDependencies,
    ServiceOverviewDependencies,
    ImportWebhookEndpointDependencies,
    OperatorDocumentDependencies,
    ContainmentDependencies,
    Pick<EncryptionDependencies, 'keyring'> {
  readonly cursors: Cursors;
  readonly ingestor: Pick<Ingestor, 'ingest'>;
  readonly ingestions: Pick<IngestionLog, 'recorded'>;
  readonly projections: ProjectionRefresher;
  readonly metrics: MetricsText;
  readonly site: Site;
}

export function operatorController(dependencies: OperatorDependencies): OperatorApi<Contexts> {
  const document = getOperatorDocument(dependencies);
  return {
    createAgency: (request, context) => createAgency(dependencies, request, context),
    listAgencies: () => listAgencies(dependencies),
    getAgencyQuotas: (request, context) => getAgencyQuotas(dependencies, request, context),
    updateAgencyQuotas: (request, context) => updateAgencyQuotas(dependencies, request, context),
    createApiKey: (request, context) => createApiKey(dependencies, request, context),
    listApiKeys: (request, context) => listApiKeys(dependencies, request, context),
    createPortalLink: (request, context) => createPortalLink(dependencies, request, context),
    revokeApiKey: (request, context) => revokeApiKey(dependencies, request, context),
    containApiKey: (request, context) => containApiKey(dependencies, request, context),
    releaseApiKey: (request, context) => releaseApiKey(dependencies, request, context),
    containAgency: (request, context) => containAgency(dependencies, request, context),
    releaseAgency: (request, context) => releaseAgency(dependencies, request, context),
    listAgencyWebhookEndpoints: (request, context) => listAgencyWebhookEndpoints(dependencies, request, context),
    setWebhookEndpointStatus: (request, context) => setWebhookEndpointStatus(dependencies, request, context),
    removeWebhookEndpoint: (request, context) => removeWebhookEndpoint(dependencies, request, context),
    listAuditLog: (request, context) => listAuditLog(dependencies, request, context),
    getEncryptionStatus: () => getEncryptionStatus(dependencies),
    getServiceOverview: () => getServiceOverview(dependencies),
    listIngestions: (request, context) => listIngestions(dependencies, request, context),
    listOperatorTokens: () => listOperatorTokens(dependencies),
    createOperatorToken: (request, context) => createOperatorToken(dependencies, request, context),
    revokeOperatorToken: (request, context) => revokeOperatorToken(dependencies, request, context),
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
