import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import {
  bigint,
  boolean,
  defaulted,
  integer,
  key,
  nullable,
  preciseInstant,
  transactionId,
  type Columns,
} from '../database/table/columns.ts';

/** A row of `delivery_leases`. */
export class DeliveryLease extends Model<InferAttributes<DeliveryLease>, InferCreationAttributes<DeliveryLease>> {
  declare readonly id: number;
  declare readonly beat: CreationOptional<number>;
  declare readonly ended_at: Date | null;
  declare readonly settles_after: string | null;
  declare readonly is_returned: CreationOptional<boolean>;
  /** When the oldest delivery became due that waits for the process of this lease, as of its last heartbeat; null if none waits. */
  declare readonly oldest_due_at: Date | null;
}

export const deliveryLeaseAttributes = () =>
  ({
    id: key(integer()),
    beat: defaulted(bigint()),
    ended_at: nullable(preciseInstant()),
    settles_after: nullable(transactionId()),
    is_returned: defaulted(boolean()),
    oldest_due_at: nullable(preciseInstant()),
  }) satisfies Columns<InferAttributes<DeliveryLease>>;
