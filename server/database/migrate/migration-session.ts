import { setTimeout as sleep } from 'node:timers/promises';
import { advisoryLockHolder, tryLockSession, unlockSession } from '../advisory-locks.ts';
import { rowsOf } from '../client/run-statement.ts';
import type { Sql } from '../client/sql.ts';
import { backOffMs } from '../../lib/back-off.ts';
import { openClient } from '../client/own-client.ts';
import type { TlsClient } from '../client/tls-client.ts';

/** How statements that lock tables wait, and where their progress is reported. */
export interface LockWaits {
  /** Other sessions queue behind a statement that waits for a lock: it waits for this long, gives up and tries again later. */
  readonly lockTimeoutMs: number;
  readonly attempts: number;
  /** After so long, a wait for another migration is reported. */
  readonly reportAfterMs: number;
  /** A step waits, and for which sessions. */
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

const longestBackoffMs = 15_000;
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

/** A connection of the owner that changes the schema: without a statement timeout, and with one for locks. */
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
   * Runs `work` under a lock of one session. It polls for the lock: a statement that waited for it would have a snapshot, for whose end an
   * index that another session builds concurrently would wait in turn.
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
      // A session that has ended holds no lock.
      await this.run(`SELECT ${unlockSession(purpose)}`).catch(() => undefined);
    }
  }

  /** Runs a transaction, or several statements each of which may run again, until its locks were free. */
  async retry(step: string, work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const watch = new BlockerWatch(this.#databaseUrl, await this.#pid(), this.waits.lockTimeoutMs);
      try {
        return await work();
      } catch (error) {
        await this.run('ROLLBACK').catch(() => undefined);
        const { code } = error as { code?: unknown };
        if (code !== lockTimedOut && code !== deadlocked) throw error;
        const reason = `did not get a lock within ${this.waits.lockTimeoutMs} ms, because of ${await watch.sessions()}`;
        if (attempt >= this.waits.attempts) throw new LockNotFree(`${step} ${reason}, in ${attempt} attempts`, { cause: error });
        this.waits.waiting(step, reason);
      } finally {
        await watch.end();
      }
      await sleep(backOffMs(attempt, 250, longestBackoffMs));
    }
  }

  /** Runs statements behind whose locks other sessions do not queue: they wait for as long as it takes, and reports for whom. */
  async patiently(step: string, work: () => Promise<void>): Promise<void> {
    const watch = new BlockerWatch(this.#databaseUrl, await this.#pid(), this.waits.lockTimeoutMs, (sessions) =>
      this.waits.waiting(step, `waits for ${sessions}`),
    );
    try {
      await this.run('SET lock_timeout = 0');
      await work();
    } finally {
      await watch.end();
      await this.run(`SET lock_timeout = ${this.waits.lockTimeoutMs}`).catch(() => undefined);
    }
  }

  async #pid(): Promise<number> {
    const [row] = await this.sql.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
    return row!.pid;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** A step did not get its locks. The message names the sessions that have them. */
export class LockNotFree extends Error {}

/** Finds the sessions that a session waits for, over a connection that is opened once the session may be waiting. */
class BlockerWatch {
  readonly #databaseUrl: string;
  readonly #pid: number;
  readonly #everyMs: number;
  readonly #onChange: (sessions: string) => void;
  #timer: NodeJS.Timeout;
  #client: TlsClient | undefined;
  #polling: Promise<void> = Promise.resolve();
  #pids = '';
  #sessions = 'another session';
  #hasEnded = false;

  constructor(databaseUrl: string, pid: number, lockTimeoutMs: number, onChange: (sessions: string) => void = () => undefined) {
    this.#databaseUrl = databaseUrl;
    this.#pid = pid;
    this.#everyMs = Math.max(20, lockTimeoutMs / 4);
    this.#onChange = onChange;
    this.#timer = setTimeout(() => this.#next(), this.#everyMs);
  }

  async sessions(): Promise<string> {
    await this.#polling;
    return this.#sessions;
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#client?.end().catch(() => undefined);
  }

  #next(): void {
    // Without an answer, the report lacks the sessions; the migration continues.
    this.#polling = this.#poll().catch(() => undefined);
    void this.#polling.then(() => {
      if (!this.#hasEnded) this.#timer = setTimeout(() => this.#next(), this.#everyMs);
    });
  }

  async #poll(): Promise<void> {
    this.#client ??= await openClient(this.#databaseUrl, 'locks');
    const { rows } = await this.#client.query<BlockingSession>(blockingSessions, [this.#pid]);
    if (rows.length === 0) return;
    this.#sessions = rows.map(describeSession).join(', ');
    const pids = rows.map(({ pid }) => pid).join();
    if (pids !== this.#pids) this.#onChange(this.#sessions);
    this.#pids = pids;
  }
}
