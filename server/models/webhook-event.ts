import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { DeliveryEventType } from '../../generated/models.ts';
import { boolean, instant, json, key, nullable, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `webhook_events`. */
export class WebhookEvent extends Model<InferAttributes<WebhookEvent>, InferCreationAttributes<WebhookEvent>> {
  declare readonly agency_id: string;
  declare readonly id: string;
  declare readonly type: DeliveryEventType;
  declare readonly creator_id: string | null;
  declare readonly occurred_at: Date;
  declare readonly data: Record<string, unknown>;
  declare readonly subject: string | null;
  /** Whether a recovery made the event from the stored fact. */
  declare readonly is_reconstructed: boolean | null;
  /** The W3C trace context of the fact, where its trace is sampled. */
  declare readonly traceparent: string | null;
}

export const webhookEventAttributes = () =>
  ({
    agency_id: key(uuid()),
    id: key(uuid()),
    type: text(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    data: json(),
    subject: nullable(text()),
    is_reconstructed: nullable(boolean()),
    traceparent: nullable(text()),
  }) satisfies Columns<InferAttributes<WebhookEvent>>;
