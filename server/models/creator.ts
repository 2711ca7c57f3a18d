import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, key, nullable, recorded, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `creators`. */
export class Creator extends Model<InferAttributes<Creator>, InferCreationAttributes<Creator>> {
  declare readonly agency_id: string;
  declare readonly id: string;
  declare readonly name: string;
  declare readonly account_id: string;
  declare readonly account_username: string | null;
  declare readonly account_connected_at: CreationOptional<Date>;
  declare readonly created_at: CreationOptional<Date>;
}

export const creatorAttributes = () =>
  ({
    agency_id: key(uuid()),
    id: recorded(key(text())),
    name: recorded(text()),
    account_id: recorded(text(), { isFixed: true }),
    account_username: recorded(nullable(text())),
    account_connected_at: recorded(defaulted(instant()), { default: 'coalesce(r.created_at, now())' }),
    created_at: recorded(defaulted(instant()), { default: 'now()' }),
  }) satisfies Columns<InferAttributes<Creator>>;
