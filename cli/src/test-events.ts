import { enumerations, type KnownWebhookEvent } from '@agency-service/sdk';
import { signTestWebhook, testEvent, type SignedTestWebhook } from '@agency-service/sdk/webhooks/testing';
import { isRecord, type Row } from './cells.ts';
import { UsageError } from './exit-codes.ts';

/** Types of events that a delivery can have. */
export const deliveredTypes = enumerations.DeliveryEventType;

/**
 * The contract's example as a current test event. As in those of the service, every id in its data begins with `test_`, so that
 * receivers recognize it.
 */
export function markedTestEvent(type: KnownWebhookEvent['type'], settings: readonly string[], now = new Date()): object {
  const example = testEvent(type, { created_at: now.toISOString() });
  const data = Object.entries(example.data).map(([name, value]: [string, unknown]) => [name, marked(name, value, now)]);
  const event = { ...example, data: Object.fromEntries(data) as Row };
  for (const setting of settings) assign(event, setting);
  return event;
}

function marked(name: string, value: unknown, now: Date): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'id' || name.endsWith('_id')) return `test_${value}`;
  return name.endsWith('_at') ? now.toISOString() : value;
}

/** Sets the member at the path of `path=value`, to a value of the member's type. */
function assign(event: Row, setting: string): void {
  const at = setting.indexOf('=');
  if (at <= 0) throw new UsageError(`--set: "${setting}" is not path=value, such as data.amount_cents=500.`);
  const names = setting.slice(0, at).split('.');
  const last = names.pop()!;
  let parent: unknown = event;
  for (const name of names) parent = isRecord(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
  const isAccepted = isRecord(parent) && Object.hasOwn(parent, last) && !isRecord(parent[last]);
  if (!isAccepted || last === 'type') {
    throw new UsageError(`--set: this event does not have "${setting.slice(0, at)}". Accepted: ${pathsOf(event).join(', ')}.`);
  }
  (parent as Record<string, unknown>)[last] = valueOf(setting.slice(0, at), setting.slice(at + 1), (parent as Row)[last]);
}

/** Every member that can be set, by its path. */
function pathsOf(value: Row, before = ''): string[] {
  return Object.entries(value)
    .filter(([name]) => before !== '' || name !== 'type')
    .flatMap(([name, member]) => (isRecord(member) ? pathsOf(member, `${before}${name}.`) : [`${before}${name}`]));
}

/** Parses a value: texts are used unchanged, `null` is accepted everywhere, and other values are JSON of the member's type. */
function valueOf(path: string, text: string, before: unknown): unknown {
  if (text === 'null') return null;
  if (before === null || typeof before === 'string') return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === typeof before && Array.isArray(value) === Array.isArray(before)) return value;
  throw new UsageError(`--set: ${path} is a ${Array.isArray(before) ? 'list' : typeof before}, and "${text}" is not.`);
}

/** Signs a body as the service does; an invalid secret is wrong usage, and is not shown. */
export async function signedWith(secrets: readonly string[], body: string, now = new Date()): Promise<SignedTestWebhook> {
  try {
    return await signTestWebhook(body, secrets, { now });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError('--secret: a signing secret is svc_whsec_ and 32 characters, as svc webhooks create shows it.');
  }
}

/** The signing secrets of `--secret` and `SVC_WEBHOOK_SECRET`; empty where none was given. */
export function givenSecrets(secret: readonly string[] | undefined, environment: NodeJS.ProcessEnv): string[] {
  return (secret ?? [environment['SVC_WEBHOOK_SECRET'] ?? '']).filter((text) => text !== '');
}
