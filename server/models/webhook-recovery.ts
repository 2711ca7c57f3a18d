import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { Recovery, RecoveredType, WebhookEventType } from '../../generated/models.ts';
import { defaulted, instant, jsonb, key, nullable, smallint, text, texts, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `webhook_recoveries`. */
export class WebhookRecovery extends Model<InferAttributes<WebhookRecovery>, InferCreationAttributes<WebhookRecovery>> {
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly id: CreationOptional<string>;
  /** Creators of the endpoint when the recovery was requested; empty for all. */
  declare readonly creator_ids: string[];
  declare readonly event_types: WebhookEventType[] | null;
  declare readonly start_at: Date;
  declare readonly end_at: Date;
  /** What is read next; null before the first batch. */
  declare readonly source: string | null;
  declare readonly after_at: Date | null;
  declare readonly after_id: string | null;
  /** The most facts or events of a batch. */
  declare readonly batch_size: CreationOptional<number>;
  declare readonly counts: CreationOptional<RecoveredType[]>;
  declare readonly status: CreationOptional<Exclude<Recovery['status'], 'counted'>>;
  declare readonly requested_at: CreationOptional<Date>;
  declare readonly ended_at: Date | null;
}

export const webhookRecoveryAttributes = () =>
  ({
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    id: key(defaulted(uuid())),
    creator_ids: texts(),
    event_types: nullable(texts()),
    start_at: instant(),
    end_at: instant(),
    source: nullable(text()),
    after_at: nullable(instant()),
    after_id: nullable(text()),
    batch_size: defaulted(smallint()),
    counts: defaulted(jsonb()),
    status: defaulted(text()),
    requested_at: defaulted(instant()),
    ended_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<WebhookRecovery>>;
