import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bigint, date, defaulted, key, nullable, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `history_days`. */
export class HistoryDay extends Model<InferAttributes<HistoryDay>, InferCreationAttributes<HistoryDay>> {
  declare readonly agency_id: string;
  declare readonly day: Date;
  declare readonly delivery_bytes: CreationOptional<number>;
  declare readonly event_bytes: CreationOptional<number>;
  declare readonly excerpts_from: string | null;
  declare readonly rows_from: string | null;
}

export const historyDayAttributes = () =>
  ({
    agency_id: key(uuid()),
    day: key(date()),
    delivery_bytes: defaulted(bigint()),
    event_bytes: defaulted(bigint()),
    excerpts_from: nullable(uuid()),
    rows_from: nullable(uuid()),
  }) satisfies Columns<InferAttributes<HistoryDay>>;
