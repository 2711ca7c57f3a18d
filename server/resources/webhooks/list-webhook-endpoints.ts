import type { ScopedSql } from '../../database/client/sql.ts';
import { presentEndpoints, shownOfEndpoint } from '../../entities/endpoint.ts';
import { countMissedIn } from '../../events/recovery.ts';
import { incidentAccess } from './find-endpoint.ts';
import type { Handler } from '../handler.ts';

export const listWebhookEndpoints: Handler<'listWebhookEndpoints'> = async (_request, context) => {
  const rows = await context.data.webhook_endpoints.rowsOnReplica({ attributes: shownOfEndpoint, order: ['created_at', 'id'] });
  const { tenantScope } = context.data;
  const onReplica: ScopedSql = { tenantScope, query: (statement) => context.data.queryReplica(statement) };
  return { data: await presentEndpoints(incidentAccess(context, onReplica.query), rows, countMissedIn(onReplica)) };
};
