import { setTimeout as sleep } from 'node:timers/promises';
import { advisoryLockHolder, tryLockSession, unlockSession } from '../advisory-locks.ts';
import { rowsOf } from '../client/run-statement.ts';
import type { Sql } from '../client/sql.ts';
import { backOffMs } from '../../lib/backoff.ts';
import { openClient } from '../client/own-client.ts';
import type { TlsClient } from '../client/tls-client.ts';

/** Limits of the waits for locks, and callbacks that report progress. */
export interface LockWaits {
  /** A statement gives up after this time and tries again, because other sessions queue behind a statement that waits for a lock. */
  readonly lockTimeoutMs: number;
  readonly attempts: number;
  /** A wait for another migration is reported after this time. */
  readonly reportAfterMs: number;
  waiting(this: void, step: string, reason: string): void;
  applied(this: void, step: string, durationMs: number): void;
}

export const defaultWaits: LockWaits = {
  lockTimeoutMs: 2_000,
  attempts: 12,
  reportAfterMs: 10_000,
  waiting: () => undefined,
  applied: () => undefined,
};

const maxBackoffMs = 15_000;
const pollMs = 200;

const lockTimedOut = '55P03';
const deadlocked = '40P01';

const blockingSessions = `
  SELECT b.pid, s.application_name, s.state, extract(epoch FROM clock_timestamp() - s.xact_start)::float8 AS seconds
    FROM unnest(pg_blocking_pids($1)) AS b (pid) LEFT JOIN pg_stat_activity s ON s.pid = b.pid ORDER BY b.pid`;

interface BlockingSession {
  /** 0 for a prepared transaction. */
  readonly pid: number;
  readonly application_name: string | null;
  readonly state: string | null;
  readonly seconds: number | null;
}

function describeSession({ pid, application_name: name, state, seconds }: BlockingSession): string {
  if (pid === 0) return 'a prepared transaction';
  const details = [name, state, seconds === null ? null : `transaction of ${seconds.toFixed(0)} s`].filter(Boolean);
  return `session ${pid}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

/** A connection of the owner that changes the schema, with a timeout for locks and none for statements. */
export class MigrationSession {
  readonly sql: Sql;
  readonly waits: LockWaits;
  readonly #client: TlsClient;
  readonly #databaseUrl: string;

  private constructor(client: TlsClient, databaseUrl: string, waits: LockWaits) {
    this.#client = client;
    this.#databaseUrl = databaseUrl;
    this.waits = waits;
    this.sql = { query: (statement) => rowsOf(client, statement) };
  }

  static async open(databaseUrl: string, waits: LockWaits, purpose = 'migrate'): Promise<MigrationSession> {
    const client = await openClient(databaseUrl, purpose);
    await client.query(`SET statement_timeout = 0; SET lock_timeout = ${waits.lockTimeoutMs}`);
    return new MigrationSession(client, databaseUrl, waits);
  }

  get user(): string {
    return this.#client.user!;
  }

  /** Several statements in one text, without values. */
  async run(text: string): Promise<void> {
    await this.#client.query(text);
  }

  /**
   * Runs `work` under an advisory lock of the session. It polls for the lock: a waiting statement would have a snapshot, whose end a concurrent
   * index build of another session waits for.
   */
  async underLock<Result>(purpose: 'migrations' | 'concurrentIndexes', work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    let isReported = false;
    for (;;) {
      const [row] = await this.sql.query<{ is_ours: boolean }>({ text: `SELECT ${tryLockSession(purpose)} AS is_ours` });
      if (row!.is_ours) break;
      if (!isReported && performance.now() - startedAt > this.waits.reportAfterMs) {
        isReported = true;
        const [holder] = await this.sql.query<{ pid: number }>({ text: advisoryLockHolder(purpose) });
        this.waits.waiting('the migration', `session ${holder?.pid ?? 'of another process'} migrates this database`);
      }
      await sleep(pollMs);
    }
    try {
      return await work();
    } finally {
      // A session that was lost has no lock.
      await this.run(`SELECT ${unlockSession(purpose)}`).catch(() => undefined);
    }
  }

  /** Runs a transaction, or repeatable statements. Retries until their locks are free. */
  async retry(step: string, work: () => Promise<void>): Promise<void> {
    const { attempts, lockTimeoutMs, waiting } = this.waits;
    for (let attempt = 1; ; attempt += 1) {
      let blockers = 'another session';
      try {
        return await this.#watchBlockers((sessions) => (blockers = sessions.map(describeSession).join(', ')), work);
      } catch (error) {
        await this.run('ROLLBACK').catch(() => undefined);
        const { code } = error as { code?: unknown };
        if (code !== lockTimedOut && code !== deadlocked) throw error;
        const reason = `did not get a lock within ${lockTimeoutMs} ms, because of ${blockers}`;
        if (attempt >= attempts) throw new LockNotFree(`${step} ${reason}, in ${attempt} attempts`, { cause: error });
        waiting(step, reason);
      }
      await sleep(backOffMs(attempt, 250, maxBackoffMs));
    }
  }

  /** Runs statements whose locks block no other session. They wait without a time limit, and report the sessions that they wait for. */
  async patiently(step: string, work: () => Promise<void>): Promise<void> {
    let reported = '';
    const report = (sessions: readonly BlockingSession[]) => {
      const pids = sessions.map(({ pid }) => pid).join();
      if (pids !== reported) this.waits.waiting(step, `waits for ${sessions.map(describeSession).join(', ')}`);
      reported = pids;
    };
    try {
      await this.run('SET lock_timeout = 0');
      await this.#watchBlockers(report, work);
    } finally {
      await this.run(`SET lock_timeout = ${this.waits.lockTimeoutMs}`).catch(() => undefined);
    }
  }

  /** Runs `work`, and reports the sessions that it waits for. A second connection finds them, which is opened once the work may be waiting. */
  async #watchBlockers(onBlocked: (sessions: readonly BlockingSession[]) => void, work: () => Promise<void>): Promise<void> {
    const [row] = await this.sql.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
    const ended = new AbortController();
    const watch = async () => {
      let client: TlsClient | undefined;
      try {
        for (;;) {
          await sleep(Math.max(20, this.waits.lockTimeoutMs / 4), undefined, { signal: ended.signal });
          client ??= await openClient(this.#databaseUrl, 'locks');
          const { rows } = await client.query<BlockingSession>(blockingSessions, [row!.pid]);
          if (rows.length > 0) onBlocked(rows);
        }
      } catch {
        // The work has ended. Or the query failed: then the report lacks the sessions.
      } finally {
        await client?.end().catch(() => undefined);
      }
    };
    const watching = watch();
    try {
      await work();
    } finally {
      ended.abort();
      await watching;
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** A step did not get its locks. The message names the sessions that hold them. */
export class LockNotFree extends Error {}
