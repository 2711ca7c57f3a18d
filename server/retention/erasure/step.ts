import type { ErasedRows } from '../../../generated/models.ts';
import type { Sql } from '../../database/client/sql.ts';

/** Whose data is erased. */
export interface ErasureSubject {
  readonly erasureId: string;
  readonly agencyId: string;
  /** Empty for a whole agency. */
  readonly fanId: string;
  /** Whether no other pass follows, whatever this one finds. */
  readonly isLastPass: boolean;
}

/** What a batch changed, and where the next one begins: null when the step is done. */
export interface ErasedBatch {
  readonly count: number;
  readonly next: string | null;
  /** Rows of other tables that the batch changed with them. */
  readonly further?: readonly ErasedRows[];
}

/** A part of an erasure, taken in batches of one transaction each. A batch that is taken again changes nothing twice. */
export interface ErasureStep {
  /** The table that the changed rows count for. */
  readonly table: string;
  /** `after` is where the batch begins; empty at first. */
  take(sql: Sql, subject: ErasureSubject, after: string): Promise<ErasedBatch>;
}

export const batchSize = 1_000;

/** Rows that leave the set that a batch is read from: the next batch begins at the front again. */
export const fromFront = (count: number): ErasedBatch => ({ count, next: count === 0 ? null : '' });

/** The only batch of a step that changes all of its rows at once. */
export const atOnce = (count: number): ErasedBatch => ({ count, next: null });

/** The values of statements about an agency. */
export const ofAgency = ({ agencyId }: ErasureSubject) => [agencyId];

/** The values of statements about a fan. */
export const ofFan = ({ agencyId, fanId }: ErasureSubject) => [agencyId, fanId];

interface StepStatement {
  /** SQL that returns the number of rows that it changed as `count`. */
  readonly text: string;
  /** PostgreSQL refuses values that the statement does not use. */
  readonly valuesOf: (subject: ErasureSubject) => readonly unknown[];
}

/** A step of one statement. `batchOf` is `fromFront` or `atOnce`. */
export const countingStep = (table: string, { text, valuesOf }: StepStatement, batchOf: (count: number) => ErasedBatch): ErasureStep => ({
  table,
  async take(sql, subject) {
    const [row] = await sql.query<{ count: number }>({ text, values: valuesOf(subject) });
    return batchOf(row!.count);
  },
});
