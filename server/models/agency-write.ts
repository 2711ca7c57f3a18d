import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { key, logPosition, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `agency_writes`. */
export class AgencyWrite extends Model<InferAttributes<AgencyWrite>, InferCreationAttributes<AgencyWrite>> {
  declare readonly agency_id: string;
  declare readonly position: string;
}

export const agencyWriteAttributes = () =>
  ({
    agency_id: key(uuid()),
    position: logPosition(),
  }) satisfies Columns<InferAttributes<AgencyWrite>>;
