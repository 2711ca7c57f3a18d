import { limits } from '../../../../generated/limits.ts';
import type { Sql } from '../../../database/client/sql.ts';
import { claimPublications as claim } from '../../../publications/claim.ts';
import type { Handler } from '../../handler.ts';

const defaults = { limit: limits.claimItems, lease_seconds: limits.claimSeconds };

export const claimPublications: Handler<'claimPublications'> = async ({ body }, { data, answering }) => {
  const { limit, lease_seconds: leaseSeconds } = { ...defaults, ...body };
  return answering.statement(data, async (sql: Sql) => ({ data: await claim(sql, { limit, leaseSeconds }) }));
};
