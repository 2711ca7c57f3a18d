import type { Sql } from '../../database/client/sql.ts';
import { tablesOfAgency, type ErasedTable } from '../../entities/erasure.ts';
import { eraseAudit } from './audit-step.ts';
import { batchSize, fromFront, type ErasureStep } from './step.ts';

const removeBatch = ({ table, rows, key = ['ctid'] }: ErasedTable) => `
  WITH picked AS MATERIALIZED (
    SELECT ${key.join(', ')} FROM ${table} WHERE ${rows} LIMIT ${batchSize}
  ), removed AS (
    DELETE FROM ${table} t USING picked p WHERE ${key.map((column) => `t.${column} = p.${column}`).join(' AND ')} RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

const emptyTable = (erased: ErasedTable): ErasureStep => {
  const text = removeBatch(erased);
  return {
    table: erased.table,
    async take(sql: Sql, { agencyId }) {
      const [row] = await sql.query<{ count: number }>({ text, values: [agencyId] });
      return fromFront(row!.count);
    },
  };
};

/** Jobs that name the agency: notices to the operator. */
const removeJobs: ErasureStep = {
  table: 'graphile_worker._private_jobs',
  async take(sql, { agencyId }) {
    const [row] = await sql.query<{ count: number }>({ text: 'SELECT remove_jobs_of_agency($1)::int AS count', values: [agencyId] });
    return { count: row!.count, next: null };
  },
};

/** Everything of an agency. Its endpoints went with the request, and one that was created at that moment goes with the agency. */
export const agencySteps: readonly ErasureStep[] = [
  ...tablesOfAgency.filter(({ table }) => table !== 'webhook_endpoints').map(emptyTable),
  removeJobs,
  eraseAudit,
];
