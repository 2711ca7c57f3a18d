import { setTimeout as sleep } from 'node:timers/promises';

/** A connection to one host, to learn whether it is the primary. */
export interface Probe {
  readonly host: string;
  readonly port: number;
  readonly isReadOnly: boolean;
  connect(): Promise<unknown>;
  query<Row>(text: string): Promise<{ readonly rows: Row[] }>;
  end(): Promise<void>;
}

export interface Primary {
  readonly host: string;
  readonly port: number;
  /** Each promotion begins another one. */
  readonly timeline: number;
}

/** When one has answered, the others have this long: a former primary that is back accepts writes as well. */
const othersWithinMs = 250;

const timelineOf = `SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline`;

async function probe(client: Probe): Promise<Primary> {
  try {
    await client.connect();
    const { host, port } = client;
    if (client.isReadOnly) throw new Error('it is read-only');
    const { rows } = await client.query<{ timeline: number }>(timelineOf);
    return { host, port, timeline: rows[0]!.timeline };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The host that accepts writes; of several, the one that was promoted last. Rejects where there is none. */
export async function findPrimary(addresses: readonly string[], open: (address: string) => Probe): Promise<Primary> {
  const found: Primary[] = [];
  const reasons: string[] = [];
  const probing = addresses.map(async (address) => {
    const client = open(address);
    try {
      found.push(await probe(client));
    } catch (error) {
      reasons.push(`${client.host}:${client.port}: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`);
      throw error;
    }
  });
  await Promise.any(probing).then(
    () => Promise.race([Promise.allSettled(probing), sleep(othersWithinMs)]),
    () => undefined,
  );
  if (found.length === 0) throw Object.assign(new Error(`no host accepts writes (${reasons.join('; ')})`), { code: 'ECONNREFUSED' });
  return found.reduce((latest, each) => (each.timeline > latest.timeline ? each : latest));
}
