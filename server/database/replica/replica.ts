import { performance } from 'node:perf_hooks';
import { bytesOf } from './agency-writes.ts';
import { TlsClient } from '../client/tls-client.ts';
import { QueryConnection } from '../client/query-connection.ts';
import type { Sql, Statement } from '../client/sql.ts';
import type { PoolUse } from '../client/timeout-client.ts';

export const probeTimeoutMs = 1_000;

/** A position that was queried a moment ago is not queried again. */
const freshMs = 25;

/** Identifies one database of one server; a standby shares it with its primary. */
export const databaseIdentity = `
  (SELECT system_identifier::text FROM pg_control_system()) || ' ' || (SELECT oid::text FROM pg_database WHERE datname = current_database())`;

const look = `
  SELECT pg_is_in_recovery() AS "isStandby", ${databaseIdentity} AS identity,
         coalesce(${bytesOf('pg_last_wal_replay_lsn()')}, 0) AS replayed`;

export interface Seen {
  readonly isStandby: boolean;
  readonly identity: string;
  readonly replayed: number;
}

/** The connections to one replica. */
export interface ReplicaPool extends Sql {
  readonly use: PoolUse;
  close(): Promise<void>;
}

/** The replica was left out while it was asked. */
class ReplicaLeftOut extends Error {}

/** One read replica: its pool, and what is known of it. */
export class Replica {
  /** As an operator reads it: without user and password. */
  readonly name: string;
  readonly use: PoolUse;
  /** Why it is left out; null while it serves. */
  leftOut: string | null = 'not checked yet';
  /** Since when it lacks something of the primary: null while it has all, undefined until it had all once. */
  behindSince: number | null | undefined;
  /** The position up to which it has replayed, at least. */
  #replayed = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<Seen> | undefined;
  readonly #pool: ReplicaPool;
  readonly #lookout: QueryConnection;
  readonly #waiting = new Set<(error: Error) => void>();

  constructor(url: string, pool: ReplicaPool, role?: string) {
    const { host, port, database } = new TlsClient({ connectionString: url });
    this.name = `${host}:${port}/${database ?? ''}`;
    // A standby that died may come back with less than it had shown.
    this.#lookout = new QueryConnection(url, probeTimeoutMs, role, () => (this.#replayed = 0));
    this.#pool = pool;
    this.use = pool.use;
  }

  look(): Promise<Seen> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      this.#lookedAt = performance.now();
    });
    return this.#looking;
  }

  async #look(): Promise<Seen> {
    const seen = await this.#lookout.ask<Seen>({ text: look });
    this.#replayed = seen.replayed;
    return seen;
  }

  /** Whether it shows what was committed up to the position. */
  async hasReplayed(position: number): Promise<boolean> {
    if (this.#replayed >= position) return true;
    if (performance.now() - this.#lookedAt < freshMs) return false;
    await this.look().catch(() => undefined);
    return this.#replayed >= position;
  }

  /** Gives up at once what is being read when it is left out meanwhile. */
  async query<Row>(statement: Statement): Promise<Row[]> {
    const { promise: leaving, reject: leave } = Promise.withResolvers<never>();
    this.#waiting.add(leave);
    try {
      return await Promise.race([this.#pool.query<Row>(statement), leaving]);
    } finally {
      this.#waiting.delete(leave);
    }
  }

  leaveOut(reason: string): void {
    this.leftOut = reason;
    for (const leave of this.#waiting) leave(new ReplicaLeftOut(`the replica is out of use: ${reason}`));
  }

  async close(): Promise<void> {
    this.#lookout.close();
    await this.#pool.close();
  }
}
