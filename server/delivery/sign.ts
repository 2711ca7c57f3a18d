import { createHmac, type KeyObject } from 'node:crypto';
import type { SigningKeys } from './signing-keys.ts';

export interface SignedDelivery {
  readonly eventId: string;
  readonly eventType: string;
  readonly deliveryId: string;
  readonly body: string;
  /** The current secret first, then the previous one while it lives. */
  readonly keys: readonly SigningKeys[];
  readonly timestampSeconds: number;
}

function hmac(key: KeyObject, message: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(message, 'utf8').digest(encoding);
}

/**
 * Makes the headers of an attempt as a flat list of names and values. Each of our own also goes out under its former
 * name, and the Standard Webhooks ones beside them.
 */
export function headerSigner(formerBrand: string): (delivery: SignedDelivery) => string[] {
  const former = (name: string) => `${formerBrand}-${name}`;
  const [signature, timestamp, type, event, id] = ['Signature', 'Signature-Timestamp', 'Event-Type', 'Event-Id', 'Delivery-Id'].map(former);
  return ({ eventId, eventType, deliveryId, body, keys, timestampSeconds }) => {
    const seconds = String(timestampSeconds);
    const message = `${seconds}.${body}`;
    const standardMessage = `${eventId}.${message}`;
    const own = keys.map(({ service }) => `v1=${hmac(service, message, 'hex')}`).join(',');
    const standard = keys.map((key) => `v1,${hmac(key.standard, standardMessage, 'base64')}`).join(' ');
    return [
      'content-type',
      'application/json',
      'user-agent',
      'Service-Webhooks/1.0',
      'Service-Signature',
      own,
      signature!,
      own,
      'Service-Signature-Timestamp',
      seconds,
      timestamp!,
      seconds,
      'Service-Event-Type',
      eventType,
      type!,
      eventType,
      'Service-Event-Id',
      eventId,
      event!,
      eventId,
      'Service-Delivery-Id',
      deliveryId,
      id!,
      deliveryId,
      'webhook-id',
      eventId,
      'webhook-timestamp',
      seconds,
      'webhook-signature',
      standard,
    ];
  };
}
