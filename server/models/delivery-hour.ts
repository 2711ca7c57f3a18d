import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { DeliveryCounter } from '../../generated/models.ts';
import { bigint, instant, key, text, uuid, type Columns } from './columns.ts';

/** A row of `delivery_hours`. */
export class DeliveryHour extends Model<InferAttributes<DeliveryHour>, InferCreationAttributes<DeliveryHour>> {
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly hour: Date;
  declare readonly event_type: DeliveryCounter['event_type'];
  declare readonly delivered_count: number;
  declare readonly failed_count: number;
}

export const deliveryHourAttributes = () =>
  ({
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    hour: key(instant()),
    event_type: key(text()),
    delivered_count: bigint(),
    failed_count: bigint(),
  }) satisfies Columns<InferAttributes<DeliveryHour>>;
