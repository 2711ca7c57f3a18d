import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bigint, defaulted, key, nullable, preciseInstant, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `agency_quotas`. */
export class AgencyQuotas extends Model<InferAttributes<AgencyQuotas>, InferCreationAttributes<AgencyQuotas>> {
  declare readonly agency_id: string;
  declare readonly insight_history_bytes_allowed: number | null;
  declare readonly scheduled_publications_allowed: number | null;
  declare readonly pending_deliveries_allowed: number | null;
  declare readonly failure_records_allowed: number | null;
  declare readonly api_keys_allowed: number | null;
  declare readonly insight_history_bytes_used: CreationOptional<number>;
  declare readonly scheduled_publications_used: CreationOptional<number>;
  declare readonly pending_deliveries_used: CreationOptional<number>;
  declare readonly failure_records_used: CreationOptional<number>;
  declare readonly pending_over_since: Date | null;
  declare readonly pending_over_seen_at: Date | null;
  declare readonly portal_links_allowed: number | null;
  declare readonly delivery_history_bytes_allowed: number | null;
  declare readonly delivery_history_bytes_used: CreationOptional<number>;
  declare readonly events_counted_to: CreationOptional<string>;
  declare readonly publication_bytes_allowed: number | null;
  declare readonly publication_bytes_used: CreationOptional<number>;
}

export const agencyQuotasAttributes = () =>
  ({
    agency_id: key(uuid()),
    insight_history_bytes_allowed: nullable(bigint()),
    scheduled_publications_allowed: nullable(bigint()),
    pending_deliveries_allowed: nullable(bigint()),
    failure_records_allowed: nullable(bigint()),
    api_keys_allowed: nullable(bigint()),
    insight_history_bytes_used: defaulted(bigint()),
    scheduled_publications_used: defaulted(bigint()),
    pending_deliveries_used: defaulted(bigint()),
    failure_records_used: defaulted(bigint()),
    pending_over_since: nullable(preciseInstant()),
    pending_over_seen_at: nullable(preciseInstant()),
    portal_links_allowed: nullable(bigint()),
    delivery_history_bytes_allowed: nullable(bigint()),
    delivery_history_bytes_used: defaulted(bigint()),
    events_counted_to: defaulted(uuid()),
    publication_bytes_allowed: nullable(bigint()),
    publication_bytes_used: defaulted(bigint()),
  }) satisfies Columns<InferAttributes<AgencyQuotas>>;
