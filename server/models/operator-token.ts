import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { OperatorToken as Shown } from '../../generated/models.ts';
import { bytes, defaulted, instant, key, nullable, text, texts, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `operator_tokens`. */
export class OperatorToken extends Model<InferAttributes<OperatorToken>, InferCreationAttributes<OperatorToken>> {
  declare readonly id: CreationOptional<string>;
  declare readonly name: string;
  declare readonly prefix: string;
  declare readonly token_hash: Buffer;
  declare readonly scopes: Shown['scopes'];
  declare readonly expires_at: Date;
  declare readonly created_at: CreationOptional<Date>;
  declare readonly last_used_at: Date | null;
  declare readonly revoked_at: Date | null;
}

export const operatorTokenAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    name: text(),
    prefix: text(),
    token_hash: bytes(),
    scopes: texts(),
    expires_at: instant(),
    created_at: defaulted(instant()),
    last_used_at: nullable(instant()),
    revoked_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<OperatorToken>>;
