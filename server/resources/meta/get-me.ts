import type { Me } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';

/** Stands for the key where an operator is asked who it is. */
const noKey = '00000000-0000-0000-0000-000000000000';

export function getMe({ agency, key, data, release }: RequestContext): Me {
  return {
    agency,
    key: {
      id: key.id ?? noKey,
      label: key.label,
      prefix: key.prefix,
      scopes: key.scopes as Me['key']['scopes'],
      creator_ids: [...data.reach.creatorIds],
      expires_at: key.expiresAt?.toISOString() ?? null,
    },
    version: { name: release.name, date: release.date },
  };
}
