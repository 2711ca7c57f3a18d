import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { boolean, bytes, defaulted, instant, key, nullable, text, texts, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `api_keys`. */
export class ApiKey extends Model<InferAttributes<ApiKey>, InferCreationAttributes<ApiKey>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly label: string;
  declare readonly prefix: string;
  declare readonly key_hash: Buffer;
  declare readonly scopes: string[];
  declare readonly creator_ids: CreationOptional<string[]>;
  declare readonly expires_at: Date | null;
  declare readonly revoked_at: Date | null;
  declare readonly created_at: CreationOptional<Date>;
  declare readonly is_unchecked: CreationOptional<boolean>;
  declare readonly containment_id: string | null;
  declare readonly contained_at: Date | null;
}

export const apiKeyAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    label: text(),
    prefix: text(),
    key_hash: bytes(),
    scopes: texts(),
    creator_ids: defaulted(texts()),
    expires_at: nullable(instant()),
    revoked_at: nullable(instant()),
    created_at: defaulted(instant()),
    is_unchecked: defaulted(boolean()),
    containment_id: nullable(uuid()),
    contained_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<ApiKey>>;
