import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, key, preciseInstant, text, type Columns } from '../database/table/columns.ts';

/** A row of `schema_migrations`. */
export class SchemaMigration extends Model<InferAttributes<SchemaMigration>, InferCreationAttributes<SchemaMigration>> {
  declare readonly name: string;
  declare readonly applied_at: CreationOptional<Date>;
}

export const schemaMigrationAttributes = () =>
  ({
    name: key(text()),
    applied_at: defaulted(preciseInstant()),
  }) satisfies Columns<InferAttributes<SchemaMigration>>;
