import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bytes, defaulted, instant, key, nullable, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `operator_sessions`. */
export class OperatorSession extends Model<InferAttributes<OperatorSession>, InferCreationAttributes<OperatorSession>> {
  declare readonly session_hash: Buffer;
  declare readonly token_id: string | null;
  declare readonly created_at: CreationOptional<Date>;
  declare readonly expires_at: Date;
}

export const operatorSessionAttributes = () =>
  ({
    session_hash: key(bytes()),
    token_id: nullable(uuid()),
    created_at: defaulted(instant()),
    expires_at: instant(),
  }) satisfies Columns<InferAttributes<OperatorSession>>;
