import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import {
  boolean,
  defaulted,
  derived,
  instant,
  key,
  nullable,
  recorded,
  text,
  texts,
  uuid,
  type Columns,
} from '../database/table/columns.ts';

/** A row of `fans`. */
export class Fan extends Model<InferAttributes<Fan>, InferCreationAttributes<Fan>> {
  declare readonly agency_id: string;
  declare readonly account_id: string;
  declare readonly fan_id: string;
  declare readonly creator_id: string;
  declare readonly fan_username: string | null;
  declare readonly subscription_status: 'active_subscriber' | 'former_subscriber' | 'interested';
  declare readonly is_online: boolean;
  declare readonly related_at: Date;
  declare readonly tag_ids: CreationOptional<string[]>;
  declare readonly assigned_user_id: string | null;
  declare readonly assigned_at: Date | null;
  declare readonly ai_locked_at: Date | null;
}

export const fanAttributes = () =>
  ({
    agency_id: key(uuid()),
    account_id: recorded(key(text())),
    fan_id: recorded(key(text())),
    creator_id: derived(text(), 'c.id'),
    fan_username: recorded(nullable(text())),
    subscription_status: recorded(text()),
    is_online: recorded(boolean()),
    related_at: recorded(instant()),
    tag_ids: recorded(defaulted(texts())),
    assigned_user_id: nullable(text()),
    assigned_at: nullable(instant()),
    ai_locked_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<Fan>>;
