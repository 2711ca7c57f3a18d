import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { Ingestion as Shown } from '../../generated/models.ts';
import { bigint, defaulted, generated, instant, json, key, nullable, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `ingestions`. */
export class Ingestion extends Model<InferAttributes<Ingestion>, InferCreationAttributes<Ingestion>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly outcome: Shown['outcome'];
  declare readonly request_count: number;
  declare readonly created_count: number;
  declare readonly updated_count: number;
  declare readonly unchanged_count: number;
  declare readonly slug: string | null;
  declare readonly detail: string | null;
  declare readonly errors: Shown['errors'] | null;
  declare readonly recorded_at: CreationOptional<Date>;
}

export const ingestionAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    outcome: text(),
    request_count: bigint(),
    created_count: bigint(),
    updated_count: bigint(),
    unchanged_count: bigint(),
    slug: nullable(text()),
    detail: nullable(text()),
    errors: nullable(json()),
    recorded_at: generated(instant()),
  }) satisfies Columns<InferAttributes<Ingestion>>;
