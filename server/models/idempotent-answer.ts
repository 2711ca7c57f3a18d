import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bytes, defaulted, key, nullable, preciseInstant, text, texts, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `idempotent_answers`. */
export class IdempotentAnswer extends Model<InferAttributes<IdempotentAnswer>, InferCreationAttributes<IdempotentAnswer>> {
  declare readonly key_hash: Buffer;
  /** Null for what operators do across agencies. */
  declare readonly agency_id: string | null;
  declare readonly creator_ids: string[];
  declare readonly created_at: CreationOptional<Date>;
  /** Encrypted. */
  declare readonly answer: Buffer;
  declare readonly caller: string;
}

export const idempotentAnswerAttributes = () =>
  ({
    key_hash: key(bytes()),
    agency_id: nullable(uuid()),
    creator_ids: texts(),
    created_at: defaulted(preciseInstant()),
    answer: bytes(),
    caller: text(),
  }) satisfies Columns<InferAttributes<IdempotentAnswer>>;
