import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockTransaction } from '../database/advisory-locks.ts';
import type { Sql, TransactingSql } from '../database/client/sql.ts';
import { listAgenciesWithChanges, type WorkList } from '../database/work-lists.ts';

/** A projection whose changes are in a work list. */
export interface Projection {
  readonly name: string;
  readonly workList: WorkList;
  /** The maximum number of rows that a statement reads. */
  readonly rowsPerBatch: number;
  /**
   * Applies an agency's next changes after a position of the work list to the projection, in one transaction. Returns the position that it
   * reached, or undefined if no change is left.
   */
  refresh(sql: Sql, agencyId: string, after: Date | undefined, rowsPerBatch: number): Promise<Date | undefined>;
}

export interface BatchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Overrides the number of rows of the projections. */
  readonly rowsPerBatch?: number | undefined;
}

const turnPollMs = 50;
const minRowsPerBatch = 100;
const statementTimedOut = '57014';

/** Statistics of the work lists are always outdated, because they change faster than they are analyzed. So plans must use the indexes. */
const byIndexes = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort'].map(
  (plan) => `set_config('enable_${plan}', 'off', true) <> ''`,
);

const beginBatch = `SELECT ${tryLockTransaction('projectionRefresh')} AS is_ours WHERE ${byIndexes.join(' AND ')}`;

/** Runs batches of one kind of work, and limits how many rows their statements read. */
export class Batches {
  readonly #database: TransactingSql;
  readonly #signal: AbortSignal | undefined;
  #rows: number;

  constructor(database: TransactingSql, rows: number, { signal, rowsPerBatch }: BatchOptions) {
    this.#database = database;
    this.#signal = signal;
    this.#rows = rowsPerBatch ?? rows;
  }

  /** Retries a batch with half the rows if it exceeds the statement timeout, because disks differ in speed. */
  async run<Result>(work: (sql: Sql, rows: number) => Promise<Result>): Promise<Result> {
    for (;;) {
      const rows = this.#rows;
      try {
        return await this.#runExclusively((sql) => work(sql, rows));
      } catch (error) {
        if ((error as { code?: unknown }).code !== statementTimedOut || rows <= minRowsPerBatch) throw error;
        this.#rows = Math.max(minRowsPerBatch, Math.floor(rows / 2));
      }
    }
  }

  /**
   * Runs one batch at a time among all processes. The lock lasts from before the first statement until the commit. So entries that another
   * refresh took are either applied or back in the work list. Waiting needs no connection and has no timeout.
   */
  async #runExclusively<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    for (;;) {
      this.#signal?.throwIfAborted();
      const outcome = await this.#database.transaction(async (sql) => {
        const [lock] = await sql.query<{ is_ours: boolean }>({ text: beginBatch });
        return lock?.is_ours ? { result: await work(sql) } : undefined;
      });
      if (outcome) return outcome.result;
      await sleep(turnPollMs, undefined, { signal: this.#signal });
    }
  }
}

/** Refreshes a projection in rounds. In each round, every agency with a change gets one batch, which is committed separately. */
export class ProjectionTurns {
  readonly #database: TransactingSql;
  readonly #projection: Projection;
  readonly #batches: Batches;
  /** Agencies that had a change at the first round, without those whose work list has been read to its end. */
  #due: Set<string> | undefined;
  /** The position up to which the work list of an agency has been read. */
  readonly #positions = new Map<string, Date>();
  #isComplete = true;

  constructor(database: TransactingSql, projection: Projection, options: BatchOptions) {
    this.#database = database;
    this.#projection = projection;
    this.#batches = new Batches(database, projection.rowsPerBatch, options);
  }

  /** Whether the last round saw the changes of all agencies. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Returns true when the projection contains all changes that existed at the first round. Later changes wait until they are a minute old,
   * so that a busy quarter is not read repeatedly.
   */
  async round(): Promise<boolean> {
    const { agencies: pending, isComplete } = await listAgenciesWithChanges(this.#database, this.#projection.workList);
    this.#isComplete = isComplete;
    this.#due ??= new Set(pending.map((agency) => agency.agency_id));
    for (const { agency_id: agencyId, is_waiting: isWaiting } of pending) {
      const position = this.#positions.get(agencyId);
      if (!position && !isWaiting && !this.#due.has(agencyId)) continue;
      const next = await this.#batches.run((sql, rows) => this.#projection.refresh(sql, agencyId, position, rows));
      if (next) {
        this.#positions.set(agencyId, next);
      } else {
        this.#positions.delete(agencyId);
        this.#due.delete(agencyId);
      }
    }
    // An agency without a change is up to date.
    const withChanges = new Set(pending.map((agency) => agency.agency_id));
    for (const agencyId of this.#due) if (!withChanges.has(agencyId)) this.#due.delete(agencyId);
    return this.#due.size === 0;
  }
}
