import { eventExamples } from '../generated/event-examples.ts';
import type { KnownWebhookEvent } from '../schemas.ts';
import { hmacOf, signingKey } from '../webhook-signature.ts';

export type * from '../generated/schemas.ts';

/** The type of an event that {@link testEvent} makes. */
export type TestEventType = KnownWebhookEvent['type'];

type EventOf<Type extends TestEventType> = Extract<KnownWebhookEvent, { type: Type }>;

/** The differences of a test event from the contract's example. */
export interface TestEventChanges<Type extends TestEventType> extends Partial<Pick<EventOf<Type>, 'id' | 'created_at' | 'api_version'>> {
  /** Members of the data that differ from the example. */
  data?: Partial<EventOf<Type>['data']>;
}

/**
 * An event for your own tests: the example of the contract with a new `id` and your changes, in the form of the newest version.
 * @example
 * const event = testEvent('order.created', { data: { amount_cents: 500 } });
 */
export function testEvent<Type extends TestEventType>(type: Type, changes: TestEventChanges<Type> = {}): EventOf<Type> {
  const example = eventExamples[type] as unknown as EventOf<Type>;
  return { ...example, id: crypto.randomUUID(), ...changes, type, data: { ...example.data, ...changes.data } };
}

/** Settings of {@link signTestWebhook}. */
export interface SignTestWebhookOptions {
  /** When it was signed. Now by default. */
  now?: Date;
}

/** A signed delivery: the options of a `fetch`, or the parts of any other request. */
export interface SignedTestWebhook {
  /** The method of every delivery. */
  readonly method: 'POST';
  /** The headers, with the signature. */
  readonly headers: Record<string, string>;
  /** The body whose bytes were signed. */
  readonly body: string;
}

/**
 * Signs a delivery as the service does, for your own tests of a receiver.
 * @param event An event, such as one of {@link testEvent}, or the text of a body.
 * @param secret A secret such as `svc_whsec_` and 32 characters; several sign as during a rotation.
 * @example
 * const response = await fetch('http://localhost:3000/webhooks', await signTestWebhook(testEvent('ping'), secret));
 */
export async function signTestWebhook(
  event: { readonly id: string; readonly type: string } | string,
  secret: string | readonly string[],
  { now = new Date() }: SignTestWebhookOptions = {},
): Promise<SignedTestWebhook> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const { id = crypto.randomUUID(), type = 'ping' } = typeof event === 'string' ? membersOf(event) : event;
  const timestamp = String(Math.trunc(now.getTime() / 1000));
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const own = await Promise.all(secrets.map(async (each) => `v1=${hexOf(await sign(each, 'service', `${timestamp}.${body}`))}`));
  const standard = await Promise.all(
    secrets.map(async (each) => `v1,${btoa(String.fromCharCode(...(await sign(each, 'standard', `${id}.${timestamp}.${body}`))))}`),
  );
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      'service-signature': own.join(','),
      'service-signature-timestamp': timestamp,
      'service-event-type': type,
      'service-event-id': id,
      'service-delivery-id': crypto.randomUUID(),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': standard.join(' '),
    },
    body,
  };
}

/** The id and the type in a text, if it is an event. */
function membersOf(body: string): { id?: string; type?: string } {
  try {
    return Object(JSON.parse(body)) as { id?: string; type?: string };
  } catch {
    return {};
  }
}

async function sign(secret: string, scheme: 'service' | 'standard', message: string): Promise<Uint8Array> {
  const bytes = signingKey(secret, scheme);
  if (bytes === null) throw new TypeError('A secret is svc_whsec_ and 32 characters, as testSecret() returns one.');
  return hmacOf(bytes, new TextEncoder().encode(message));
}

/** A secret in the form of those that the service creates, for your own tests. */
export function testSecret(): string {
  return `svc_whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`;
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
