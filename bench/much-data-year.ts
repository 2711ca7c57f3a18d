import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { maintainPartitions } from '../server/database/partitions/maintain-partitions.ts';
import { dailyTables, makePartitions, readPartitions } from '../server/database/partitions/partitions.ts';
import type { Sql, Statement } from '../server/database/client/sql.ts';
import { prepareDatabase } from '../server/startup/prepare-database.ts';
import { hashApiKey, mintApiKey } from '../server/access/keys/api-keys.ts';
import { scopes } from '../generated/operations.ts';
import { largeDatabase, secret } from './much-data-people.ts';
import { measureRead, type MeasuredRead } from './much-data-reads.ts';
import type { MuchDataServer } from './much-data-server.ts';
import { StatementCounts, type Cost } from './much-data-statements.ts';
import type { Upstream } from './much-data-work.ts';
import { operate } from './neighbours-agency.ts';
import { startService } from './service.ts';
import type { Stops } from './stops.ts';

const yearDatabase = 'partitions_of_a_year';
const dayMs = 86_400_000;
const yearDays = 365;

const never = new AbortController().signal;

async function connected<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sql: Sql = { query: async <Row>({ text, values = [] }: Statement) => (await client.query(text, [...values])).rows as Row[] };
  return work(sql).finally(() => client.end());
}

const countPartitions = async (url: string) =>
  (await connected(url, readPartitions)).filter(({ isDetached }) => !isDetached).length / dailyTables.length;

const catalogBytes = `
  SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
   WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r' AND NOT relisshared`;

export interface Year {
  /** Partitions of each table after every day of the year: the fewest and the most. */
  readonly fewest: number;
  readonly most: number;
  readonly catalogBytesBefore: number;
  readonly catalogBytesAfter: number;
  readonly walBytesPerDay: number;
}

