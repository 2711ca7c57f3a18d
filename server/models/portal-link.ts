import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { PortalTheme } from '../../generated/models.ts';
import { bytes, defaulted, instant, integer, jsonb, key, nullable, texts, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `portal_links`. */
export class PortalLink extends Model<InferAttributes<PortalLink>, InferCreationAttributes<PortalLink>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly key_id: string;
  declare readonly allowed_origins: string[];
  declare readonly created_at: CreationOptional<Date>;
  declare readonly secret_hash: Buffer;
  declare readonly uses_left: number;
  declare readonly theme: CreationOptional<PortalTheme | null>;
}

export const portalLinkAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    key_id: uuid(),
    allowed_origins: texts(),
    created_at: defaulted(instant()),
    secret_hash: bytes(),
    uses_left: integer(),
    theme: nullable(jsonb()),
  }) satisfies Columns<InferAttributes<PortalLink>>;
