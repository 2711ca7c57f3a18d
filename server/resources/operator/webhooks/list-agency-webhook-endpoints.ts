import { TenantScope } from '../../../access/scope/tenant-scope.ts';
import { presentEndpoints, shownOfEndpoint } from '../../../entities/endpoint.ts';
import { countMissedIn } from '../../../events/recovery.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import type { Handler } from '../../handler.ts';

export const listAgencyWebhookEndpoints: Handler<'listAgencyWebhookEndpoints', 'scopedDataFor'> = async (
  { agency_id: agencyId },
  context,
  { scopedDataFor },
) => {
  await requireAgency(context.data, agencyId, context);
  const rows = await context.data.webhook_endpoints.rows({
    where: { agency_id: agencyId },
    attributes: shownOfEndpoint,
    order: ['created_at', 'id'],
  });
  return { data: await presentEndpoints(context.data, rows, countMissedIn(scopedDataFor(new TenantScope(agencyId, [])))) };
};