/** A year of the service's daily maintenance, up to today. */
async function passYear(server: MuchDataServer): Promise<Year> {
  const url = server.urlOf(yearDatabase);
  const read = async (text: string) => (await server.run<{ bytes: number }>(yearDatabase, text))[0]!.bytes;
  const walSince = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`;
  const startMs = Date.now() - yearDays * dayMs;
  // Today's are there already, from the migration; those of a year ago follow them day by day.
  await maintainPartitions(url, never, startMs);
  const [catalogBytesBefore, walBefore] = [await read(catalogBytes), await read(walSince)];
  const counts: number[] = [];
  for (let day = 1; day <= yearDays; day += 1) {
    await maintainPartitions(url, never, startMs + day * dayMs);
    counts.push(await countPartitions(url));
  }
  return {
    fewest: Math.min(...counts),
    most: Math.max(...counts),
    catalogBytesBefore,
    catalogBytesAfter: await read(catalogBytes),
    walBytesPerDay: ((await read(walSince)) - walBefore) / yearDays,
  };
}

export interface PartitionCost {
  readonly name: string;
  readonly partitions: number;
  readonly cost: Cost;
}

/** Requests over empty partitions: as many as there are, and with those of a year in addition. */
export async function measureYear(
  server: MuchDataServer,
  stops: Stops,
): Promise<{ readonly year: Year; readonly costs: readonly PartitionCost[] }> {
  await server.run('postgres', `DROP DATABASE IF EXISTS ${yearDatabase}`);
  await server.run('postgres', `CREATE DATABASE ${yearDatabase}`);
  const url = server.urlOf(yearDatabase);
  await prepareDatabase(url);
  const year = await passYear(server);
  const counts = await StatementCounts.open(server, yearDatabase);
  const costs: PartitionCost[] = [];
  const secrets = { encryptionKey: randomBytes(32), operatorToken: randomBytes(24).toString('base64url') };
  for (const isWholeYear of [false, true]) {
    if (isWholeYear) {
      const needed = Array.from({ length: yearDays }, (_, n) => new Date(Date.now() + (20 + n) * dayMs).toISOString().slice(0, 10));
      await connected(url, (sql) => makePartitions(sql, { needed, soon: [], oldestKept: '' }));
    }
    const partitions = await countPartitions(url);
    const service = await stops.keep(
      () =>
        startService({
          databaseUrl: url,
          ...secrets,
          env: { ROLE: 'api' },
        }),
      (started) => started.stop(),
    );
    const { id } = await operate<{ id: string }>(service, '/operator/v1/agencies', { name: 'Agency' });
    const endpoint = await operate<{ id: string }>(service, `/operator/v1/agencies/${id}/webhooks`, {
      url: 'https://receiver.example/hooks',
      enabled_event_types: ['order.created'],
      secret,
    });
    const keys = Array.from({ length: 20 }, mintApiKey);
    const hashes = keys.map((key) => `'\\x${hashApiKey(key).toString('hex')}'::bytea`);
    await server.run(
      yearDatabase,
      `INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes)
       SELECT '${id}', 'bench', 'svc_live_', hash, '{${scopes.join(',')}}' FROM unnest(ARRAY[${hashes.join(',')}]) AS k (hash)`,
    );
    const reads: MeasuredRead[] = [
      { name: 'deliveries', path: `/v1/webhooks/${endpoint.id}/deliveries?limit=50`, keys },
      { name: 'failures', path: `/v1/webhooks/${endpoint.id}/failures?limit=50`, keys },
      { name: 'events', path: '/v1/webhook-events?limit=50', keys },
    ];
    for (const read of reads) costs.push({ name: read.name, partitions, cost: await measureRead(service, counts, read) });
    await service.stop();
  }
  await server.run('postgres', `DROP DATABASE ${yearDatabase} WITH (FORCE)`);
  return { year, costs };
}

/** Facts arrive for so long before and after. */
const loadMsAround = 5_000;

/** Sessions that waited for a lock, sampled. */
interface Waits {
  readonly samples: number;
  readonly longestMs: number;
}

async function watchLocks(url: string, signal: AbortSignal): Promise<Waits> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let [samples, longestMs] = [0, 0];
  while (!signal.aborted) {
    const { rows } = await client.query<{ ms: number | null }>(
      `SELECT (extract(epoch FROM max(clock_timestamp() - l.waitstart)) * 1000)::float8 AS ms
         FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE NOT l.granted AND l.locktype = 'relation' AND a.application_name NOT LIKE '%partitions'`,
    );
    samples += 1;
    longestMs = Math.max(longestMs, rows[0]!.ms ?? 0);
    await sleep(5);
  }
  await client.end();
  return { samples, longestMs };
}

export interface Drop {
  readonly partitions: readonly string[];
  readonly droppedBytes: number;
  readonly facts: number;
  readonly waits: Waits;
}

/** Drops the oldest day, as tomorrow's maintenance will, while facts arrive: how long they wait for a lock. */
export async function dropUnderLoad(server: MuchDataServer, upstream: Upstream): Promise<Drop> {
  const url = server.urlOf(largeDatabase);
  const oldest = `SELECT min(c.relname)::text AS name FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE i.inhparent = 'delivery_history'::regclass AND c.reltuples > 0`;
  const [{ name }] = (await server.run<{ name: string }>(largeDatabase, oldest)) as [{ name: string }];
  const digits = name.slice(-8);
  const dayStart = Date.parse(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`);
  const [{ bytes }] = (await server.run<{ bytes: number }>(
    largeDatabase,
    `SELECT sum(pg_total_relation_size(table_name || '_${digits}'))::float8 AS bytes FROM unnest(ARRAY['${dailyTables.join(`','`)}']) AS t (table_name)`,
  )) as [{ bytes: number }];
  const done = new AbortController();
  const watching = watchLocks(url, done.signal);
  let facts = 0;
  const senders = Array.from({ length: 4 }, async () => {
    while (!done.signal.aborted) {
      await upstream.send();
      facts += 1;
    }
  });
  await sleep(loadMsAround);
  // 32 days after a day, none of its rows is shown any more.
  const partitions = await maintainPartitions(url, never, dayStart + 32 * dayMs + 1)
    .then((dropped) => sleep(loadMsAround, dropped))
    .finally(() => done.abort());
  await Promise.all(senders);
  return { partitions, droppedBytes: bytes, facts, waits: await watching };
}
