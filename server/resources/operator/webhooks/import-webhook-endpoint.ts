import { currentRelease, releases } from '../../../../generated/releases.ts';
import type { Problems } from '../../../../generated/problems.ts';
import { auditCreatedEndpoint } from '../../../access/audit/audit-log.ts';
import { TenantScope } from '../../../access/scope/tenant-scope.ts';
import { checkDestinationText } from '../../../entities/destination.ts';
import { createEndpoint, presentNewEndpoint } from '../../../entities/endpoint.ts';
import { checkHeaders } from '../../../entities/endpoint-headers.ts';
import { checkSecret } from '../../../entities/signing-secret.ts';
import { fieldRefusal } from '../../../problems/validation-error.ts';
import { requireAgency, requireCreators } from '../agencies/require-agency.ts';
import type { Handler } from '../../handler.ts';

function releaseDateOf(version: string | undefined, problems: Problems<'validation_failed'>): string {
  if (version === undefined) return currentRelease.date;
  const release = releases.find(({ name, date }) => version === name || version === date);
  if (!release) throw fieldRefusal('api_version', 'is not the name or the date of a release', 'api_version', problems);
  return release.date;
}

/** Imports an endpoint with its secret, which continues to sign. */
export const importWebhookEndpoint: Handler<'importWebhookEndpoint', 'scopedDataFor' | 'destinations' | 'keyring' | 'formerBrand'> = async (
  { agency_id: agencyId, body },
  context,
  { scopedDataFor, destinations, keyring, formerBrand },
) => {
  await requireAgency(context.data, agencyId, context);
  const apiVersion = releaseDateOf(body.api_version, context);
  const url = checkDestinationText(body.url, destinations, context);
  const allowedCreatorIds = [...new Set(body.allowed_creator_ids ?? [])];
  await requireCreators(context.data, agencyId, allowedCreatorIds, context);
  const wanted = {
    url: url.href,
    label: body.label ?? '',
    enabledEventTypes: body.enabled_event_types,
    allowedCreatorIds,
    urlCreatorIds: [],
    headers: checkHeaders(body.headers ?? [], [], formerBrand, context),
    maxPerSecond: body.max_per_second ?? null,
    apiVersion,
    secret: checkSecret(body.secret, formerBrand, context),
    keyId: null,
    linkId: null,
  };
  return context.idempotency.inTransaction(scopedDataFor(new TenantScope(agencyId, [])), async (transaction) => {
    const made = await createEndpoint(transaction, keyring, wanted, context);
    await auditCreatedEndpoint(transaction, context.author, made, { brought_over: true });
    return presentNewEndpoint(made);
  });
};
