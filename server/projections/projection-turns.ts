import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockTransaction } from '../database/advisory-locks.ts';
import type { Sql } from '../database/client/sql.ts';
import { listAgenciesWithChanges, type WorkList } from '../database/work-lists.ts';

/** What a refresh needs of a database. */
export interface RefreshableDatabase extends Sql {
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

/** A projection whose changes are in a work list. */
export interface Projection {
  readonly name: string;
  readonly workList: WorkList;
  /** The most rows that a statement reads. */
  readonly rowsPerBatch: number;
  /**
   * Takes an agency's next changes behind a place of the work list and brings them into the projection, within one
   * transaction. Answers with the place that it came to, or with nothing where no change was left.
   */
  refresh(sql: Sql, agencyId: string, after: Date | undefined, rowsPerBatch: number): Promise<Date | undefined>;
}

export interface BatchOptions {
  readonly signal?: AbortSignal | undefined;
  /** In place of what the projections say. */
  readonly rowsPerBatch?: number | undefined;
}

const turnPollMs = 50;
const leastRowsPerBatch = 100;
const statementTimedOut = '57014';

/** Work lists fill and empty faster than they are analyzed: whatever the planner believes of them, their rows are read by the indexes. */
const byIndexes = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort'].map(
  (plan) => `set_config('enable_${plan}', 'off', true) <> ''`,
);

const beginBatch = `SELECT ${tryLockTransaction('projectionRefresh')} AS is_ours WHERE ${byIndexes.join(' AND ')}`;

/** Batches of one kind of work, each of which receives the number of rows that its statements may read. */
export class Batches {
  readonly #database: RefreshableDatabase;
  readonly #signal: AbortSignal | undefined;
  #rows: number;

  constructor(database: RefreshableDatabase, rows: number, { signal, rowsPerBatch }: BatchOptions) {
    this.#database = database;
    this.#signal = signal;
    this.#rows = rowsPerBatch ?? rows;
  }

  /** A batch that the database cuts is tried again with half the rows: disks differ. */
  async run<Result>(work: (sql: Sql, rows: number) => Promise<Result>): Promise<Result> {
    for (;;) {
      const rows = this.#rows;
      try {
        return await this.#alone((sql) => work(sql, rows));
      } catch (error) {
        if ((error as { code?: unknown }).code !== statementTimedOut || rows <= leastRowsPerBatch) throw error;
        this.#rows = Math.max(leastRowsPerBatch, Math.floor(rows / 2));
      }
    }
  }

  /**
   * One batch, alone among all processes: the lock is taken before the batch's first statement and let go by the commit.
   * What another refresh had taken is therefore either written or back in the work list when this batch looks. Nothing
   * waits inside the database, where a wait would hold a connection and end with the statement's time.
   */
  async #alone<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
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

/**
 * Brings a projection up to date in rounds: in each, every agency that has a change gets one batch, whatever another one's
 * backlog is. Each batch is committed by itself.
 */
export class ProjectionTurns {
  readonly #database: RefreshableDatabase;
  readonly #projection: Projection;
  readonly #batches: Batches;
  /** Agencies that had a change at the first round and whose work list was not yet walked through. */
  #due: Set<string> | undefined;
  /** Where the walk through the work list of an agency has come to. */
  readonly #places = new Map<string, Date>();
  #isComplete = true;

  constructor(database: RefreshableDatabase, projection: Projection, options: BatchOptions) {
    this.#database = database;
    this.#projection = projection;
    this.#batches = new Batches(database, projection.rowsPerBatch, options);
  }

  /** Whether the last round saw the changes of all agencies. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * True when what had changed at the first round is in the projection. What changed since is taken along once it is a minute
   * old: a quarter in which much happens is not read again and again.
   */
  async round(): Promise<boolean> {
    const { agencies: pending, isComplete } = await listAgenciesWithChanges(this.#database, this.#projection.workList);
    this.#isComplete = isComplete;
    this.#due ??= new Set(pending.map((agency) => agency.agency_id));
    for (const { agency_id: agencyId, is_waiting: isWaiting } of pending) {
      const place = this.#places.get(agencyId);
      if (!place && !isWaiting && !this.#due.has(agencyId)) continue;
      const next = await this.#batches.run((sql, rows) => this.#projection.refresh(sql, agencyId, place, rows));
      if (next) {
        this.#places.set(agencyId, next);
      } else {
        this.#places.delete(agencyId);
        this.#due.delete(agencyId);
      }
    }
    // An agency without a change is up to date.
    const withChanges = new Set(pending.map((agency) => agency.agency_id));
    for (const agencyId of this.#due) if (!withChanges.has(agencyId)) this.#due.delete(agencyId);
    return this.#due.size === 0;
  }
}
