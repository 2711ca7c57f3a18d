import { limits } from '../../../../generated/limits.ts';
import { presentApiKey } from '../../../entities/api-key.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import type { Handler } from '../../handler.ts';

const lastUses = `
  SELECT key_id, max(last_at) AS last_used_at FROM key_uses WHERE agency_id = $1 GROUP BY key_id`;

/** Keys of links that expired long ago and neither created an endpoint nor set its URL. */
const outdated = `
  SELECT k.id FROM api_keys k JOIN portal_links l ON l.key_id = k.id
   WHERE k.agency_id = $1 AND k.expires_at < now() - interval '${limits.portalLinkDays} days'
     AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.agency_id = k.agency_id AND k.id IN (e.created_by_key_id, e.url_key_id))`;

export const listApiKeys: Handler<'listApiKeys'> = async ({ agency_id: agencyId }, context) => {
  await requireAgency(context.data, agencyId, context);
  const keys = await context.data.api_keys.rows({ where: { agency_id: agencyId }, order: ['created_at', 'id'] });
  const hidden = new Set((await context.data.query<{ id: string }>({ text: outdated, values: [agencyId] })).map(({ id }) => id));
  const uses = await context.data.query<{ key_id: string; last_used_at: Date }>({ text: lastUses, values: [agencyId] });
  const lastUsed = new Map(uses.map(({ key_id, last_used_at }) => [key_id, last_used_at]));
  return {
    data: keys.filter(({ id }) => !hidden.has(id)).map((row) => presentApiKey(row, lastUsed.get(row.id) ?? null)),
  };
};
