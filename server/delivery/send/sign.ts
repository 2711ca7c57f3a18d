import { createHmac, type KeyObject } from 'node:crypto';
import type { SigningKeys } from './signing-keys.ts';

export interface UnsignedDelivery {
  readonly eventId: string;
  readonly eventType: string;
  readonly deliveryId: string;
  /** Whether a recovery made the event from the stored fact. */
  readonly isReconstructed: boolean;
  readonly body: string;
  /** One for each active secret, the newest first. */
  readonly keys: readonly SigningKeys[];
  readonly timestampSeconds: number;
}

export interface SignedDelivery {
  /** A flat list of names and values. */
  readonly headers: string[];
  readonly body: Buffer;
}

export type SignDelivery = (delivery: UnsignedDelivery) => SignedDelivery;

const ownNames = ['Signature', 'Signature-Timestamp', 'Event-Type', 'Event-Id', 'Delivery-Id'];

function hmac(key: KeyObject, message: Buffer, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(message).digest(encoding);
}

/** Signs attempts, with our headers under their present and former names, and those of Standard Webhooks. */
export function deliverySigner(formerBrand: string): SignDelivery {
  const serviceNames = ownNames.map((name) => `Service-${name}`);
  const formerNames = ownNames.map((name) => `${formerBrand}-${name}`);
  return ({ eventId, eventType, deliveryId, isReconstructed, body, keys, timestampSeconds }) => {
    const seconds = String(timestampSeconds);
    // `{event id}.{timestamp}.{body}`, for our own signature without the first part. Only the body has characters that are not ASCII.
    const standardMessage = Buffer.from(`${eventId}.${seconds}.${body}`);
    const message = standardMessage.subarray(eventId.length + 1);
    const signature = keys.map(({ service }) => `v1=${hmac(service, message, 'hex')}`).join(',');
    const standardSignature = keys.map(({ standard }) => `v1,${hmac(standard, standardMessage, 'base64')}`).join(' ');
    const headers = ['content-type', 'application/json', 'user-agent', 'Service-Webhooks/1.0'];
    const values = [signature, seconds, eventType, eventId, deliveryId];
    values.forEach((value, index) => headers.push(serviceNames[index]!, value, formerNames[index]!, value));
    if (isReconstructed) headers.push('Service-Event-Reconstructed', 'true');
    headers.push('webhook-id', eventId, 'webhook-timestamp', seconds, 'webhook-signature', standardSignature);
    return { headers, body: message.subarray(seconds.length + 1) };
  };
}
