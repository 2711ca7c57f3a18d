import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { WebhookEventType } from '../../generated/models.ts';
import {
  boolean,
  byteStrings,
  bytes,
  defaulted,
  instant,
  instants,
  integer,
  key,
  nullable,
  text,
  texts,
  uuid,
  type Columns,
} from '../database/table/columns.ts';

/** A row of `webhook_endpoints`. */
export class WebhookEndpoint extends Model<InferAttributes<WebhookEndpoint>, InferCreationAttributes<WebhookEndpoint>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string;
  declare readonly url: string;
  declare readonly label: string;
  declare readonly secret_ciphertext: Buffer;
  declare readonly secret_prefix: string;
  declare readonly enabled_event_types: WebhookEventType[];
  declare readonly allowed_creator_ids: CreationOptional<string[]>;
  declare readonly api_version: string;
  declare readonly status: CreationOptional<'active' | 'disabled'>;
  declare readonly disabled_reason: 'manual' | 'auto_breaker' | 'auto_quota' | 'link_ended' | null;
  declare readonly disabled_at: Date | null;
  declare readonly generation: CreationOptional<number>;
  declare readonly drained_generation: CreationOptional<number>;
  declare readonly consecutive_failures: CreationOptional<number>;
  declare readonly enabled_at: CreationOptional<Date>;
  declare readonly created_at: CreationOptional<Date>;
  declare readonly url_creator_ids: CreationOptional<string[]>;
  declare readonly narrowed_at: Date | null;
  declare readonly trouble: 'consecutive_failures' | 'failure_rate' | 'disabled' | null;
  declare readonly trouble_changed_at: Date | null;
  declare readonly earlier_secret_ciphertexts: CreationOptional<Buffer[]>;
  declare readonly earlier_secrets_expire_at: CreationOptional<Date[]>;
  declare readonly containment_id: string | null;
  declare readonly created_by_key_id: string | null;
  declare readonly url_key_id: string | null;
  declare readonly created_by_link_id: string | null;
  declare readonly ends_with_link: CreationOptional<boolean>;
  declare readonly listening_until: Date | null;
  declare readonly listener_stream_id: string | null;
}

export const webhookEndpointAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: key(uuid()),
    url: text(),
    label: text(),
    secret_ciphertext: bytes(),
    secret_prefix: text(),
    enabled_event_types: texts(),
    allowed_creator_ids: defaulted(texts()),
    api_version: text(),
    status: defaulted(text()),
    disabled_reason: nullable(text()),
    disabled_at: nullable(instant()),
    generation: defaulted(integer()),
    drained_generation: defaulted(integer()),
    consecutive_failures: defaulted(integer()),
    enabled_at: defaulted(instant()),
    created_at: defaulted(instant()),
    url_creator_ids: defaulted(texts()),
    narrowed_at: nullable(instant()),
    trouble: nullable(text()),
    trouble_changed_at: nullable(instant()),
    earlier_secret_ciphertexts: defaulted(byteStrings()),
    earlier_secrets_expire_at: defaulted(instants()),
    containment_id: nullable(uuid()),
    created_by_key_id: nullable(uuid()),
    url_key_id: nullable(uuid()),
    created_by_link_id: nullable(uuid()),
    ends_with_link: defaulted(boolean()),
    listening_until: nullable(instant()),
    listener_stream_id: nullable(uuid()),
  }) satisfies Columns<InferAttributes<WebhookEndpoint>>;
