import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { integer, integers, key, preciseInstant, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `rate_windows`. */
export class RateWindow extends Model<InferAttributes<RateWindow>, InferCreationAttributes<RateWindow>> {
  declare readonly key_id: string;
  declare readonly operation_id: string;
  declare readonly counted_at: Date;
  declare readonly ages: number[];
  declare readonly granted: number;
}

export const rateWindowAttributes = () =>
  ({
    key_id: key(uuid()),
    operation_id: key(text()),
    counted_at: preciseInstant(),
    ages: integers(),
    granted: integer(),
  }) satisfies Columns<InferAttributes<RateWindow>>;
