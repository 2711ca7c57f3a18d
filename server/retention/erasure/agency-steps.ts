import { tablesOfAgency, type ErasedTable } from '../../entities/erasure.ts';
import { primaryKeyOf } from '../../models/tables.ts';
import { atOnce, batchSize, countingStep, eraseAudit, fromFront, type ErasureStep } from './step.ts';

const removeBatch = ({ table, rows }: ErasedTable) => `
  WITH picked AS MATERIALIZED (
    SELECT ${primaryKeyOf(table).join(', ')} FROM ${table} WHERE ${rows} LIMIT ${batchSize}
  ), removed AS (
    DELETE FROM ${table} t USING picked p WHERE ${primaryKeyOf(table)
      .map((column) => `t.${column} = p.${column}`)
      .join(' AND ')} RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

const emptyTable = (erased: ErasedTable) => countingStep(erased.table, removeBatch(erased), fromFront);

/** Jobs that name the agency, such as notices to the operator. */
const removeJobs = countingStep('graphile_worker._private_jobs', 'SELECT remove_jobs_of_agency($1)::int AS count', atOnce);

/** The request has deleted the agency's endpoints. One that was created at the same moment is deleted with the agency. */
export const agencySteps: readonly ErasureStep[] = [
  ...tablesOfAgency.filter(({ table }) => table !== 'webhook_endpoints').map(emptyTable),
  removeJobs,
  eraseAudit,
];
