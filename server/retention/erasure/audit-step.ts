import { batchSize, type ErasureStep } from './step.ts';

const firstId = '00000000-0000-0000-0000-000000000000';

/** Entries of the audit log stay as long as any, without the names of the subject. */
export const eraseAudit: ErasureStep = {
  table: 'audit_log',
  async take(sql, { agencyId, erasureId }, after) {
    const [row] = await sql.query<{ last_id: string | null; changed: number | null }>({
      text: 'SELECT last_id, changed FROM erase_audit_entries($1, $2, $3, $4)',
      values: [agencyId, erasureId, after || firstId, batchSize],
    });
    return { count: row!.changed ?? 0, next: row!.last_id };
  },
};
