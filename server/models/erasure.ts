import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { ErasedRows, ErasureKind } from '../../generated/models.ts';
import { bigint, defaulted, instant, jsonb, key, nullable, smallint, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `erasures`. */
export class Erasure extends Model<InferAttributes<Erasure>, InferCreationAttributes<Erasure>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly kind: ErasureKind;
  /** Null of an agency, and once the erasure has ended. */
  declare readonly fan_id: string | null;
  declare readonly status: CreationOptional<'queued' | 'running' | 'completed'>;
  declare readonly pass: CreationOptional<number>;
  /** Where the pass continues: the number of a step, and a position within it. */
  declare readonly step: CreationOptional<number>;
  declare readonly after: CreationOptional<string>;
  declare readonly found_in_pass: CreationOptional<number>;
  declare readonly counts: CreationOptional<ErasedRows[]>;
  declare readonly requested_at: CreationOptional<Date>;
  declare readonly ended_at: Date | null;
}

export const erasureAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    kind: text(),
    fan_id: nullable(text()),
    status: defaulted(text()),
    pass: defaulted(smallint()),
    step: defaulted(smallint()),
    after: defaulted(text()),
    found_in_pass: defaulted(bigint()),
    counts: defaulted(jsonb()),
    requested_at: defaulted(instant()),
    ended_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<Erasure>>;
