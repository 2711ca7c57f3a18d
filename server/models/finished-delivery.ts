import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { WebhookDelivery } from '../../generated/models.ts';
import { boolean, generated, instant, key, nullable, text, texts, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `delivery_history`. */
export class FinishedDelivery extends Model<InferAttributes<FinishedDelivery>, InferCreationAttributes<FinishedDelivery>> {
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly event_type: WebhookDelivery['event_type'];
  declare readonly status: 'delivered' | 'failed';
  declare readonly id: string;
  declare readonly event_id: string;
  declare readonly creator_id: string | null;
  declare readonly attempts: string[];
  declare readonly created_at: CreationOptional<Date>;
  /** The failure that it replays; where `is_resend` is true, the delivery whose event it sends again; where it is false, the recovery that queued it. */
  declare readonly replay_of: string | null;
  declare readonly is_resend: boolean | null;
}

export const finishedDeliveryAttributes = () =>
  ({
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    event_type: key(text()),
    status: key(text()),
    id: key(uuid()),
    event_id: uuid(),
    creator_id: nullable(text()),
    attempts: texts(),
    created_at: generated(instant()),
    replay_of: nullable(uuid()),
    is_resend: nullable(boolean()),
  }) satisfies Columns<InferAttributes<FinishedDelivery>>;
