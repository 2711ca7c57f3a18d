import type { Context } from '../context.ts';
import { attemptChecks } from './attempt-checks.ts';
import { agencyChecks, endpointChecks } from './endpoint-checks.ts';
import { readEndpointFacts } from './endpoint-facts.ts';
import { findingsOf, type Finding } from './finding.ts';
import { keyChecks } from './key-checks.ts';
import { serviceChecks } from './service-checks.ts';
import { readServiceFacts } from './service-facts.ts';

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Names of the endpoints by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** Checks the connection from this machine to the service, the key, and the endpoints that the key can access, or one of them. */
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
