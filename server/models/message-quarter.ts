import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bigint, instant, key, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `message_quarters`. */
export class MessageQuarter extends Model<InferAttributes<MessageQuarter>, InferCreationAttributes<MessageQuarter>> {
  declare readonly agency_id: string;
  declare readonly quarter: Date;
  declare readonly creator_id: string;
  declare readonly user_id: string;
  declare readonly messages_sent_count: number;
}

export const messageQuarterAttributes = () =>
  ({
    agency_id: key(uuid()),
    quarter: key(instant()),
    creator_id: key(text()),
    user_id: key(text()),
    messages_sent_count: key(bigint()),
  }) satisfies Columns<InferAttributes<MessageQuarter>>;
