import type { NewRowOf, RowOf } from '../declare/columns.ts';
import type { Table } from '../declare/table.ts';
import { activityBlocks } from './activity-block.ts';
import { agencies } from './agency.ts';
import { agencyQuotas } from './agency-quotas.ts';
import { agencyWrites } from './agency-write.ts';
import { aiRequests } from './ai-request.ts';
import { apiKeys } from './api-key.ts';
import { auditLog } from './audit-entry.ts';
import { changedQuarters } from './changed-quarter.ts';
import { changedSends } from './changed-send.ts';
import { containments } from './containment.ts';
import { creators } from './creator.ts';
import { deliveryFailures } from './delivery-failure.ts';
import { deliveryHours } from './delivery-hour.ts';
import { deliveryHoursProgress } from './delivery-hours-progress.ts';
import { deliveryLeases } from './delivery-lease.ts';
import { deliveryMinutes } from './delivery-minute.ts';
import { demoAgencies } from './demo-agency.ts';
import { employees } from './employee.ts';
import { erasures } from './erasure.ts';
import { fans } from './fan.ts';
import { fanSpends } from './fan-spend.ts';
import { deliveryHistory } from './finished-delivery.ts';
import { historyDays } from './history-day.ts';
import { idempotentAnswers } from './idempotent-answer.ts';
import { ingestions } from './ingestion.ts';
import { insights } from './insight.ts';
import { insightEdits } from './insight-edit.ts';
import { jobWorkers } from './job-worker.ts';
import { keyUses } from './key-use.ts';
import { listenerAttempts } from './listener-attempt.ts';
import { messageQuarters } from './message-quarter.ts';
import { operatorSessions } from './operator-session.ts';
import { operatorTokens } from './operator-token.ts';
import { orders } from './order.ts';
import { portalLinks } from './portal-link.ts';
import { portalSessions } from './portal-session.ts';
import { projectionRefreshes } from './projection-refresh.ts';
import { publications } from './publication.ts';
import { deliveryQueue } from './queued-delivery.ts';
import { rateWindows } from './rate-window.ts';
import { replayOrders } from './replay-order.ts';
import { revenueQuarters } from './revenue-quarter.ts';
import { schemaMigrations } from './schema-migration.ts';
import { schemaWalls } from './schema-wall.ts';
import { sends } from './send.ts';
import { sentMessages } from './sent-message.ts';
import { statusDays } from './status-day.ts';
import { tags } from './tag.ts';
import { webhookEndpoints } from './webhook-endpoint.ts';
import { webhookEvents } from './webhook-event.ts';
import { webhookRecoveries } from './webhook-recovery.ts';

/**
 * Every table of the service, but for daily partitions and the tables of graphile-worker. An erasure of an agency empties them in this order:
 * first what is sent and what causes it, then facts before those that they point to.
 */
export const tables = {
  webhook_endpoints: webhookEndpoints,
  delivery_queue: deliveryQueue,
  replay_orders: replayOrders,
  webhook_recoveries: webhookRecoveries,
  listener_attempts: listenerAttempts,
  delivery_failures: deliveryFailures,
  delivery_history: deliveryHistory,
  webhook_events: webhookEvents,
  delivery_minutes: deliveryMinutes,
  delivery_hours: deliveryHours,
  insight_edits: insightEdits,
  insights,
  fan_spends: fanSpends,
  ai_requests: aiRequests,
  orders,
  sends,
  sent_messages: sentMessages,
  publications,
  changed_sends: changedSends,
  changed_quarters: changedQuarters,
  revenue_quarters: revenueQuarters,
  message_quarters: messageQuarters,
  activity_blocks: activityBlocks,
  fans,
  employees,
  tags,
  creators,
  rate_windows: rateWindows,
  portal_sessions: portalSessions,
  portal_links: portalLinks,
  key_uses: keyUses,
  containments,
  api_keys: apiKeys,
  ingestions,
  history_days: historyDays,
  idempotent_answers: idempotentAnswers,
  agency_writes: agencyWrites,
  demo_agencies: demoAgencies,
  agency_quotas: agencyQuotas,
  agencies,
  audit_log: auditLog,
  delivery_hours_progress: deliveryHoursProgress,
  delivery_leases: deliveryLeases,
  erasures,
  job_workers: jobWorkers,
  operator_sessions: operatorSessions,
  operator_tokens: operatorTokens,
  projection_refreshes: projectionRefreshes,
  schema_migrations: schemaMigrations,
  schema_walls: schemaWalls,
  status_days: statusDays,
} as const satisfies Readonly<Record<string, Table>>;

type Tables = typeof tables;
export type TableName = keyof Tables;
export const tableNames = Object.keys(tables) as readonly TableName[];

/** Each table by its name, whatever it is. */
export const declarations: Readonly<Record<TableName, Table>> = tables;

/** The rows of each table: `npm run statements` compares them with the database. */
export type Rows = { readonly [Name in TableName]: RowOf<Tables[Name]['columns']> };
export type NewRows = { readonly [Name in TableName]: NewRowOf<Tables[Name]['columns']> };

/** SQL: the columns of a table that this release knows. The next release may add others while this one runs. */
export const columnsOf = (table: TableName, alias: string = table): string =>
  Object.keys(tables[table].columns)
    .map((column) => `${alias}.${column}`)
    .join(', ');

/** The primary key of a table, in the order of its index; of a table without one, all columns. */
export function keyOf(table: TableName): string[] {
  const { columns } = declarations[table];
  const names = Object.keys(columns).filter((name) => columns[name]!.primaryKey);
  return names.length > 0 ? names : Object.keys(columns);
}
