import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { Publication as Shown } from '../../generated/models.ts';
import { defaulted, instant, jsonb, key, nullable, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `publications`. */
export class Publication extends Model<InferAttributes<Publication>, InferCreationAttributes<Publication>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly creator_id: string;
  declare readonly text: string | null;
  declare readonly media: CreationOptional<Shown['media']>;
  declare readonly status: Shown['status'];
  declare readonly scheduled_at: Date | null;
  declare readonly published_at: Date | null;
  declare readonly created_at: CreationOptional<Date>;
  declare readonly failure_reason: string | null;
  declare readonly lease_id: string | null;
  declare readonly leased_until: CreationOptional<Date>;
}

export const publicationAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: key(uuid()),
    creator_id: text(),
    text: nullable(text()),
    media: defaulted(jsonb()),
    status: text(),
    scheduled_at: nullable(instant()),
    published_at: nullable(instant()),
    created_at: defaulted(instant()),
    failure_reason: nullable(text()),
    lease_id: nullable(uuid()),
    leased_until: defaulted(instant()),
  }) satisfies Columns<InferAttributes<Publication>>;
