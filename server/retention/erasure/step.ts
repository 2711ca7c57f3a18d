import type { ErasedRows } from '../../../generated/models.ts';
import type { Sql } from '../../database/client/sql.ts';
import { firstId } from '../../database/id-times.ts';

/** Whose data is erased. */
interface ErasureSubject {
  readonly erasureId: string;
  readonly agencyId: string;
  /** Empty for a whole agency. */
  readonly fanId: string;
  /** True if no other pass follows, even after changes. */
  readonly isLastPass: boolean;
}

/** The number of changed rows, and the position of the next batch: null when the step is done. */
interface ErasedBatch {
  readonly count: number;
  readonly next: string | null;
  /** Rows of other tables that the batch changed with them. */
  readonly further?: readonly ErasedRows[];
}

/** A part of an erasure, done in batches of one transaction each. Repeating a batch has no further effect. */
export interface ErasureStep {
  /** The table that the changed rows count for. */
  readonly table: string;
  /** `after` is the position at which the batch begins; empty at first. */
  take(sql: Sql, subject: ErasureSubject, after: string): Promise<ErasedBatch>;
}

export const batchSize = 1_000;

/** For a step whose changed rows no longer match: the next batch begins at the first row again. */
export const fromFront = (count: number): ErasedBatch => ({ count, next: count === 0 ? null : '' });

/** For a step that changes all of its rows in one batch. */
export const atOnce = (count: number): ErasedBatch => ({ count, next: null });

/** A step of one statement, which returns the number of changed rows as `count`. `$1` is the agency and `$2`, if it is named, the fan. */
export const countingStep = (table: string, text: string, batchOf: typeof fromFront | typeof atOnce): ErasureStep => ({
  table,
  async take(sql, { agencyId, fanId }) {
    // PostgreSQL refuses values that the statement does not use.
    const values = text.includes('$2') ? [agencyId, fanId] : [agencyId];
    const [row] = await sql.query<{ count: number }>({ text, values });
    return batchOf(row!.count);
  },
});

/** The retention of audit log entries does not change. The erasure removes the names of the subject from them. */
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
