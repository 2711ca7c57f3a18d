import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { DeliveryEventType } from '../../generated/models.ts';
import { instant, integer, jsonb, key, nullable, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `listener_attempts`. */
export class ListenerAttempt extends Model<InferAttributes<ListenerAttempt>, InferCreationAttributes<ListenerAttempt>> {
  declare readonly agency_id: string;
  declare readonly endpoint_id: string;
  declare readonly id: string;
  declare readonly delivery_id: string;
  declare readonly event_id: string;
  declare readonly event_type: DeliveryEventType;
  declare readonly creator_id: string | null;
  declare readonly attempt: number;
  /** A flat list of names and values. */
  declare readonly headers: string[];
  declare readonly body: string;
  declare readonly deadline_at: Date;
  declare readonly stream_id: string | null;
  declare readonly answered_at: Date | null;
  declare readonly status_code: number | null;
  declare readonly error: 'connection_error' | 'timeout' | 'tls_error' | null;
  declare readonly excerpt: string | null;
}

export const listenerAttemptAttributes = () =>
  ({
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    id: key(uuid()),
    delivery_id: uuid(),
    event_id: uuid(),
    event_type: text(),
    creator_id: nullable(text()),
    attempt: integer(),
    headers: jsonb(),
    body: text(),
    deadline_at: instant(),
    stream_id: nullable(uuid()),
    answered_at: nullable(instant()),
    status_code: nullable(integer()),
    error: nullable(text()),
    excerpt: nullable(text()),
  }) satisfies Columns<InferAttributes<ListenerAttempt>>;
