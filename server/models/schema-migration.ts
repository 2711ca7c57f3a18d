import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, key, nullable, preciseInstant, text, type Columns } from '../database/table/columns.ts';

/** A row of `schema_migrations`. */
export class SchemaMigration extends Model<InferAttributes<SchemaMigration>, InferCreationAttributes<SchemaMigration>> {
  declare readonly name: string;
  declare readonly applied_at: CreationOptional<Date>;
  declare readonly needs: string | null;
}

export const schemaMigrationAttributes = () =>
  ({
    name: key(text()),
    applied_at: defaulted(preciseInstant()),
    needs: nullable(text()),
  }) satisfies Columns<InferAttributes<SchemaMigration>>;
