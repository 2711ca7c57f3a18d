import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { instant, uuid, type Columns } from './columns.ts';

/** A row of `changed_quarters`. */
export class ChangedQuarter extends Model<InferAttributes<ChangedQuarter>, InferCreationAttributes<ChangedQuarter>> {
  declare readonly agency_id: string;
  declare readonly quarter: Date;
}

export const changedQuarterAttributes = () =>
  ({
    agency_id: uuid(),
    quarter: instant(),
  }) satisfies Columns<InferAttributes<ChangedQuarter>>;
