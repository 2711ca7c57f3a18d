import { isProblem, type Client, type Schemas } from '@agency-service/sdk';
import type { CapturedDelivery } from '../captured-delivery.ts';
import type { Context } from '../context.ts';
import { attemptChecks } from './attempt-checks.ts';
import { checkCapture } from './capture-checks.ts';
import { agencyChecks, endpointChecks } from './endpoint-checks.ts';
import { readEndpointFacts } from './endpoint-facts.ts';
import { findingsOf, type Finding } from './finding.ts';
import { keyChecks } from './key-checks.ts';
import { serviceChecks } from './service-checks.ts';
import { attempted, readServiceFacts } from './service-facts.ts';

/** What was checked, and the findings. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Names of the endpoints by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** Checks the way from this machine to the service, the key, and the endpoints that the key can access, or one of them. */
export async function diagnose(context: Context, endpointId: string | undefined): Promise<Diagnosis> {
  const facts = await readServiceFacts(context);
  const findings = [...findingsOf(serviceChecks, facts), ...findingsOf(keyChecks, facts)];
  const { client, me, changelog } = facts;
  const names = new Map<string, string>();
  if (client === null || me instanceof Error || !me.key.scopes.includes('read:webhooks')) return { findings, names };
  const { data } = await client.webhooks.list();
  const wanted = endpointId === undefined ? data : [await client.webhooks.get({ endpoint_id: endpointId })];
  if (endpointId === undefined) findings.push(...findingsOf(agencyChecks, data));
  const newest = changelog instanceof Error ? undefined : changelog.releases.find(({ current }) => current);
  for (const each of await readEndpointFacts(client, wanted, newest?.date ?? null)) {
    const { id, label, url } = each.endpoint;
    names.set(id, label || url);
    findings.push(...findingsOf(endpointChecks, each, id), ...findingsOf(attemptChecks, each, id));
  }
  return { findings, names };
}

/** Checks a captured delivery; the service compares it with its secrets, if there is a key for it. */
export async function diagnoseCapture(
  context: Context,
  capture: CapturedDelivery,
  secrets: readonly string[],
  endpointId: string | undefined,
): Promise<Diagnosis> {
  const compare = async (): Promise<Schemas['SignatureCheck'] | null> => {
    const check = await attempted(async () => compareAtService(await context.client(), capture, endpointId));
    return check instanceof Error ? null : check;
  };
  return { findings: await checkCapture(capture, secrets, compare), names: new Map() };
}

async function compareAtService(
  client: Client,
  { headers, body }: CapturedDelivery,
  given: string | undefined,
): Promise<Schemas['SignatureCheck'] | null> {
  const endpointId = given ?? (await endpointOf(client, headers));
  if (endpointId === undefined) return null;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  return client.webhooks.checkSignature({ endpoint_id: endpointId, headers, body: text });
}

/** The endpoint of the delivery that the headers name. */
async function endpointOf(client: Client, headers: Readonly<Record<string, string>>): Promise<string | undefined> {
  const header = (name: string): string | undefined => Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const eventId = header('service-event-id') ?? header('webhook-id');
  if (eventId === undefined) return undefined;
  try {
    const { deliveries } = await client.events.get({ event_id: eventId });
    return (deliveries.find(({ id }) => id === header('service-delivery-id')) ?? deliveries[0])?.endpoint_id;
  } catch (error) {
    if (isProblem(error, 'unknown_webhook_event')) return undefined;
    throw error;
  }
}
