import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { integer, key, nullable, recorded, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `tags`. */
export class Tag extends Model<InferAttributes<Tag>, InferCreationAttributes<Tag>> {
  declare readonly agency_id: string;
  declare readonly id: string;
  declare readonly name: string;
  declare readonly color: string | null;
  declare readonly position: number;
}

export const tagAttributes = () =>
  ({
    agency_id: key(uuid()),
    id: recorded(key(text())),
    name: recorded(text()),
    color: recorded(nullable(text())),
    position: recorded(integer()),
  }) satisfies Columns<InferAttributes<Tag>>;
