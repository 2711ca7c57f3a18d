import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import { ActivityBlock, activityBlockAttributes } from './activity-block.ts';
import type { Column, RowOf } from '../database/table/columns.ts';
import { Agency, agencyAttributes } from './agency.ts';
import { AgencyQuotas, agencyQuotasAttributes } from './agency-quotas.ts';
import { AgencyWrite, agencyWriteAttributes } from './agency-write.ts';
import { AiRequest, aiRequestAttributes } from './ai-request.ts';
import { ApiKey, apiKeyAttributes } from './api-key.ts';
import { AuditEntry, auditEntryAttributes } from './audit-entry.ts';
import { ChangedQuarter, changedQuarterAttributes } from './changed-quarter.ts';
import { ChangedSend, changedSendAttributes } from './changed-send.ts';
import { Containment, containmentAttributes } from './containment.ts';
import { Creator, creatorAttributes } from './creator.ts';
import { DeliveryFailure, deliveryFailureAttributes } from './delivery-failure.ts';
import { FinishedDelivery, finishedDeliveryAttributes } from './finished-delivery.ts';
import { DeliveryHour, deliveryHourAttributes } from './delivery-hour.ts';
import { DeliveryHoursProgress, deliveryHoursProgressAttributes } from './delivery-hours-progress.ts';
import { DeliveryLease, deliveryLeaseAttributes } from './delivery-lease.ts';
import { DeliveryMinute, deliveryMinuteAttributes } from './delivery-minute.ts';
import { QueuedDelivery, queuedDeliveryAttributes } from './queued-delivery.ts';
import { DemoAgency, demoAgencyAttributes } from './demo-agency.ts';
import { Employee, employeeAttributes } from './employee.ts';
import { Erasure, erasureAttributes } from './erasure.ts';
import { FanSpend, fanSpendAttributes } from './fan-spend.ts';
import { Fan, fanAttributes } from './fan.ts';
import { HistoryDay, historyDayAttributes } from './history-day.ts';
import { IdempotentAnswer, idempotentAnswerAttributes } from './idempotent-answer.ts';
import { Ingestion, ingestionAttributes } from './ingestion.ts';
import { InsightEdit, insightEditAttributes } from './insight-edit.ts';
import { Insight, insightAttributes } from './insight.ts';
import { JobWorker, jobWorkerAttributes } from './job-worker.ts';
import { KeyUse, keyUseAttributes } from './key-use.ts';
import { MessageQuarter, messageQuarterAttributes } from './message-quarter.ts';
import { OperatorSession, operatorSessionAttributes } from './operator-session.ts';
import { OperatorToken, operatorTokenAttributes } from './operator-token.ts';
import { ListenerAttempt, listenerAttemptAttributes } from './listener-attempt.ts';
import { Order, orderAttributes } from './order.ts';
import { PortalLink, portalLinkAttributes } from './portal-link.ts';
import { PortalSession, portalSessionAttributes } from './portal-session.ts';
import { ProjectionRefresh, projectionRefreshAttributes } from './projection-refresh.ts';
import { Publication, publicationAttributes } from './publication.ts';
import { RateWindow, rateWindowAttributes } from './rate-window.ts';
import { ReplayOrder, replayOrderAttributes } from './replay-order.ts';
import { RevenueQuarter, revenueQuarterAttributes } from './revenue-quarter.ts';
import { SchemaMigration, schemaMigrationAttributes } from './schema-migration.ts';
import { SchemaWall, schemaWallAttributes } from './schema-wall.ts';
import { Send, sendAttributes } from './send.ts';
import { SentMessage, sentMessageAttributes } from './sent-message.ts';
import { StatusDay, statusDayAttributes } from './status-day.ts';
import { Tag, tagAttributes } from './tag.ts';
import { WebhookEndpoint, webhookEndpointAttributes } from './webhook-endpoint.ts';
import { WebhookEvent, webhookEventAttributes } from './webhook-event.ts';
import { WebhookRecovery, webhookRecoveryAttributes } from './webhook-recovery.ts';

