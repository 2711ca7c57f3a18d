import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, key, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `insights`. */
export class Insight extends Model<InferAttributes<Insight>, InferCreationAttributes<Insight>> {
  declare readonly agency_id: string;
  declare readonly account_id: string;
  declare readonly fan_id: string;
  declare readonly note: string;
  declare readonly etag: string;
  declare readonly updated_at: CreationOptional<Date>;
}

export const insightAttributes = () =>
  ({
    agency_id: key(uuid()),
    account_id: key(text()),
    fan_id: key(text()),
    note: text(),
    etag: uuid(),
    updated_at: defaulted(instant()),
  }) satisfies Columns<InferAttributes<Insight>>;
