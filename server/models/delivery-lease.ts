import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bigint, boolean, defaulted, integer, key, nullable, preciseInstant, transactionId, type Columns } from './columns.ts';

/** A row of `delivery_leases`. */
export class DeliveryLease extends Model<InferAttributes<DeliveryLease>, InferCreationAttributes<DeliveryLease>> {
  declare readonly id: number;
  declare readonly beat: CreationOptional<number>;
  declare readonly ended_at: Date | null;
  declare readonly settles_after: string | null;
  declare readonly is_returned: CreationOptional<boolean>;
}

export const deliveryLeaseAttributes = () =>
  ({
    id: key(integer()),
    beat: defaulted(bigint()),
    ended_at: nullable(preciseInstant()),
    settles_after: nullable(transactionId()),
    is_returned: defaulted(boolean()),
  }) satisfies Columns<InferAttributes<DeliveryLease>>;
