import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { date, integer, key, preciseInstant, text, type Columns } from '../database/table/columns.ts';

/** A row of `status_days`. */
export class StatusDay extends Model<InferAttributes<StatusDay>, InferCreationAttributes<StatusDay>> {
  declare readonly day: Date;
  declare readonly part: string;
  declare readonly operational_minutes: number;
  declare readonly degraded_minutes: number;
  declare readonly down_minutes: number;
  declare readonly counted_at: Date;
}

export const statusDayAttributes = () =>
  ({
    day: key(date()),
    part: key(text()),
    operational_minutes: integer(),
    degraded_minutes: integer(),
    down_minutes: integer(),
    counted_at: preciseInstant(),
  }) satisfies Columns<InferAttributes<StatusDay>>;
