import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { SentMessage as Shown } from '../../generated/models.ts';
import { boolean, instant, integer, jsonb, key, nullable, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `sent_messages`. */
export class SentMessage extends Model<InferAttributes<SentMessage>, InferCreationAttributes<SentMessage>> {
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
  declare readonly media: Shown['media'];
}

export const sentMessageAttributes = () =>
  ({
    agency_id: key(uuid()),
    id: key(text()),
    sent_at: instant(),
    source: text(),
    sent_by_user_id: nullable(text()),
    creator_id: text(),
    fan_id: nullable(text()),
    fan_username: nullable(text()),
    is_private_media: boolean(),
    price_eur: nullable(integer()),
    sale_status: nullable(text()),
    message_id: nullable(text()),
    media: jsonb(),
  }) satisfies Columns<InferAttributes<SentMessage>>;
