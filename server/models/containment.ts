import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, key, nullable, text, uuid, uuids, type Columns } from '../database/table/columns.ts';

/** A row of `containments`. */
export class Containment extends Model<InferAttributes<Containment>, InferCreationAttributes<Containment>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly key_id: string | null;
  declare readonly reason: string;
  declare readonly notice: string | null;
  declare readonly contained_at: CreationOptional<Date>;
  declare readonly released_at: Date | null;
  declare readonly released_key_ids: CreationOptional<string[]>;
  declare readonly released_endpoint_ids: CreationOptional<string[]>;
}

export const containmentAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    key_id: nullable(uuid()),
    reason: text(),
    notice: nullable(text()),
    contained_at: defaulted(instant()),
    released_at: nullable(instant()),
    released_key_ids: defaulted(uuids()),
    released_endpoint_ids: defaulted(uuids()),
  }) satisfies Columns<InferAttributes<Containment>>;
