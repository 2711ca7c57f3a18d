import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { Order as Shown } from '../../generated/models.ts';
import { derived, instant, integer, key, nullable, recorded, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `orders`. */
export class Order extends Model<InferAttributes<Order>, InferCreationAttributes<Order>> {
  declare readonly agency_id: string;
  declare readonly id: string;
  declare readonly order_type: Shown['order_type'];
  declare readonly creator_id: string;
  declare readonly account_id: string;
  declare readonly fan_id: string | null;
  declare readonly user_id: string | null;
  declare readonly message_id: string | null;
  declare readonly amount_cents: number;
  declare readonly created_at: Date;
  declare readonly refunded_at: Date | null;
}

export const orderAttributes = () =>
  ({
    agency_id: key(uuid()),
    id: recorded(key(text())),
    order_type: recorded(text()),
    creator_id: recorded(text()),
    account_id: derived(text(), 'c.account_id'),
    fan_id: recorded(nullable(text())),
    user_id: recorded(nullable(text())),
    message_id: recorded(nullable(text())),
    amount_cents: recorded(integer()),
    created_at: recorded(instant()),
    refunded_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<Order>>;
