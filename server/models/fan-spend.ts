import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bigint, defaulted, instant, key, nullable, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `fan_spends`. */
export class FanSpend extends Model<InferAttributes<FanSpend>, InferCreationAttributes<FanSpend>> {
  declare readonly agency_id: string;
  declare readonly account_id: string;
  declare readonly fan_id: string;
  declare readonly spend_cents: CreationOptional<number>;
  declare readonly last_purchase_at: Date | null;
}

export const fanSpendAttributes = () =>
  ({
    agency_id: key(uuid()),
    account_id: key(text()),
    fan_id: key(text()),
    spend_cents: defaulted(bigint()),
    last_purchase_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<FanSpend>>;
