import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { DeliveryCounter } from '../../generated/models.ts';
import { bigint, defaulted, instant, integer, integers, key, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `delivery_minutes`. */
export class DeliveryMinute extends Model<InferAttributes<DeliveryMinute>, InferCreationAttributes<DeliveryMinute>> {
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly minute: Date;
  declare readonly event_type: DeliveryCounter['event_type'];
  declare readonly delivered_count: CreationOptional<number>;
  declare readonly failed_count: CreationOptional<number>;
  declare readonly disabled_count: CreationOptional<number>;
  declare readonly http_4xx_count: CreationOptional<number>;
  declare readonly http_5xx_count: CreationOptional<number>;
  declare readonly timeout_count: CreationOptional<number>;
  declare readonly connection_error_count: CreationOptional<number>;
  declare readonly tls_error_count: CreationOptional<number>;
  declare readonly other_count: CreationOptional<number>;
  /** Attempts by their duration, in the buckets of `attempt-counts.ts`. */
  declare readonly latencies: CreationOptional<number[]>;
}

/** Those of `delivery_minutes` and `delivery_hours` alike. */
export const attemptColumns = () => ({
  disabled_count: defaulted(bigint()),
  http_4xx_count: defaulted(integer()),
  http_5xx_count: defaulted(integer()),
  timeout_count: defaulted(integer()),
  connection_error_count: defaulted(integer()),
  tls_error_count: defaulted(integer()),
  other_count: defaulted(integer()),
  latencies: defaulted(integers()),
});

export const deliveryMinuteAttributes = () =>
  ({
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    minute: key(instant()),
    event_type: key(text()),
    delivered_count: defaulted(bigint()),
    failed_count: defaulted(bigint()),
    ...attemptColumns(),
  }) satisfies Columns<InferAttributes<DeliveryMinute>>;
