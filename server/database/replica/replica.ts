import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { bytesOf } from './agency-writes.ts';
import { LeasingPool } from '../client/leasing-pool.ts';
import { inRole } from '../client/roles.ts';
import { rowsOf } from '../client/run-statement.ts';
import { SessionClient, type SessionConfig } from '../client/session-client.ts';
import { TlsClient } from '../client/tls-client.ts';
import type { Sql, Statement } from '../client/sql.ts';
import type { PoolUse } from '../client/timeout-client.ts';

const probeTimeoutMs = 1_000;

/** A position that was queried a moment ago is not queried again. */
const freshMs = 25;

interface Probe extends Sql {
  close(): void;
}

/** Opens one connection for short checks, so that they do not wait for another pool. `onLost` runs when it is lost, also when it is idle. */
export function openProbe(connectionString: string, role: string | undefined, onLost: () => void = () => undefined): Probe {
  const config: pg.PoolConfig & SessionConfig = {
    Client: SessionClient,
    connectionString,
    max: 1,
    application_name: 'agency-service look',
    connectionTimeoutMillis: probeTimeoutMs,
    statement_timeout: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    idleTimeoutMillis: 0,
    settings: inRole(role),
    keepAlive: true,
  };
  const pool = new LeasingPool(config);
  pool.on('connect', (client) => client.once('end', onLost));
  pool.on('error', () => undefined);
  return { query: (statement) => rowsOf(pool, statement), close: () => void pool.end() };
}

/** Identifies one database of one server; a standby shares it with its primary. */
export const databaseIdentity = `
  (SELECT system_identifier::text FROM pg_control_system()) || ' ' || (SELECT oid::text FROM pg_database WHERE datname = current_database())`;

const readState = `
  SELECT pg_is_in_recovery() AS "isStandby", ${databaseIdentity} AS identity,
         coalesce(${bytesOf('pg_last_wal_replay_lsn()')}, 0) AS replayed`;

export interface ReplicaState {
  readonly isStandby: boolean;
  readonly identity: string;
  readonly replayed: number;
}

/** The connections to one replica. */
export interface ReplicaPool extends Sql {
  readonly use: PoolUse;
  close(): Promise<void>;
}

/** One read replica: its pool, and its state at the last check. */
export class Replica {
  /** Shown to operators: the address without user and password. */
  readonly name: string;
  readonly use: PoolUse;
  /** Why the replica is out of use; null while it serves. */
  outReason: string | null = 'not checked yet';
  /** Since when it lacks commits of the primary: null while it lacks none, undefined until it has caught up once. */
  behindSince: number | null | undefined;
  answeredCount = 0;
  failedCount = 0;
  /** A position that it has replayed, or a lower one. */
  #replayed = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<ReplicaState> | undefined;
  readonly #pool: ReplicaPool;
  readonly #probe: Probe;
  readonly #cancels = new Set<(error: Error) => void>();

  constructor(url: string, pool: ReplicaPool, role?: string) {
    const { host, port, database } = new TlsClient({ connectionString: url });
    this.name = `${host}:${port}/${database ?? ''}`;
    // A restored standby may have replayed less than before.
    this.#probe = openProbe(url, role, () => (this.#replayed = 0));
    this.#pool = pool;
    this.use = pool.use;
  }

  check(): Promise<ReplicaState> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
      this.#checkedAt = performance.now();
    });
    return this.#checking;
  }

  async #check(): Promise<ReplicaState> {
    const [state] = await this.#probe.query<ReplicaState>({ text: readState });
    this.#replayed = state!.replayed;
    return state!;
  }

  /** Whether it has replayed all commits up to the position. */
  async hasReplayed(position: number): Promise<boolean> {
    if (this.#replayed >= position) return true;
    if (performance.now() - this.#checkedAt < freshMs) return false;
    await this.check().catch(() => undefined);
    return this.#replayed >= position;
  }

  /** Rejects at once when the replica is taken out of use. */
  async query<Row>(statement: Statement): Promise<Row[]> {
    const { promise: cancelled, reject: cancel } = Promise.withResolvers<never>();
    this.#cancels.add(cancel);
    try {
      return await Promise.race([this.#pool.query<Row>(statement), cancelled]);
    } finally {
      this.#cancels.delete(cancel);
    }
  }

  takeOut(reason: string): void {
    this.outReason = reason;
    for (const cancel of this.#cancels) cancel(new Error(`the replica is out of use: ${reason}`));
  }

  async close(): Promise<void> {
    this.#probe.close();
    await this.#pool.close();
  }
}
