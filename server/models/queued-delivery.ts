import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { WebhookDelivery } from '../../generated/models.ts';
import {
  boolean,
  defaulted,
  generated,
  instant,
  integer,
  json,
  key,
  nullable,
  preciseInstant,
  smallint,
  text,
  texts,
  uuid,
  type Columns,
} from '../database/table/columns.ts';

/** A row of `delivery_queue`. */
export class QueuedDelivery extends Model<InferAttributes<QueuedDelivery>, InferCreationAttributes<QueuedDelivery>> {
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly event_type: WebhookDelivery['event_type'];
  declare readonly id: CreationOptional<string>;
  declare readonly event_id: string;
  declare readonly creator_id: string | null;
  declare readonly occurred_at: Date;
  declare readonly generation: number;
  declare readonly due_at: CreationOptional<Date>;
  declare readonly lease: number | null;
  declare readonly attempt_count: CreationOptional<number>;
  declare readonly is_suspect: CreationOptional<boolean>;
  declare readonly attempts: CreationOptional<string[]>;
  /** The failure that it replays; where `is_resend` is true, the delivery whose event it sends again; where it is false, the recovery that queued it. */
  declare readonly replay_of: string | null;
  declare readonly is_resend: boolean | null;
  /** Whether a recovery made its event from the stored fact. */
  declare readonly is_reconstructed: boolean | null;
  declare readonly data: Record<string, unknown> | null;
  declare readonly created_at: CreationOptional<Date>;
}

export const queuedDeliveryAttributes = () =>
  ({
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    event_type: key(text()),
    id: key(defaulted(uuid())),
    event_id: uuid(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    generation: integer(),
    due_at: defaulted(preciseInstant()),
    lease: nullable(integer()),
    attempt_count: defaulted(smallint()),
    is_suspect: defaulted(boolean()),
    attempts: defaulted(texts()),
    replay_of: nullable(uuid()),
    is_resend: nullable(boolean()),
    is_reconstructed: nullable(boolean()),
    data: nullable(json()),
    created_at: generated(instant()),
  }) satisfies Columns<InferAttributes<QueuedDelivery>>;
