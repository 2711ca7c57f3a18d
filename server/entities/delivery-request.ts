import type { DeliveryEventType, SignatureCheck } from '../../generated/models.ts';
import { sql } from '../orm/conditions.ts';
import { liveSecretsSql } from './signing-secret.ts';

/** An endpoint with the secrets that sign for it now, encrypted. */
export interface SigningEndpointRow {
  agency_id: string;
  endpoint_id: string;
  url: string;
  api_version: string;
  secrets: string;
}

/** What of `webhook_endpoints` is read for a `SigningEndpointRow`. */
export const signingEndpoint = {
  attributes: ['agency_id', 'url', 'api_version'],
  expressions: { endpoint_id: sql<string>('webhook_endpoints.id'), secrets: sql<string>(liveSecretsSql('webhook_endpoints')) },
} as const;

/** A stored event. */
export interface KeptEvent {
  readonly id: string;
  readonly type: DeliveryEventType;
  readonly occurredAt: Date;
  /** Whether a recovery made it from the stored fact. */
  readonly isReconstructed: boolean;
  /** JSON text of the payload as it is recorded. */
  readonly data: string;
}

/** A delivery whose request is built again. */
export interface RequestedAttempt {
  readonly event: KeptEvent;
  readonly deliveryId: string;
  /** Release date of the version to write the body in. */
  readonly apiVersion: string;
  readonly timestampSeconds: number;
}

/** A delivery as a receiver got it. */
export interface ReceivedDelivery {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Makes and checks requests as they go out. Throws what opening a secret throws. */
export interface DeliveryRequests {
  body(event: Omit<KeptEvent, 'isReconstructed'>, apiVersion: string): string;
  sign(
    attempt: RequestedAttempt,
    endpoint: SigningEndpointRow,
  ): { readonly headers: readonly (readonly [string, string])[]; readonly body: string };
  /** The id of its event, from its headers. */
  eventIdOf(received: ReceivedDelivery): string | undefined;
  /** `sent` is the body that went out, where it is known; of `others` a signature may be by mistake. */
  check(
    received: ReceivedDelivery,
    endpoint: SigningEndpointRow,
    others: readonly SigningEndpointRow[],
    sent: string | undefined,
    now: Date,
  ): SignatureCheck;
}
