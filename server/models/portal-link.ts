import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, key, texts, uuid, type Columns } from './columns.ts';

/** A row of `portal_links`. */
export class PortalLink extends Model<InferAttributes<PortalLink>, InferCreationAttributes<PortalLink>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly key_id: string;
  declare readonly allowed_origins: string[];
  declare readonly created_at: CreationOptional<Date>;
}

export const portalLinkAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    key_id: uuid(),
    allowed_origins: texts(),
    created_at: defaulted(instant()),
  }) satisfies Columns<InferAttributes<PortalLink>>;
