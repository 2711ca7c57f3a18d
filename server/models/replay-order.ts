import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, key, nullable, texts, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `replay_orders`. */
export class ReplayOrder extends Model<InferAttributes<ReplayOrder>, InferCreationAttributes<ReplayOrder>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly creator_ids: string[];
  declare readonly start_at: CreationOptional<Date>;
  declare readonly end_at: CreationOptional<Date>;
  declare readonly event_types: string[] | null;
  declare readonly requested_at: CreationOptional<Date>;
}

export const replayOrderAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    endpoint_id: uuid(),
    creator_ids: texts(),
    start_at: defaulted(instant()),
    end_at: defaulted(instant()),
    event_types: nullable(texts()),
    requested_at: defaulted(instant()),
  }) satisfies Columns<InferAttributes<ReplayOrder>>;
