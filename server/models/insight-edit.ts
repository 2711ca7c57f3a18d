import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, key, nullable, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `insight_edits`. */
export class InsightEdit extends Model<InferAttributes<InsightEdit>, InferCreationAttributes<InsightEdit>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly account_id: string;
  declare readonly fan_id: string;
  declare readonly previous_note: string;
  declare readonly key_id: string | null;
  declare readonly edited_at: CreationOptional<Date>;
}

export const insightEditAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    account_id: text(),
    fan_id: text(),
    previous_note: text(),
    key_id: nullable(uuid()),
    edited_at: defaulted(instant()),
  }) satisfies Columns<InferAttributes<InsightEdit>>;
