import { isProblem, type Client, type Schemas } from '@agency-service/sdk';
import type { Output } from './output.ts';

/** What `svc listen` asks for. */
export interface TemporaryEndpoint {
  readonly url: string;
  readonly eventTypes: Schemas['WebhookEventType'][];
  readonly creatorIds: string[] | undefined;
  /** How long it may outlive the command that made it. */
  readonly leaseMs: number;
}

/**
 * The service's endpoints do not expire, so the label of a temporary one has the time until which it is in use. The command
 * that receives there extends it; the next command removes an endpoint whose time has passed.
 */
const mark = /^svc listen until (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)$/;

function labelUntil(leaseMs: number): string {
  return `svc listen until ${new Date(Date.now() + leaseMs).toISOString()}`;
}

/** Makes an endpoint that is marked as temporary. */
export async function createTemporary(
  client: Client,
  wanted: TemporaryEndpoint,
): Promise<Awaited<ReturnType<Client['webhooks']['create']>>> {
  return client.webhooks.create({
    url: wanted.url,
    label: labelUntil(wanted.leaseMs),
    enabled_event_types: wanted.eventTypes,
    ...(wanted.creatorIds && { allowed_creator_ids: wanted.creatorIds }),
  });
}

/** Moves the time of an endpoint on. */
export async function renewTemporary(
  client: Client,
  endpointId: string,
  leaseMs: number,
  signal: AbortSignal,
): Promise<Schemas['WebhookEndpoint']> {
  return client.webhooks.update({ endpoint_id: endpointId, label: labelUntil(leaseMs) }, { signal });
}

/** Whether an endpoint was left behind. */
function isLeftBehind({ label }: Schemas['WebhookEndpoint']): boolean {
  const until = mark.exec(label)?.[1];
  return until !== undefined && Date.parse(until) < Date.now();
}

/** Deletes the endpoints that were left behind, says so, and returns the others. */
export async function removeLeftBehind(
  client: Client,
  endpoints: readonly Schemas['WebhookEndpoint'][],
  output: Output,
): Promise<Schemas['WebhookEndpoint'][]> {
  const kept: Schemas['WebhookEndpoint'][] = [];
  for (const endpoint of endpoints) {
    if (!isLeftBehind(endpoint)) kept.push(endpoint);
    else if (await remove(client, endpoint.id, output)) {
      output.note(`The endpoint ${endpoint.id} was left behind by svc listen (${endpoint.url}); deleted it.`);
    } else kept.push(endpoint);
  }
  return kept;
}

async function remove(client: Client, id: string, output: Output): Promise<boolean> {
  try {
    await client.webhooks.delete({ endpoint_id: id });
    return true;
  } catch (error) {
    if (isProblem(error, 'unknown_webhook_endpoint')) return true;
    output.note(`The endpoint ${id} was left behind by svc listen and cannot be deleted: ${(error as Error).message}`);
    return false;
  }
}
