import type { ClaimPublicationsRequest } from '../../../../generated/interfaces/operator.ts';
import type { ClaimedPublications } from '../../../../generated/models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { limits } from '../../../../generated/limits.ts';
import type { Sql } from '../../../database/client/sql.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { claimPublications as claim } from '../../../publications/claim.ts';

const defaults = { limit: limits.claimItems, lease_seconds: limits.claimSeconds };

export async function claimPublications(
  { data }: { readonly data: OperatorModels },
  { body }: ClaimPublicationsRequest,
  { answering }: ContextOf<'claimPublications'>,
): Promise<ClaimedPublications> {
  const { limit, lease_seconds: leaseSeconds } = { ...defaults, ...body };
  return answering.statement(data, async (sql: Sql) => ({ data: await claim(sql, { limit, leaseSeconds }) }));
}
