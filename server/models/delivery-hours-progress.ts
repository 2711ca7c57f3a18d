import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { boolean, defaulted, instant, key, type Columns } from '../database/table/columns.ts';

/** A row of `delivery_hours_progress`. */
export class DeliveryHoursProgress extends Model<InferAttributes<DeliveryHoursProgress>, InferCreationAttributes<DeliveryHoursProgress>> {
  declare readonly is_only: CreationOptional<boolean>;
  declare readonly rolled_up_to: Date;
}

export const deliveryHoursProgressAttributes = () =>
  ({
    is_only: key(defaulted(boolean())),
    rolled_up_to: instant(),
  }) satisfies Columns<InferAttributes<DeliveryHoursProgress>>;
