import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, jsonb, key, nullable, text, uuid, type Columns } from './columns.ts';

/** A row of `former_failures`. */
export class FormerFailure extends Model<InferAttributes<FormerFailure>, InferCreationAttributes<FormerFailure>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly event_id: string;
  declare readonly event_type: string;
  declare readonly event_created_at: Date;
  declare readonly delivery_id: string;
  declare readonly error: string;
  declare readonly attempts: CreationOptional<unknown>;
  declare readonly failed_at: CreationOptional<Date>;
  declare readonly replayed_at: Date | null;
  declare readonly creator_id: string | null;
}

export const formerFailureAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    endpoint_id: uuid(),
    event_id: uuid(),
    event_type: text(),
    event_created_at: instant(),
    delivery_id: uuid(),
    error: text(),
    attempts: defaulted(jsonb()),
    failed_at: defaulted(instant()),
    replayed_at: nullable(instant()),
    creator_id: nullable(text()),
  }) satisfies Columns<InferAttributes<FormerFailure>>;
