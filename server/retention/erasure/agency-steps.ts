import { tablesOfAgency, type ErasedTable } from '../../entities/erasure.ts';
import { keyOf } from '../../models/tables.ts';
import { eraseAudit } from './audit-step.ts';
import { atOnce, batchSize, countingStep, fromFront, ofAgency, type ErasureStep } from './step.ts';

const removeBatch = ({ table, rows }: ErasedTable) => `
  WITH picked AS MATERIALIZED (
    SELECT ${keyOf(table).join(', ')} FROM ${table} WHERE ${rows} LIMIT ${batchSize}
  ), removed AS (
    DELETE FROM ${table} t USING picked p WHERE ${keyOf(table)
      .map((column) => `t.${column} = p.${column}`)
      .join(' AND ')} RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

const emptyTable = (erased: ErasedTable) => countingStep(erased.table, { text: removeBatch(erased), valuesOf: ofAgency }, fromFront);

/** Jobs that name the agency: notices to the operator. */
const removeJobs = countingStep(
  'graphile_worker._private_jobs',
  { text: 'SELECT remove_jobs_of_agency($1)::int AS count', valuesOf: ofAgency },
  atOnce,
);

/** Everything of an agency. Its endpoints went with the request, and one that was created at that moment goes with the agency. */
export const agencySteps: readonly ErasureStep[] = [
  ...tablesOfAgency.filter(({ table }) => table !== 'webhook_endpoints').map(emptyTable),
  removeJobs,
  eraseAudit,
];
