import { limits } from '../../../../generated/limits.ts';
import type { Sql } from '../../../database/client/sql.ts';
import { claimDuePublications } from '../../../publications/claim.ts';
import type { Handler } from '../../handler.ts';

const defaults = { limit: limits.claimItems, lease_seconds: limits.claimSeconds };

export const claimPublications: Handler<'claimPublications'> = async ({ body }, { data, idempotency }) => {
  const { limit, lease_seconds: leaseSeconds } = { ...defaults, ...body };
  return idempotency.statement(data, async (sql: Sql) => ({ data: await claimDuePublications(sql, { limit, leaseSeconds }) }));
};
