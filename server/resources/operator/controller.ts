import type { OperatorApi } from '../../../generated/interfaces/operator.ts';
import type { Keyring } from '../../access/encryption/keyring.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { Site } from '../../pages/site.ts';
import type { IngestionLog } from '../../ingestion/ingestion-log.ts';
import type { Ingestor } from '../../ingestion/ingestor.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { getAgency } from './agencies/get-agency.ts';
import { getAgencyQuotas, updateAgencyQuotas } from './agencies/agency-quotas.ts';
import { claimPublications } from './publications/claim-publications.ts';
import { containAgency } from './agencies/contain-agency.ts';
import { containApiKey } from './keys/contain-api-key.ts';
import type { ContainmentDependencies } from './agencies/containment.ts';
import { createAgency } from './agencies/create-agency.ts';
import { createApiKey, type CreateApiKeyDependencies } from './keys/create-api-key.ts';
import { createOperatorToken } from './tokens/create-operator-token.ts';
import { createPortalLink, type CreatePortalLinkDependencies } from './keys/create-portal-link.ts';
import { getDiagnostics, type DiagnosticsDependencies } from './service/get-diagnostics.ts';
import { eraseAgency, type ErasureDependencies } from './erasures/erase-agency.ts';
import { eraseFan } from './erasures/erase-fan.ts';
import { getErasure } from './erasures/get-erasure.ts';
import type { ExportDependencies } from './exports/opened-export.ts';
import { exportAgency } from './exports/export-agency.ts';
import { exportFan } from './exports/export-fan.ts';
import { listExportedRows } from './exports/list-exported-rows.ts';
import { getEncryptionStatus } from './service/get-encryption-status.ts';
import { getMetrics, type MetricsText } from './service/get-metrics.ts';
import { getOperatorDocs } from './service/get-operator-docs.ts';
import { operatorDocument, type OperatorDocumentDependencies } from './service/get-operator-document.ts';
import { getServiceOverview, type ServiceOverviewDependencies } from './service/get-service-overview.ts';
import { importWebhookEndpoint, type ImportWebhookEndpointDependencies } from './webhooks/import-webhook-endpoint.ts';
import { ingestRecords } from './ingestion/ingest-records.ts';
import { listAgencies } from './agencies/list-agencies.ts';
import { listAgencyActivity } from './agencies/list-agency-activity.ts';
import { listAgencyWebhookEndpoints } from './webhooks/list-agency-webhook-endpoints.ts';
import { listApiKeys } from './keys/list-api-keys.ts';
import { listAuditLog } from './service/list-audit-log.ts';
import { listIncidents, type ReceiversDependencies } from './service/list-incidents.ts';
import { listIngestions } from './ingestion/list-ingestions.ts';
import { listOperatorTokens } from './tokens/list-operator-tokens.ts';
import { refreshProjections, type ProjectionRefresher } from './ingestion/refresh-projections.ts';
import { releaseAgency } from './agencies/release-agency.ts';
import { releaseApiKey } from './keys/release-api-key.ts';
import { removeWebhookEndpoint } from './webhooks/remove-webhook-endpoint.ts';
import { reportPublication } from './publications/report-publication.ts';
import { revokeApiKey } from './keys/revoke-api-key.ts';
import { revokeOperatorToken } from './tokens/revoke-operator-token.ts';
import { setWebhookEndpointStatus } from './webhooks/set-webhook-endpoint-status.ts';

export interface OperatorDependencies
  extends
    CreateApiKeyDependencies,
    CreatePortalLinkDependencies,
    ServiceOverviewDependencies,
    DiagnosticsDependencies,
    ReceiversDependencies,
    ImportWebhookEndpointDependencies,
    OperatorDocumentDependencies,
    ContainmentDependencies,
    ErasureDependencies,
    ExportDependencies {
  readonly keyring: Keyring;
  readonly cursors: Cursors;
  readonly ingestor: Pick<Ingestor, 'ingest'>;
  readonly ingestions: Pick<IngestionLog, 'recorded'>;
  readonly projections: ProjectionRefresher;
  readonly metrics: MetricsText;
  readonly site: Site;
}

export function operatorController(dependencies: OperatorDependencies): OperatorApi<Contexts> {
  const getOperatorDocument = operatorDocument(dependencies);
  return {
    createAgency: (request, context) => createAgency(dependencies, request, context),
    listAgencies: () => listAgencies(dependencies),
    getAgency: (request, context) => getAgency(dependencies, request, context),
    listAgencyActivity: (request, context) => listAgencyActivity(dependencies, request, context),
    listIncidents: () => listIncidents(dependencies),
    getAgencyQuotas: (request, context) => getAgencyQuotas(dependencies, request, context),
    updateAgencyQuotas: (request, context) => updateAgencyQuotas(dependencies, request, context),
    eraseAgency: (request, context) => eraseAgency(dependencies, request, context),
    eraseFan: (request, context) => eraseFan(dependencies, request, context),
    getErasure: (request, context) => getErasure(dependencies, request, context),
    exportAgency: (request, context) => exportAgency(dependencies, request, context),
    exportFan: (request, context) => exportFan(dependencies, request, context),
    listExportedRows: (request, context) => listExportedRows(dependencies, request, context),
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
    getDiagnostics: () => getDiagnostics(dependencies),
    getServiceOverview: () => getServiceOverview(dependencies),
    listIngestions: (request, context) => listIngestions(dependencies, request, context),
    listOperatorTokens: () => listOperatorTokens(dependencies),
    createOperatorToken: (request, context) => createOperatorToken(dependencies, request, context),
    revokeOperatorToken: (request, context) => revokeOperatorToken(dependencies, request, context),
    importWebhookEndpoint: (request, context) => importWebhookEndpoint(dependencies, request, context),
    ingestRecords: (request, context) => ingestRecords(dependencies, request, context),
    claimPublications: (request, context) => claimPublications(dependencies, request, context),
    reportPublication: (request, context) => reportPublication(dependencies, request, context),
    refreshProjections: () => refreshProjections(dependencies),
    getOperatorDocument: async (_request, context) => getOperatorDocument(context),
    getOperatorDocs: async (_request, context) => getOperatorDocs(dependencies.site, context),
    getMetrics: (_, context) => getMetrics(dependencies, context),
  };
}
