import { setTimeout as sleep } from 'node:timers/promises';

/** A connection to one host, which checks whether it is the primary. */
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
  /** Increases with each promotion. */
  readonly timeline: number;
}

/** After the first response, other hosts have this time to respond, because a restored former primary also accepts writes. */
const othersWithinMs = 250;

/** The highest timeline that a connection of this process has found at these hosts. A former primary has a lower one. */
// Shared, because pools of several libraries open connections.
// eslint-disable-next-line no-restricted-syntax
const latestTimelines = new Map<string, number>();

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

/**
 * Finds the host that accepts writes; of several, the one that was promoted last. The first search of a process waits for all hosts. Rejects if no
 * host accepts writes, or only a former primary.
 */
export async function findPrimary(addresses: readonly string[], open: (address: string) => Probe): Promise<Primary> {
  const found: Primary[] = [];
  const reasons: string[] = [];
  const probes = addresses.map(open);
  const hosts = probes.map(({ host, port }) => `${host}:${port}`);
  const known = latestTimelines.get(hosts.join());
  let foundKnown: () => void;
  const hasFoundKnown = new Promise<void>((resolve) => (foundKnown = resolve));
  const probing = probes.map(async (client, index) => {
    try {
      const primary = await probe(client);
      found.push(primary);
      if (known !== undefined && primary.timeline >= known) foundKnown();
    } catch (error) {
      reasons.push(`${hosts[index]}: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`);
    }
  });
  await Promise.race([Promise.all(probing), hasFoundKnown.then(() => Promise.race([Promise.all(probing), sleep(othersWithinMs)]))]);
  const latest = found.sort((a, b) => b.timeline - a.timeline)[0];
  // Another connection may have found a later timeline meanwhile.
  if (latest && latest.timeline >= (latestTimelines.get(hosts.join()) ?? 0)) {
    latestTimelines.set(hosts.join(), latest.timeline);
    return latest;
  }
  for (const { host, port } of found) reasons.push(`${host}:${port}: it is a former primary`);
  throw Object.assign(new Error(`no host accepts writes (${reasons.join('; ')})`), { code: 'ECONNREFUSED' });
}
