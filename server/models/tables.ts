import type { NewRowOf, RowOf } from '../declare/columns.ts';
import type { Table } from '../declare/table.ts';
import * as agencies from './agencies.ts';
import * as database from './database.ts';
import * as delivery from './delivery.ts';
import * as facts from './facts.ts';
import * as operators from './operators.ts';
import * as projections from './projections.ts';
import * as retention from './retention.ts';
import * as webhooks from './webhooks.ts';

/**
 * All tables of the service, without daily partitions and the tables of graphile-worker. The erasure of an agency empties them in this order: first
 * deliveries and their causes, then facts before the facts that they refer to.
 */
export const tables = {
  webhook_endpoints: webhooks.webhookEndpoints,
  delivery_queue: delivery.deliveryQueue,
  replay_orders: webhooks.replayOrders,
  webhook_recoveries: webhooks.webhookRecoveries,
  listener_attempts: webhooks.listenerAttempts,
  delivery_failures: delivery.deliveryFailures,
  delivery_history: delivery.deliveryHistory,
  webhook_events: webhooks.webhookEvents,
  delivery_minutes: delivery.deliveryMinutes,
  endpoint_episodes: delivery.endpointEpisodes,
  episode_errors: delivery.episodeErrors,
  failed_attempts: delivery.failedAttempts,
  pending_minutes: delivery.pendingMinutes,
  delivery_hours: delivery.deliveryHours,
  receiver_changes: delivery.receiverChanges,
  insight_edits: facts.insightEdits,
  insights: facts.insights,
  fan_spends: facts.fanSpends,
  ai_requests: facts.aiRequests,
  orders: facts.orders,
  sends: facts.sends,
  sent_messages: projections.sentMessages,
  publications: facts.publications,
  changed_sends: projections.changedSends,
  changed_quarters: projections.changedQuarters,
  revenue_quarters: projections.revenueQuarters,
  message_quarters: projections.messageQuarters,
  activity_blocks: projections.activityBlocks,
  fans: facts.fans,
  employees: facts.employees,
  tags: facts.tags,
  creators: facts.creators,
  rate_windows: agencies.rateWindows,
  portal_sessions: agencies.portalSessions,
  portal_links: agencies.portalLinks,
  key_uses: operators.keyUses,
  containments: operators.containments,
  api_keys: agencies.apiKeys,
  ingestions: facts.ingestions,
  history_days: retention.historyDays,
  idempotent_answers: agencies.idempotentAnswers,
  agency_writes: agencies.agencyWrites,
  demo_agencies: agencies.demoAgencies,
  agency_quotas: agencies.agencyQuotas,
  agencies: agencies.agencies,
  audit_log: operators.auditLog,
  delivery_hours_progress: delivery.deliveryHoursProgress,
  delivery_leases: delivery.deliveryLeases,
  erasures: retention.erasures,
  incident_acknowledgements: operators.incidentAcknowledgements,
  job_workers: database.jobWorkers,
  operator_sessions: operators.operatorSessions,
  operator_tokens: operators.operatorTokens,
  projection_refreshes: projections.projectionRefreshes,
  schema_migrations: database.schemaMigrations,
  schema_policies: database.schemaPolicies,
  status_days: database.statusDays,
} as const satisfies Readonly<Record<string, Table>>;

type Tables = typeof tables;
export type TableName = keyof Tables;
export const tableNames = Object.keys(tables) as readonly TableName[];

/** The same with a common type. */
export const declarations: Readonly<Record<TableName, Table>> = tables;

/** The rows of each table, which `test/orm/tables.test.ts` compares with the database. */
export type Rows = { readonly [Name in TableName]: RowOf<Tables[Name]['columns']> };
export type NewRows = { readonly [Name in TableName]: NewRowOf<Tables[Name]['columns']> };

/** SQL: the columns of a table in this release. The next release may add others while this one runs. */
export const columnsOf = (table: TableName, alias: string = table): string =>
  Object.keys(tables[table].columns)
    .map((column) => `${alias}.${column}`)
    .join(', ');

/** The primary key of a table in the order of its index, or all columns of a table without one. */
export function primaryKeyOf(table: TableName): string[] {
  const { columns } = declarations[table];
  const names = Object.keys(columns).filter((name) => columns[name]!.primaryKey);
  return names.length > 0 ? names : Object.keys(columns);
}
