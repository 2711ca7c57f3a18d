import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { boolean, defaulted, instant, key, nullable, recorded, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `employees`. */
export class Employee extends Model<InferAttributes<Employee>, InferCreationAttributes<Employee>> {
  declare readonly agency_id: string;
  declare readonly id: string;
  declare readonly name: string;
  declare readonly email: string | null;
  declare readonly role: string;
  declare readonly active: boolean;
  declare readonly created_at: CreationOptional<Date>;
}

export const employeeAttributes = () =>
  ({
    agency_id: key(uuid()),
    id: recorded(key(text())),
    name: recorded(text()),
    email: recorded(nullable(text())),
    role: recorded(text()),
    active: recorded(boolean()),
    created_at: recorded(defaulted(instant()), { default: 'now()' }),
  }) satisfies Columns<InferAttributes<Employee>>;
