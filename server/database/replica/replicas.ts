import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, keepWrites } from './agency-writes.ts';
import { databaseIdentity, openProbe, Replica, type ReplicaPool, type ReplicaState } from './replica.ts';
import type { Roles } from '../client/roles.ts';
import type { Sql, Statement } from '../client/sql.ts';
import type { PoolUse } from '../client/timeout-client.ts';

const checkEveryMs = 1_000;

const readPrimary = `
  WITH kept AS (${keepWrites})
  SELECT ${databaseIdentity} AS identity, ${bytesOf('pg_current_wal_flush_lsn()')} AS position`;

/** The statement exceeded its timeout, as it would on the primary. */
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
  /** The greatest possible age of its data; undefined until it has caught up once. */
  readonly lagSeconds: number | undefined;
  /** Reads that it served, and reads that the primary served because the replica failed. */
  readonly answeredCount: number;
  readonly failedCount: number;
}

/**
 * Runs reads that may lag on a replica that has replayed what the caller must see, else on the primary. A replica is not used
 * while it does not respond, lags or is not a standby of the primary.
 */
export class Replicas {
  readonly #log: ReplicaLog | undefined;
  readonly #lateAfterMs: number;
  readonly #replicas: readonly Replica[];
  readonly #primaryProbe: ReturnType<typeof openProbe>;
  readonly #stopping = new AbortController();
  /** Positions of the primary with the time of their check, the latest last. */
  #primaryPositions: { readonly position: number; readonly at: number }[] = [];
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
    this.#replicas = urls.map((url) => new Replica(url, openPool(url), roles?.worker));
    this.#primaryProbe = openProbe(primaryUrl, roles?.worker);
    if (urls.length > 0) void this.#checkRepeatedly();
  }

  get count(): number {
    return this.#replicas.length;
  }

  /** `since` is the position that a replica must have replayed; null requires the primary. */
  async query<Row>(statement: Statement, since: number | null, primary: Sql): Promise<Row[]> {
    const replica = since === null ? undefined : await this.#choose(since);
    if (!replica) return primary.query<Row>(statement);
    try {
      const rows = await replica.query<Row>(statement);
      replica.answeredCount += 1;
      return rows;
    } catch (error) {
      if ((error as { code?: unknown }).code === statementTimedOut) throw error;
      // The replica is lost, its replay conflicts with the read, or it lacks a new table. The primary reports an error of the statement itself.
      replica.failedCount += 1;
      return primary.query<Row>(statement);
    }
  }

  facts(): ReplicaFacts[] {
    return this.#replicas.map(({ name, use, outReason, behindSince, answeredCount, failedCount }) => ({
      name,
      use,
      isServing: outReason === null,
      lagSeconds: behindSince === undefined ? undefined : behindSince === null ? 0 : (performance.now() - behindSince) / 1_000,
      answeredCount,
      failedCount,
    }));
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#primaryProbe.close();
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** Chooses replicas in turn. Skips one that has not replayed enough. */
  async #choose(since: number): Promise<Replica | undefined> {
    const serving = this.#replicas.filter(({ outReason }) => outReason === null);
    if (serving.length === 0) return undefined;
    const first = this.#next++ % serving.length;
    const inTurn = [...serving.slice(first), ...serving.slice(0, first)];
    for (const replica of inTurn) if (await replica.hasReplayed(since)) return replica;
    return undefined;
  }

  async #checkRepeatedly(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#checkAll();
      await sleep(checkEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #checkAll(): Promise<void> {
    await this.#checkPrimary().catch(() => undefined);
    await Promise.all(
      this.#replicas.map(async (replica) => {
        const reason = await replica.check().then(
          (state) => this.#outReasonOf(replica, state),
          ({ message, code }: NodeJS.ErrnoException) => {
            if (replica.behindSince === null) replica.behindSince = performance.now();
            return `it does not respond: ${message || code}`;
          },
        );
        if (!this.#stopping.signal.aborted) this.#setOutReason(replica, reason);
      }),
    );
  }

  async #checkPrimary(): Promise<void> {
    const at = performance.now();
    const [row] = await this.#primaryProbe.query<{ identity: string; position: number }>({ text: readPrimary });
    const { identity, position } = row!;
    this.#identity = identity;
    const oldest = at - this.#lateAfterMs - 2 * checkEveryMs;
    this.#primaryPositions = [...this.#primaryPositions.filter((known) => known.at > oldest), { position, at }];
  }

  /** Null if the replica may serve. Its lag follows from earlier positions of the primary, so that clocks of other machines do not matter. */
  #outReasonOf(replica: Replica, { isStandby, identity, replayed }: ReplicaState): string | null {
    if (!isStandby) return 'it is not a standby; accepted: streaming standbys of the database in DATABASE_URL';
    if (this.#identity === undefined) return 'the primary has not responded yet';
    if (identity !== this.#identity) return 'it is a standby of another database; accepted: standbys of the database in DATABASE_URL';
    const reached = this.#primaryPositions.findLast(({ position }) => position <= replayed);
    if (reached) replica.behindSince = reached === this.#primaryPositions.at(-1) ? null : reached.at;
    else if (replica.behindSince === null) replica.behindSince = this.#primaryPositions[0]!.at;
    if (replica.behindSince === undefined) return 'it has not caught up with the primary yet';
    const isLate = replica.behindSince !== null && performance.now() - replica.behindSince > this.#lateAfterMs;
    return isLate ? `it is more than ${this.#lateAfterMs / 1_000} s behind the primary` : null;
  }

  #setOutReason(replica: Replica, reason: string | null): void {
    if (reason === replica.outReason) return;
    if (reason === null) {
      replica.outReason = null;
      this.#log?.info({ replica: replica.name }, 'read replica in use');
      return;
    }
    replica.takeOut(reason);
    this.#log?.warn({ replica: replica.name, reason }, 'read replica taken out of use; the primary or other replicas serve its reads');
  }
}
