import type { Me } from '../../../generated/models.ts';
import { allowedOf, presentQuotas, shownQuotas } from '../../entities/quota.ts';
import { nilId } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';

/** The use of quotas is shown only to keys of the whole agency: a limited key would see the activity of others. */
export const getMe: Handler<'getMe'> = async (_request, { agency, key, data, release }) => {
  const quotas = await data.agency_quotas.row(shownQuotas);
  return {
    agency,
    key: {
      // An operator acts without a key.
      id: key.id ?? nilId,
      label: key.label,
      prefix: key.prefix,
      scopes: key.scopes as Me['key']['scopes'],
      creator_ids: [...data.tenantScope.creatorIds],
      expires_at: key.expiresAt?.toISOString() ?? null,
    },
    quotas: presentQuotas((name) => ({
      used: data.tenantScope.isRestricted ? null : quotas![`${name}_used`],
      allowed: allowedOf(quotas!, name),
    })),
    version: { name: release.name, date: release.date },
  };
};
