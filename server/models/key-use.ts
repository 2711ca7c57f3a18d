import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bigint, instant, key, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `key_uses`. */
export class KeyUse extends Model<InferAttributes<KeyUse>, InferCreationAttributes<KeyUse>> {
  declare readonly agency_id: string;
  declare readonly hour: Date;
  declare readonly key_id: string;
  declare readonly operation_id: string;
  declare readonly request_count: number;
  declare readonly item_count: number;
  declare readonly last_at: Date;
}

export const keyUseAttributes = () =>
  ({
    agency_id: key(uuid()),
    hour: key(instant()),
    key_id: key(uuid()),
    operation_id: key(text()),
    request_count: bigint(),
    item_count: bigint(),
    last_at: instant(),
  }) satisfies Columns<InferAttributes<KeyUse>>;
