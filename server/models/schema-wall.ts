import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { boolean, defaulted, key, text, type Columns } from '../database/table/columns.ts';

/** A row of `schema_walls`. */
export class SchemaWall extends Model<InferAttributes<SchemaWall>, InferCreationAttributes<SchemaWall>> {
  declare readonly is_only: CreationOptional<boolean>;
  declare readonly last_migration: string;
  declare readonly made_by: string;
  declare readonly state: string;
}

export const schemaWallAttributes = () =>
  ({
    is_only: key(defaulted(boolean())),
    last_migration: text(),
    made_by: text(),
    state: text(),
  }) satisfies Columns<InferAttributes<SchemaWall>>;
