// Generated from spec/ by `npm run generate`. Do not edit.

import type { AccessContexts, OperatorImplementations } from '../interfaces/index.ts';
import type { OperatorRouteMakers } from './route-makers.ts';

/** The route of every operation of the listener, by its id: made of the one handler that answers it, by who may call it. */
export function operatorRoutes<Contexts extends AccessContexts, Route>(
  implementations: OperatorImplementations<Contexts>,
  make: OperatorRouteMakers<Contexts, Route>,
) {
  return {
    claimPublications: make.operator('claimPublications', implementations.Operator.claimPublications),
    createAgency: make.operator('createAgency', implementations.Operator.createAgency),
    createApiKey: make.operator('createApiKey', implementations.Operator.createApiKey),
    getMetrics: make.operator('getMetrics', implementations.Operator.getMetrics),
    getOperatorDocs: make.open('getOperatorDocs', implementations.Operator.getOperatorDocs),
    getOperatorDocument: make.open('getOperatorDocument', implementations.Operator.getOperatorDocument),
    importWebhookEndpoint: make.operator('importWebhookEndpoint', implementations.Operator.importWebhookEndpoint),
    ingestRecords: make.operator('ingestRecords', implementations.Operator.ingestRecords),
    listAgencies: make.operator('listAgencies', implementations.Operator.listAgencies),
    listApiKeys: make.operator('listApiKeys', implementations.Operator.listApiKeys),
    refreshProjections: make.operator('refreshProjections', implementations.Operator.refreshProjections),
    reportPublication: make.operator('reportPublication', implementations.Operator.reportPublication),
    revokeApiKey: make.operator('revokeApiKey', implementations.Operator.revokeApiKey),
  };
}
