import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, integer, key, nullable, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `demo_agencies`. */
export class DemoAgency extends Model<InferAttributes<DemoAgency>, InferCreationAttributes<DemoAgency>> {
  declare readonly agency_id: string;
  declare readonly batches_done: CreationOptional<number>;
  declare readonly completed_at: Date | null;
}

export const demoAgencyAttributes = () =>
  ({
    agency_id: key(uuid()),
    batches_done: defaulted(integer()),
    completed_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<DemoAgency>>;
