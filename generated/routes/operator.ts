// Generated from spec/ by `npm run generate`. Do not edit.

import type { AccessContexts, OperatorImplementations } from '../interfaces/index.ts';
import type { OperatorRouteMakers } from './route-makers.ts';

/** The route of every operation of the listener, by its id. */
export function operatorRoutes<Contexts extends AccessContexts, Route>(
  implementations: OperatorImplementations<Contexts>,
  make: OperatorRouteMakers<Contexts, Route>,
) {
  return {
    acknowledgeIncidentGroup: make.operator('acknowledgeIncidentGroup', implementations.Operator.acknowledgeIncidentGroup),
    claimPublications: make.operator('claimPublications', implementations.Operator.claimPublications),
    containAgency: make.operator('containAgency', implementations.Operator.containAgency),
    containApiKey: make.operator('containApiKey', implementations.Operator.containApiKey),
    createAgency: make.operator('createAgency', implementations.Operator.createAgency),
    createApiKey: make.operator('createApiKey', implementations.Operator.createApiKey),
    createOperatorToken: make.operator('createOperatorToken', implementations.Operator.createOperatorToken),
    createPortalLink: make.operator('createPortalLink', implementations.Operator.createPortalLink),
    eraseAgency: make.operator('eraseAgency', implementations.Operator.eraseAgency),
    eraseFan: make.operator('eraseFan', implementations.Operator.eraseFan),
    exportAgency: make.operator('exportAgency', implementations.Operator.exportAgency),
    exportFan: make.operator('exportFan', implementations.Operator.exportFan),
    findWebhookEndpoints: make.operator('findWebhookEndpoints', implementations.Operator.findWebhookEndpoints),
    getAgency: make.operator('getAgency', implementations.Operator.getAgency),
    getAgencyQuotas: make.operator('getAgencyQuotas', implementations.Operator.getAgencyQuotas),
    getDiagnostics: make.operator('getDiagnostics', implementations.Operator.getDiagnostics),
    getEncryptionStatus: make.operator('getEncryptionStatus', implementations.Operator.getEncryptionStatus),
    getErasure: make.operator('getErasure', implementations.Operator.getErasure),
    getMetrics: make.operator('getMetrics', implementations.Operator.getMetrics),
    getOperatorDocs: make.open('getOperatorDocs', implementations.Operator.getOperatorDocs),
    getOperatorDocument: make.open('getOperatorDocument', implementations.Operator.getOperatorDocument),
    getServiceOverview: make.operator('getServiceOverview', implementations.Operator.getServiceOverview),
    importWebhookEndpoint: make.operator('importWebhookEndpoint', implementations.Operator.importWebhookEndpoint),
    ingestRecords: make.operator('ingestRecords', implementations.Operator.ingestRecords),
    listAgencies: make.operator('listAgencies', implementations.Operator.listAgencies),
    listAgencyActivity: make.operator('listAgencyActivity', implementations.Operator.listAgencyActivity),
    listAgencyWebhookEndpoints: make.operator('listAgencyWebhookEndpoints', implementations.Operator.listAgencyWebhookEndpoints),
    listApiKeys: make.operator('listApiKeys', implementations.Operator.listApiKeys),
    listAuditLog: make.operator('listAuditLog', implementations.Operator.listAuditLog),
    listExportedRows: make.operator('listExportedRows', implementations.Operator.listExportedRows),
    listIncidents: make.operator('listIncidents', implementations.Operator.listIncidents),
    listIngestions: make.operator('listIngestions', implementations.Operator.listIngestions),
    listOperatorTokens: make.operator('listOperatorTokens', implementations.Operator.listOperatorTokens),
    refreshProjections: make.operator('refreshProjections', implementations.Operator.refreshProjections),
    releaseAgency: make.operator('releaseAgency', implementations.Operator.releaseAgency),
    releaseApiKey: make.operator('releaseApiKey', implementations.Operator.releaseApiKey),
    removeWebhookEndpoint: make.operator('removeWebhookEndpoint', implementations.Operator.removeWebhookEndpoint),
    reportPublication: make.operator('reportPublication', implementations.Operator.reportPublication),
    revokeApiKey: make.operator('revokeApiKey', implementations.Operator.revokeApiKey),
    revokeOperatorToken: make.operator('revokeOperatorToken', implementations.Operator.revokeOperatorToken),
    setWebhookEndpointStatus: make.operator('setWebhookEndpointStatus', implementations.Operator.setWebhookEndpointStatus),
    unacknowledgeIncidentGroup: make.operator('unacknowledgeIncidentGroup', implementations.Operator.unacknowledgeIncidentGroup),
    updateAgencyQuotas: make.operator('updateAgencyQuotas', implementations.Operator.updateAgencyQuotas),
  };
}
