import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `changed_quarters`. */
export class ChangedQuarter extends Model<InferAttributes<ChangedQuarter>, InferCreationAttributes<ChangedQuarter>> {
  declare readonly agency_id: string;
  declare readonly changed_at: CreationOptional<Date>;
  declare readonly quarter: Date;
}

export const changedQuarterAttributes = () =>
  ({
    agency_id: uuid(),
    changed_at: defaulted(instant()),
    quarter: instant(),
  }) satisfies Columns<InferAttributes<ChangedQuarter>>;
