import type { Erasure } from '../../../../generated/models.ts';
import { addErased, countRows, presentErasure, type ErasedTable, type ErasureRow } from '../../../entities/erasure.ts';
import type { OperatorModels, OperatorTransaction } from '../../../orm/operator-models.ts';

/** Counts the rows that an erasure would remove or anonymise, by table. */
export async function countErasure(
  data: OperatorModels,
  kind: Erasure['kind'],
  tables: readonly ErasedTable[],
  subject: readonly [agencyId: string, fanId?: string],
): Promise<Erasure> {
  let counts: Erasure['counts'] = [];
  for (const table of tables) {
    const [row] = await data.query<{ count: number }>({ text: countRows(table), values: subject });
    counts = [...addErased(counts, table.table, row!.count)];
  }
  const now = new Date().toISOString();
  return { id: null, agency_id: subject[0], kind, status: 'counted', counts, requested_at: now, ended_at: null };
}

const open = `
  INSERT INTO erasures (agency_id, kind, fan_id, counts) VALUES ($1, $2, $3, $4::jsonb)
  ON CONFLICT (agency_id, kind, fan_id) WHERE ended_at IS NULL DO NOTHING
  RETURNING id, agency_id, fan_id, requested_at, kind, status, ended_at, pass, step, after, found_in_pass, counts`;

/** Adds an erasure with its job, or returns the running one. `removed` are rows that the request itself removed. */
export async function openErasure(
  transaction: OperatorTransaction,
  agencyId: string,
  kind: Erasure['kind'],
  fanId: string | null,
  removed: Erasure['counts'] = [],
): Promise<{ erasure: Erasure & { id: string }; isNew: boolean }> {
  const counts = JSON.stringify(removed.filter(({ count }) => count > 0));
  for (;;) {
    const [row] = await transaction.query<ErasureRow>({ text: open, values: [agencyId, kind, fanId, counts] });
    if (row) await transaction.query({ text: 'SELECT add_erasure_job($1::uuid, now())', values: [row.id] });
    const found = row ?? (await transaction.erasures.row({ where: { agency_id: agencyId, kind, fan_id: fanId, ended_at: null } }));
    // The running one may have ended between the two statements.
    if (!found) continue;
    return { erasure: { ...presentErasure(found), id: found.id }, isNew: row !== undefined };
  }
}
