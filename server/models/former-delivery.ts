import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, integer, jsonb, key, nullable, smallint, text, uuid, type Columns } from './columns.ts';

/** A row of `former_deliveries`. */
export class FormerDelivery extends Model<InferAttributes<FormerDelivery>, InferCreationAttributes<FormerDelivery>> {
  declare readonly event_id: string;
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly event_type: string;
  declare readonly generation: number;
  declare readonly replay_of: string | null;
  declare readonly status: CreationOptional<string>;
  declare readonly attempt_count: CreationOptional<number>;
  declare readonly attempts: CreationOptional<unknown[]>;
  declare readonly next_attempt_at: CreationOptional<Date | null>;
  declare readonly lease_id: string | null;
  declare readonly lease_expires_at: Date | null;
  declare readonly created_at: CreationOptional<Date>;
  declare readonly creator_id: string | null;
}

export const formerDeliveryAttributes = () =>
  ({
    event_id: key(uuid()),
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    endpoint_id: uuid(),
    event_type: text(),
    generation: integer(),
    replay_of: nullable(uuid()),
    status: defaulted(text()),
    attempt_count: defaulted(smallint()),
    attempts: defaulted(jsonb()),
    next_attempt_at: defaulted(nullable(instant())),
    lease_id: nullable(uuid()),
    lease_expires_at: nullable(instant()),
    created_at: defaulted(instant()),
    creator_id: nullable(text()),
  }) satisfies Columns<InferAttributes<FormerDelivery>>;
