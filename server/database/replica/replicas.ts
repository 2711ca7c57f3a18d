import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, keepWrites } from './agency-writes.ts';
import { QueryConnection } from '../client/query-connection.ts';
import { databaseIdentity, probeTimeoutMs, Replica, type ReplicaPool, type Seen } from './replica.ts';
import type { Roles } from '../client/roles.ts';
import type { Sql, Statement } from '../client/sql.ts';
import type { PoolUse } from '../client/timeout-client.ts';

const lookEveryMs = 1_000;

const lookAtPrimary = `
  WITH kept AS (${keepWrites})
  SELECT ${databaseIdentity} AS identity, ${bytesOf('pg_current_wal_flush_lsn()')} AS position`;

/** The statement took longer than any may: the primary would not be faster. */
const statementTimedOut = '57014';

interface ReplicaLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface ReplicaOptions {
  readonly log?: ReplicaLog;
  /** A replica that is further behind the primary is left out. */
  readonly lateAfterMs?: number;
  readonly roles?: Roles;
  /** Whether tables are on the workers of Citus. */
  readonly hasWorkers?: boolean;
}

/** The state of a replica that `/metrics` and `/status` show. */
export interface ReplicaFacts {
  readonly name: string;
  readonly use: PoolUse;
  readonly isServing: boolean;
  /** How old what it shows is at most; undefined until it has caught up once. */
  readonly lagSeconds: number | undefined;
  /** Reads that it answered, and those that the primary answered in its place because it failed. */
  readonly answeredCount: number;
  readonly failedCount: number;
}

interface Counts {
  answered: number;
  failed: number;
}

function reasonOfSilence(replica: Replica, { message, code }: NodeJS.ErrnoException): string {
  if (replica.behindSince === null) replica.behindSince = performance.now();
  return `it does not respond: ${message || code}`;
}

/**
 * Reads that may lag. They go to a replica that serves and shows what the caller must see, else to the primary. A replica
 * that does not respond, lags or is not a standby of the primary is out of use until a later check finds it healthy.
 */
export class Replicas {
  readonly #log: ReplicaLog | undefined;
  readonly #lateAfterMs: number;
  readonly #replicas: readonly (readonly [Replica, Counts])[];
  readonly #lookout: QueryConnection;
  readonly #stopping = new AbortController();
  /** Where the primary was, and when it was seen there: the latest last. */
  #seenPrimary: { readonly position: number; readonly at: number }[] = [];
  #identity: string | undefined;
  #next = 0;

  constructor(
    primaryUrl: string,
    urls: readonly string[],
    openPool: (url: string) => ReplicaPool,
    { log, lateAfterMs = 30_000, roles }: ReplicaOptions,
  ) {
    this.#log = log;
    this.#lateAfterMs = lateAfterMs;
    this.#replicas = urls.map((url) => [new Replica(url, openPool(url), roles?.worker), { answered: 0, failed: 0 }]);
    this.#lookout = new QueryConnection(primaryUrl, probeTimeoutMs, roles?.worker);
    if (urls.length > 0) void this.#keepLooking();
  }

  get count(): number {
    return this.#replicas.length;
  }

  /** With `since`, a replica that has replayed up to this position will do. */
  async query<Row>(statement: Statement, since: number | null, primary: Sql): Promise<Row[]> {
    const chosen = since === null ? undefined : await this.#choose(since);
    if (!chosen) return primary.query<Row>(statement);
    const [replica, counts] = chosen;
    try {
      const rows = await replica.query<Row>(statement);
      counts.answered += 1;
      return rows;
    } catch (error) {
      if ((error as { code?: unknown }).code === statementTimedOut) throw error;
      // It is gone, conflicts with what it replays, or does not know a new table yet. An error of the statement itself comes from the primary.
      counts.failed += 1;
      return primary.query<Row>(statement);
    }
  }

  facts(): ReplicaFacts[] {
    return this.#replicas.map(([{ name, use, leftOut, behindSince }, { answered, failed }]) => ({
      name,
      use,
      isServing: leftOut === null,
      lagSeconds: behindSince === undefined ? undefined : behindSince === null ? 0 : (performance.now() - behindSince) / 1_000,
      answeredCount: answered,
      failedCount: failed,
    }));
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#lookout.close();
    await Promise.all(this.#replicas.map(([replica]) => replica.close()));
  }

  /** They take turns. Where the one whose turn it is has not replayed enough, one that is known to have is taken. */
  async #choose(since: number): Promise<readonly [Replica, Counts] | undefined> {
    const serving = this.#replicas.filter(([{ leftOut }]) => leftOut === null);
    if (serving.length === 0) return undefined;
    const first = this.#next++ % serving.length;
    const inTurn = [...serving.slice(first), ...serving.slice(0, first)];
    for (const one of inTurn) if (await one[0].hasReplayed(since)) return one;
    return undefined;
  }

  async #keepLooking(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#lookAtAll();
      await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #lookAtAll(): Promise<void> {
    await this.#lookAtPrimary().catch(() => undefined);
    await Promise.all(
      this.#replicas.map(async ([replica]) => {
        const reason = await replica.look().then(
          (seen) => this.#reasonAgainst(replica, seen),
          (error: NodeJS.ErrnoException) => reasonOfSilence(replica, error),
        );
        if (!this.#stopping.signal.aborted) this.#judge(replica, reason);
      }),
    );
  }

  async #lookAtPrimary(): Promise<void> {
    const at = performance.now();
    const { identity, position } = await this.#lookout.ask<{ identity: string; position: number }>({ text: lookAtPrimary });
    this.#identity = identity;
    const oldest = at - this.#lateAfterMs - 2 * lookEveryMs;
    this.#seenPrimary = [...this.#seenPrimary.filter((seen) => seen.at > oldest), { position, at }];
  }

  /** Null where the replica may serve. Its lag follows from the primary's positions in the past: clocks of other machines do not matter. */
  #reasonAgainst(replica: Replica, { isStandby, identity, replayed }: Seen): string | null {
    if (!isStandby) return 'it is not a standby; accepted: streaming standbys of the database in DATABASE_URL';
    if (this.#identity === undefined) return 'the primary has not responded yet';
    if (identity !== this.#identity) return 'it is a standby of another database; accepted: standbys of the database in DATABASE_URL';
    const reached = this.#seenPrimary.findLast(({ position }) => position <= replayed);
    if (reached) replica.behindSince = reached === this.#seenPrimary.at(-1) ? null : reached.at;
    else if (replica.behindSince === null) replica.behindSince = this.#seenPrimary[0]!.at;
    if (replica.behindSince === undefined) return 'it has not caught up with the primary yet';
    const isLate = replica.behindSince !== null && performance.now() - replica.behindSince > this.#lateAfterMs;
    return isLate ? `it is more than ${this.#lateAfterMs / 1_000} s behind the primary` : null;
  }

  #judge(replica: Replica, reason: string | null): void {
    const before = replica.leftOut;
    if (reason === before) return;
    if (reason === null) {
      replica.leftOut = null;
      this.#log?.info({ replica: replica.name }, 'read replica in use');
      return;
    }
    replica.leaveOut(reason);
    this.#log?.warn({ replica: replica.name, reason }, 'read replica taken out of use; the primary or other replicas serve its reads');
  }
}
