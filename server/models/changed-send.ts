import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `changed_sends`. */
export class ChangedSend extends Model<InferAttributes<ChangedSend>, InferCreationAttributes<ChangedSend>> {
  declare readonly agency_id: string;
  declare readonly changed_at: CreationOptional<Date>;
  declare readonly send_id: string;
}

export const changedSendAttributes = () =>
  ({
    agency_id: uuid(),
    changed_at: defaulted(instant()),
    send_id: text(),
  }) satisfies Columns<InferAttributes<ChangedSend>>;
