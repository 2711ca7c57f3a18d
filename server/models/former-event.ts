import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { defaulted, instant, json, key, nullable, text, uuid, type Columns } from './columns.ts';

/** A row of `former_events`. */
export class FormerEvent extends Model<InferAttributes<FormerEvent>, InferCreationAttributes<FormerEvent>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly type: string;
  declare readonly creator_id: string | null;
  declare readonly occurred_at: Date;
  declare readonly data: unknown;
  declare readonly recorded_at: CreationOptional<Date>;
}

export const formerEventAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    type: text(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    data: json(),
    recorded_at: defaulted(instant()),
  }) satisfies Columns<InferAttributes<FormerEvent>>;
