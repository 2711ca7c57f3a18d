import { statfs } from 'node:fs/promises';
import { silentWorkerSeconds } from '../status/service-checks.ts';
import type { BehindRow } from '../entities/endpoint-backlog.ts';
import { findingOf, type Finding } from './finding.ts';

export interface DiskFacts {
  readonly path: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export async function readDisk(path: string): Promise<DiskFacts> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { path, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Shares of a disk that are free. */
const free = { warns: 0.15, fails: 0.05 };

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** The size is undefined if the database does not respond. A full disk may be the reason. */
export function judgeDisk({ path, freeBytes, totalBytes }: DiskFacts, databaseBytes: number | undefined, isEmbedded: boolean): Finding {
  const share = freeBytes / Math.max(totalBytes, 1);
  const size = databaseBytes === undefined ? 'an unknown size, because it does not respond' : gigabytes(databaseBytes);
  const database = isEmbedded
    ? `The embedded database on it has ${size}.`
    : `The database has ${size}; the service cannot see the disk of its server.`;
  const action = `Free space on the disk of ${path}, or enlarge it.`;
  return findingOf('disk', `The disk of DATA_DIR has ${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} free. ${database}`, [
    [share < free.fails, 'failed', action],
    [share < free.warns, 'warning', action],
  ]);
}

export interface ReplicaStatus {
  readonly name: string;
  readonly isServing: boolean;
  readonly lagSeconds: number | undefined;
}

export function judgeReplicas(replicas: readonly ReplicaStatus[]): Finding {
  const unserving = replicas.filter(({ isServing }) => !isServing).map(({ name }) => name);
  const detail =
    replicas.length === 0
      ? 'No read replicas are configured for this process.'
      : unserving.length === 0
        ? `All ${replicas.length} read replicas serve.`
        : `${unserving.length} of ${replicas.length} read replicas do not serve: ${unserving.join(', ')}. The primary serves in their place.`;
  return findingOf('replicas', detail, [
    [unserving.length > 0, 'warning', 'Check that each replica runs, is reachable, follows this primary and is at most 30 seconds behind.'],
  ]);
}

export interface KeyFacts {
  readonly current: string;
  readonly previous: readonly string[];
  /** Counts of secrets by the id of their key; null if a secret does not name its key. */
  readonly secretsByKey: ReadonlyMap<string | null, number>;
}

export function judgeKeys({ current, previous, secretsByKey }: KeyFacts): Finding {
  const ids = [...secretsByKey.keys()].filter((id) => id !== null);
  const missing = ids.filter((id) => id !== current && !previous.includes(id)).sort();
  const waiting = [...secretsByKey].reduce((sum, [id, count]) => (id === current ? sum : sum + count), 0);
  const detail =
    missing.length > 0
      ? `This process lacks the keys ${missing.join(', ')} of stored signing secrets.`
      : waiting > 0
        ? `The key is ${current}. ${waiting} signing secrets are still encrypted with a former key.`
        : `All signing secrets are encrypted with the key ${current}.`;
  return findingOf('encryption_keys', detail, [
    [
      missing.length > 0,
      'failed',
      'Add the missing keys to ENCRYPTION_KEYS_PREVIOUS. If one is lost, rotate the secrets of its endpoints.',
    ],
  ]);
}

export interface WorkerFacts {
  readonly seenSecondsAgo: number | null;
  readonly oldestDueSeconds: number | null;
}

/** A delivery that waits longer shows that there are too few workers. */
const lateSeconds = 60;

export function judgeWorkers({ seenSecondsAgo, oldestDueSeconds }: WorkerFacts): Finding {
  const isSilent = seenSecondsAgo === null || seenSecondsAgo > silentWorkerSeconds;
  const due = oldestDueSeconds ?? 0;
  const heartbeat = seenSecondsAgo === null ? 'No worker runs.' : `The last heartbeat of a worker was ${Math.round(seenSecondsAgo)} s ago.`;
  return findingOf('workers', `${heartbeat} The oldest due delivery has waited ${Math.round(due)} s for a worker.`, [
    [isSilent, 'failed', 'Start a process with ROLE=worker or ROLE=all. If one runs, its log has the reason.'],
    [due > lateSeconds, 'warning', 'Run more processes with ROLE=worker, or raise WORKER_CONCURRENCY, and check how fast the database is.'],
  ]);
}

export function judgeReceivers({ endpoint_count: count, oldest_due_at: oldest }: BehindRow, now = Date.now()): Finding {
  const minutes = oldest === null ? 0 : Math.floor((now - oldest.getTime()) / 60_000);
  const detail =
    count === 0
      ? 'No due delivery has waited over a minute for its receiver.'
      : `Endpoints with deliveries that have waited over a minute for their receivers: ${count}. The oldest has waited ${minutes} minutes.`;
  return findingOf('receivers', detail, [
    [count > 0, 'warning', 'Run svc incidents list: it names the endpoints. Ask their agencies to make the receivers faster.'],
  ]);
}
