import type { ImportWebhookEndpointRequest } from '../../../../generated/interfaces/operator.ts';
import type { WebhookEndpoint } from '../../../../generated/models.ts';
import { currentRelease, releases } from '../../../../generated/releases.ts';
import type { Problems } from '../../../../generated/problems.ts';
import { auditCreatedEndpoint } from '../../../access/audit/audit-log.ts';
import { TenantScope } from '../../../access/scope/tenant-scope.ts';
import type { ScopedModels } from '../../../access/scope/scoped-models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { checkDestinationText, type DestinationPolicy } from '../../../entities/destination.ts';
import { createEndpoint, presentNewEndpoint } from '../../../entities/endpoint.ts';
import type { SecretSealer } from '../../../entities/signing-secret.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { fieldRefusal } from '../../../problems/validation-error.ts';
import { requireAgency, requireCreators } from '../agencies/require-agency.ts';

export interface ImportWebhookEndpointDependencies {
  readonly data: OperatorModels;
  /** Everything of one agency. */
  readonly within: (tenantScope: TenantScope) => ScopedModels;
  readonly destinations: DestinationPolicy;
  readonly keyring: SecretSealer;
  /** The service's former name: older secrets begin with `<brand>_whsec_`. */
  readonly formerBrand: string;
}

function releaseDateOf(version: string | undefined, problems: Problems<'validation_failed'>): string {
  if (version === undefined) return currentRelease.date;
  const release = releases.find(({ name, date }) => version === name || version === date);
  if (!release) throw fieldRefusal('api_version', 'is not the name or the date of a release', 'api_version', problems);
  return release.date;
}

/** Brings over an endpoint with the secret that its receiver knows; the secret keeps signing. */
export async function importWebhookEndpoint(
  { data, within, destinations, keyring, formerBrand }: ImportWebhookEndpointDependencies,
  { agency_id: agencyId, body }: ImportWebhookEndpointRequest,
  context: ContextOf<'importWebhookEndpoint'>,
): Promise<WebhookEndpoint> {
  await requireAgency(data, agencyId, context);
  const prefixes = ['svc_whsec_', `${formerBrand.toLowerCase()}_whsec_`];
  if (!prefixes.some((prefix) => body.secret.startsWith(prefix)))
    throw fieldRefusal('secret', `must begin with ${prefixes.join(' or ')}`, 'secret', context);
  const apiVersion = releaseDateOf(body.api_version, context);
  const url = checkDestinationText(body.url, destinations, context);
  const allowedCreatorIds = [...new Set(body.allowed_creator_ids ?? [])];
  await requireCreators(data, agencyId, allowedCreatorIds, context);
  const wanted = {
    url: url.href,
    label: body.label ?? '',
    enabledEventTypes: body.enabled_event_types,
    allowedCreatorIds,
    urlCreatorIds: [],
    apiVersion,
    secret: body.secret,
    keyId: null,
    linkId: null,
  };
  return context.answering.inTransaction(within(new TenantScope(agencyId, [])), async (transaction) => {
    const made = await createEndpoint(transaction, keyring, wanted, context);
    await auditCreatedEndpoint(transaction, context.author, made, { brought_over: true });
    return presentNewEndpoint(made);
  });
}
