import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { SentMessage as Shown } from '../../generated/models.ts';
import {
  boolean,
  defaulted,
  instant,
  integer,
  jsonb,
  key,
  nullable,
  recorded,
  text,
  uuid,
  type Columns,
} from '../database/table/columns.ts';

/** A row of `sends`. */
export class Send extends Model<InferAttributes<Send>, InferCreationAttributes<Send>> {
  declare readonly agency_id: string;
  declare readonly id: string;
  declare readonly sent_at: Date;
  declare readonly source: Shown['source'];
  declare readonly sent_by_user_id: string | null;
  declare readonly creator_id: string;
  declare readonly fan_id: string | null;
  declare readonly fan_username: string | null;
  declare readonly is_private_media: boolean;
  declare readonly price_eur: number | null;
  declare readonly sale_status: NonNullable<Shown['sale_status']> | null;
  declare readonly message_id: string | null;
  declare readonly media: CreationOptional<Shown['media']>;
}

export const sendAttributes = () =>
  ({
    agency_id: key(uuid()),
    id: recorded(key(text())),
    sent_at: recorded(instant()),
    source: recorded(text()),
    sent_by_user_id: recorded(nullable(text())),
    creator_id: recorded(text()),
    fan_id: recorded(nullable(text())),
    fan_username: recorded(nullable(text())),
    is_private_media: recorded(boolean()),
    price_eur: recorded(nullable(integer())),
    sale_status: recorded(nullable(text())),
    message_id: recorded(nullable(text())),
    media: recorded(defaulted(jsonb())),
  }) satisfies Columns<InferAttributes<Send>>;
