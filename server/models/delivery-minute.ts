import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { DeliveryCounter } from '../../generated/models.ts';
import { bigint, defaulted, instant, key, text, uuid, type Columns } from './columns.ts';

/** A row of `delivery_minutes`. */
export class DeliveryMinute extends Model<InferAttributes<DeliveryMinute>, InferCreationAttributes<DeliveryMinute>> {
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly minute: Date;
  declare readonly event_type: DeliveryCounter['event_type'];
  declare readonly delivered_count: CreationOptional<number>;
  declare readonly failed_count: CreationOptional<number>;
}

export const deliveryMinuteAttributes = () =>
  ({
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    minute: key(instant()),
    event_type: key(text()),
    delivered_count: defaulted(bigint()),
    failed_count: defaulted(bigint()),
  }) satisfies Columns<InferAttributes<DeliveryMinute>>;
