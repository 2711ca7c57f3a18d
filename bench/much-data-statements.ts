import { run } from './much-data-load.ts';

/** Costs of statements; in results, per call. */
export interface Cost {
  readonly calls: number;
  /** Pages of tables and indexes that planning and execution read, from the server's cache or not. */
  readonly buffers: number;
  readonly rows: number;
  readonly walBytes: number;
}

interface Counted extends Cost {
  readonly role: string;
  readonly text: string;
}

/** Requests with a key run in roles of their own. */
const isOfRequests = ({ role }: Counted) => /_api(_limited)?$/.test(role);

/** Statements of the job queue and of the benchmark. */
const isForeign = ({ text }: Counted) => /graphile_worker|pg_stat|bench\./.test(text);

/**
 * Statements of delivery and ingestion, identified by a unique part of their text. They run in the background, so their costs are separated
 * from those of requests and jobs.
 */
const namedStatements = {
  'record and publish new facts': 'given AS MATERIALIZED',
  'publish events': 'wanted AS MATERIALIZED',
  'write orders': 'INTO orders AS',
  'move spends of fans': 'INTO fan_spends AS',
  'claim deliveries': 'WITH capacity AS MATERIALIZED',
  'record outcomes': 'WITH finished AS MATERIALIZED',
  'query due deliveries (each second)': 'ROWS WITH TIES',
  'oldest due delivery (each second)': 'WITH oldest AS MATERIALIZED',
  'count history (each 10 seconds)': 'AS recorded (agency_id, day, bytes)',
  'look up a key': 'INSERT INTO rate_windows',
} as const;

const nameOf = ({ text }: Counted) => Object.entries(namedStatements).find(([, part]) => text.includes(part))?.[0];

const sum = (counted: readonly Counted[], member: keyof Cost) => counted.reduce((total, each) => total + each[member], 0);

function perUnit(counted: readonly Counted[], units: number): Cost {
  const of = (member: keyof Cost) => sum(counted, member) / units;
  return { calls: of('calls'), buffers: of('buffers'), rows: of('rows'), walBytes: of('walBytes') };
}

/** The costs of the service's statements since `reset`. */
export class StatementCounts {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async open(url: string): Promise<StatementCounts> {
    await run(url, 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    return new StatementCounts(url);
  }

  async reset(): Promise<void> {
    await run(this.#url, 'SELECT pg_stat_statements_reset()');
  }

  /** The cost of all statements of an otherwise idle service. */
  async all(): Promise<Cost> {
    return perUnit(await this.#read(), 1);
  }

  /** The cost of each request with a key. */
  async ofRequests(count: number): Promise<Cost> {
    const counted = await this.#read();
    const own = counted.filter((each) => isOfRequests(each) && nameOf(each) === undefined);
    return perUnit(own, count);
  }

  /** The cost of each named statement: per call if it runs periodically, per claimed delivery for claims, else per fact. */
  async named(facts: number): Promise<Map<string, Cost>> {
    const counted = await this.#read();
    const costs = new Map<string, Cost>();
    for (const name of Object.keys(namedStatements)) {
      const own = counted.filter((each) => nameOf(each) === name);
      const calls = sum(own, 'calls');
      if (calls === 0) continue;
      if (/seconds?\)$/.test(name)) costs.set(`${name}, per call`, perUnit(own, calls));
      else if (name === 'claim deliveries') costs.set(`${name}, per delivery`, perUnit(own, Math.max(1, sum(own, 'rows'))));
      else costs.set(`${name}, per fact`, perUnit(own, facts));
    }
    return costs;
  }

  async #read(): Promise<Counted[]> {
    const rows = await run<Counted & Record<string, unknown>>(
      this.#url,
      `SELECT r.rolname AS role, s.query AS text, s.calls::float8 AS calls, s.rows::float8 AS rows, s.wal_bytes::float8 AS "walBytes",
              (s.shared_blks_hit + s.shared_blks_read)::float8 AS buffers
         FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
        WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.filter((row) => !isForeign(row));
  }
}