/** Every table of the service with its class and its columns, but for daily partitions and the tables of graphile-worker. */
const tables = {
  activity_blocks: [ActivityBlock, activityBlockAttributes],
  agencies: [Agency, agencyAttributes],
  agency_quotas: [AgencyQuotas, agencyQuotasAttributes],
  agency_writes: [AgencyWrite, agencyWriteAttributes],
  ai_requests: [AiRequest, aiRequestAttributes],
  api_keys: [ApiKey, apiKeyAttributes],
  audit_log: [AuditEntry, auditEntryAttributes],
  changed_quarters: [ChangedQuarter, changedQuarterAttributes],
  changed_sends: [ChangedSend, changedSendAttributes],
  containments: [Containment, containmentAttributes],
  creators: [Creator, creatorAttributes],
  delivery_failures: [DeliveryFailure, deliveryFailureAttributes],
  delivery_history: [FinishedDelivery, finishedDeliveryAttributes],
  delivery_hours: [DeliveryHour, deliveryHourAttributes],
  delivery_hours_progress: [DeliveryHoursProgress, deliveryHoursProgressAttributes],
  delivery_leases: [DeliveryLease, deliveryLeaseAttributes],
  delivery_minutes: [DeliveryMinute, deliveryMinuteAttributes],
  delivery_queue: [QueuedDelivery, queuedDeliveryAttributes],
  demo_agencies: [DemoAgency, demoAgencyAttributes],
  employees: [Employee, employeeAttributes],
  erasures: [Erasure, erasureAttributes],
  fan_spends: [FanSpend, fanSpendAttributes],
  fans: [Fan, fanAttributes],
  history_days: [HistoryDay, historyDayAttributes],
  idempotent_answers: [IdempotentAnswer, idempotentAnswerAttributes],
  ingestions: [Ingestion, ingestionAttributes],
  insight_edits: [InsightEdit, insightEditAttributes],
  insights: [Insight, insightAttributes],
  job_workers: [JobWorker, jobWorkerAttributes],
  key_uses: [KeyUse, keyUseAttributes],
  message_quarters: [MessageQuarter, messageQuarterAttributes],
  operator_sessions: [OperatorSession, operatorSessionAttributes],
  operator_tokens: [OperatorToken, operatorTokenAttributes],
  orders: [Order, orderAttributes],
  portal_links: [PortalLink, portalLinkAttributes],
  portal_sessions: [PortalSession, portalSessionAttributes],
  projection_refreshes: [ProjectionRefresh, projectionRefreshAttributes],
  publications: [Publication, publicationAttributes],
  rate_windows: [RateWindow, rateWindowAttributes],
  replay_orders: [ReplayOrder, replayOrderAttributes],
  revenue_quarters: [RevenueQuarter, revenueQuarterAttributes],
  schema_migrations: [SchemaMigration, schemaMigrationAttributes],
  schema_walls: [SchemaWall, schemaWallAttributes],
  sends: [Send, sendAttributes],
  sent_messages: [SentMessage, sentMessageAttributes],
  status_days: [StatusDay, statusDayAttributes],
  tags: [Tag, tagAttributes],
  listener_attempts: [ListenerAttempt, listenerAttemptAttributes],
  webhook_endpoints: [WebhookEndpoint, webhookEndpointAttributes],
  webhook_events: [WebhookEvent, webhookEventAttributes],
  webhook_recoveries: [WebhookRecovery, webhookRecoveryAttributes],
} as const;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as readonly TableName[];

/** The columns of a table that this release knows. The next release may add others while this one runs. */
export const columnNamesOf = (table: TableName): string[] => Object.keys(tables[table][1]());

/** SQL: these columns. */
export const columnsOf = (table: TableName, alias: string = table): string =>
  columnNamesOf(table)
    .map((column) => `${alias}.${column}`)
    .join(', ');

const columnsWhere = (table: TableName, is: (column: Column) => boolean): string[] =>
  Object.entries<Column>(tables[table][1]()).flatMap(([name, column]) => (is(column) ? [name] : []));

export const primaryKeyOf = (table: TableName): string[] => columnsWhere(table, ({ primaryKey }) => primaryKey === true);

const isBytes = (type: unknown): boolean =>
  type === DataTypes.BLOB || (type instanceof DataTypes.ARRAY && isBytes((type as { type?: { constructor: unknown } }).type?.constructor));

/** Columns without bytes, which are hashes and ciphertexts everywhere. */
export const readableColumnsOf = (table: TableName): string[] => columnsWhere(table, ({ type }) => !isBytes(type));

type RowClass<Name extends TableName> = InstanceType<(typeof tables)[Name][0]>;

/** The rows of each table: `npm run statements` compares them with the database. */
export type Rows = { readonly [Name in TableName]: RowOf<RowClass<Name>> };

/** The models of one Sequelize, by the names of their tables. */
export type Models = { readonly [Name in TableName]: ModelStatic<RowClass<Name>> };

/** Defines the models for a Sequelize: each has a subclass of its own, so that several Sequelizes share no state. */
export function defineModels(sequelize: Sequelize): Models {
  const models: Record<string, ModelStatic<Model>> = {};
  for (const [tableName, [Row, attributesOf]] of Object.entries<(typeof tables)[TableName]>(tables)) {
    const Base = Row as unknown as ModelStatic<Model>;
    const Own = class extends Base {};
    const attributes = attributesOf();
    // Conditions of a scope and of a caller must both hold.
    Own.init(attributes, { sequelize, modelName: tableName, tableName, timestamps: false, whereMergeStrategy: 'and' });
    // Sequelize adds an id to a table without a primary key.
    if (!('id' in attributes)) Own.removeAttribute('id');
    models[tableName] = Own;
  }
  return models as unknown as Models;
}
