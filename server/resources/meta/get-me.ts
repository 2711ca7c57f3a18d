import type { Me } from '../../../generated/models.ts';
import { allowedOf, presentQuotas, shownQuotas } from '../../entities/quota.ts';
import type { Handler } from '../handler.ts';

/** Stands for the key where an operator is asked who it is. */
const noKey = '00000000-0000-0000-0000-000000000000';

/** What the agency has of its quotas is shown to keys of the whole agency: a limited one would see what others do. */
export const getMe: Handler<'getMe'> = async (_request, { agency, key, data, release }) => {
  const quotas = await data.agency_quotas.row(shownQuotas);
  return {
    agency,
    key: {
      id: key.id ?? noKey,
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
