import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bytes, defaulted, instant, key, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `portal_sessions`. */
export class PortalSession extends Model<InferAttributes<PortalSession>, InferCreationAttributes<PortalSession>> {
  declare readonly session_hash: Buffer;
  declare readonly link_id: string;
  declare readonly created_at: CreationOptional<Date>;
}

export const portalSessionAttributes = () =>
  ({
    session_hash: key(bytes()),
    link_id: uuid(),
    created_at: defaulted(instant()),
  }) satisfies Columns<InferAttributes<PortalSession>>;
