import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { WebhookFailure } from '../../generated/models.ts';
import { boolean, defaulted, generated, instant, json, key, nullable, text, texts, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `delivery_failures`. */
export class DeliveryFailure extends Model<InferAttributes<DeliveryFailure>, InferCreationAttributes<DeliveryFailure>> {
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly event_type: WebhookFailure['event_type'];
  declare readonly id: CreationOptional<string>;
  declare readonly event_id: string;
  declare readonly creator_id: string | null;
  declare readonly occurred_at: Date;
  declare readonly delivery_id: string;
  declare readonly error: WebhookFailure['error'];
  declare readonly attempts: string[];
  declare readonly data: unknown;
  declare readonly replayed_at: Date | null;
  declare readonly failed_at: CreationOptional<Date>;
  /** Whether a recovery made the event from the stored fact. */
  declare readonly is_reconstructed: boolean | null;
}

export const deliveryFailureAttributes = () =>
  ({
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    event_type: key(text()),
    id: key(defaulted(uuid())),
    event_id: uuid(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    delivery_id: uuid(),
    error: text(),
    attempts: texts(),
    data: json(),
    replayed_at: nullable(instant()),
    failed_at: generated(instant()),
    is_reconstructed: nullable(boolean()),
  }) satisfies Columns<InferAttributes<DeliveryFailure>>;
