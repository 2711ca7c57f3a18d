import type { DeliveryEventType, SignatureCheck } from '../../generated/models.ts';
import { sql } from '../orm/conditions.ts';
import { liveSecretsSql } from './signing-secret.ts';

/** An endpoint with its active secrets, encrypted. */
export interface SigningEndpointRow {
  agency_id: string;
  endpoint_id: string;
  url: string;
  api_version: string;
  header_names: string[];
  secrets: string;
}

/** The search for a `SigningEndpointRow` in `webhook_endpoints`. */
export const signingEndpoint = {
  attributes: ['agency_id', 'url', 'api_version', 'header_names'],
  expressions: { endpoint_id: sql<string>('webhook_endpoints.id'), secrets: sql<string>(liveSecretsSql('webhook_endpoints')) },
} as const;

/** A stored event. */
export interface StoredEvent {
  readonly id: string;
  readonly type: DeliveryEventType;
  readonly occurredAt: Date;
  /** Whether a recovery created the event from the stored fact. */
  readonly isReconstructed: boolean;
  /** JSON text of the payload as it is recorded. */
  readonly data: string;
}

/** An attempt whose request is rebuilt. */
export interface RequestedAttempt {
  readonly event: StoredEvent;
  readonly deliveryId: string;
  /** Release date of the version of the body. */
  readonly apiVersion: string;
  readonly timestampSeconds: number;
}

/** A delivery as its receiver got it. */
export interface ReceivedDelivery {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Builds and checks requests of deliveries. Throws if a secret cannot be decrypted. */
export interface DeliveryRequests {
  body(event: Omit<StoredEvent, 'isReconstructed'>, apiVersion: string): string;
  sign(
    attempt: RequestedAttempt,
    endpoint: SigningEndpointRow,
  ): { readonly headers: readonly (readonly [string, string])[]; readonly body: string };
  /** The id of its event, from its headers. */
  eventIdOf(received: ReceivedDelivery): string | undefined;
  /** `sent` is the sent body, if it is known. `others` are endpoints whose secrets may have been used by mistake. */
  check(
    received: ReceivedDelivery,
    endpoint: SigningEndpointRow,
    others: readonly SigningEndpointRow[],
    sent: string | undefined,
    now: Date,
  ): SignatureCheck;
}
