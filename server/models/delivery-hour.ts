import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { DeliveryCounter } from '../../generated/models.ts';
import { bigint, instant, key, text, uuid, type Columns } from '../database/table/columns.ts';
import { attemptColumns } from './delivery-minute.ts';

/** A row of `delivery_hours`. */
export class DeliveryHour extends Model<InferAttributes<DeliveryHour>, InferCreationAttributes<DeliveryHour>> {
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly hour: Date;
  declare readonly event_type: DeliveryCounter['event_type'];
  declare readonly delivered_count: number;
  declare readonly failed_count: number;
  declare readonly disabled_count: CreationOptional<number>;
  declare readonly http_4xx_count: CreationOptional<number>;
  declare readonly http_5xx_count: CreationOptional<number>;
  declare readonly timeout_count: CreationOptional<number>;
  declare readonly connection_error_count: CreationOptional<number>;
  declare readonly tls_error_count: CreationOptional<number>;
  declare readonly other_count: CreationOptional<number>;
  declare readonly latencies: CreationOptional<number[]>;
}

export const deliveryHourAttributes = () =>
  ({
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    hour: key(instant()),
    event_type: key(text()),
    delivered_count: bigint(),
    failed_count: bigint(),
    ...attemptColumns(),
  }) satisfies Columns<InferAttributes<DeliveryHour>>;
