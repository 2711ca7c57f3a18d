import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bigint, instant, integer, key, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `activity_blocks`. */
export class ActivityBlock extends Model<InferAttributes<ActivityBlock>, InferCreationAttributes<ActivityBlock>> {
  declare readonly agency_id: string;
  declare readonly dimension: string;
  declare readonly length_hours: number;
  declare readonly starts_at: Date;
  declare readonly creator_id: string;
  declare readonly value: string;
  declare readonly revenue_cents: number;
  declare readonly refunded_cents: number;
  declare readonly orders_count: number;
  declare readonly messages_sent_count: number;
}

export const activityBlockAttributes = () =>
  ({
    agency_id: key(uuid()),
    dimension: key(text()),
    length_hours: key(integer()),
    starts_at: key(instant()),
    creator_id: key(text()),
    value: key(text()),
    revenue_cents: key(bigint()),
    refunded_cents: key(bigint()),
    orders_count: key(bigint()),
    messages_sent_count: key(bigint()),
  }) satisfies Columns<InferAttributes<ActivityBlock>>;
