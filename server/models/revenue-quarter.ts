import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bigint, instant, key, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `revenue_quarters`. */
export class RevenueQuarter extends Model<InferAttributes<RevenueQuarter>, InferCreationAttributes<RevenueQuarter>> {
  declare readonly agency_id: string;
  declare readonly quarter: Date;
  declare readonly creator_id: string;
  declare readonly user_id: string;
  declare readonly order_type: string;
  declare readonly revenue_cents: number;
  declare readonly refunded_cents: number;
  declare readonly orders_count: number;
}

export const revenueQuarterAttributes = () =>
  ({
    agency_id: key(uuid()),
    quarter: key(instant()),
    creator_id: key(text()),
    user_id: key(text()),
    order_type: key(text()),
    revenue_cents: key(bigint()),
    refunded_cents: key(bigint()),
    orders_count: key(bigint()),
  }) satisfies Columns<InferAttributes<RevenueQuarter>>;
