import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, key, nullable, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `agencies`. */
export class Agency extends Model<InferAttributes<Agency>, InferCreationAttributes<Agency>> {
  declare readonly id: CreationOptional<string>;
  declare readonly name: string;
  declare readonly created_at: CreationOptional<Date>;
  /** When its erasure was requested: callers do not find it since then. */
  declare readonly erased_at: Date | null;
}

export const agencyAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    name: text(),
    created_at: defaulted(instant()),
    erased_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<Agency>>;
