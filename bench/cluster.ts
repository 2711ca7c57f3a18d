import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const clockTicksPerSecond = 100;

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** User and system time of a process, in seconds. */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

/** The same of a process, its children that live and those that have ended. */
function cpuSecondsOfFamily(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return Number(statOf(child)[1]) === pid;
      } catch {
        return false;
      }
    });
  const own = statOf(pid);
  const ended = (Number(own[13]) + Number(own[14])) / clockTicksPerSecond;
  return cpuSecondsOf(pid) + ended + children.reduce((sum, child) => sum + cpuSecondsOf(child), 0);
}

/** What a database has done so far. */
export interface DatabaseWork {
  readonly cpuSeconds: number;
  readonly commits: number;
  readonly walBytes: number;
}

/** Looks at a database's work from outside. */
export class DatabaseWatch {
  readonly #client: pg.Client;
  #postmaster = 0;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url, application_name: 'bench watch' });
  }

  async open(): Promise<void> {
    await this.#client.connect();
    const { rows } = await this.#client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    this.#postmaster = Number(statOf(rows[0]!.pid)[1]);
  }

  async read(): Promise<DatabaseWork> {
    // Counts of commits reach the shared statistics within a second.
    const { rows } = await this.#client.query<{ commits: string; wal: string }>(`
      SELECT (SELECT sum(xact_commit) FROM pg_stat_database) AS commits, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal`);
    return { cpuSeconds: cpuSecondsOfFamily(this.#postmaster), commits: Number(rows[0]!.commits), walBytes: Number(rows[0]!.wal) };
  }

  query(text: string): Promise<unknown> {
    return this.#client.query(text);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
