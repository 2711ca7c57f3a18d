import type { Keyring } from '../access/encryption/keyring.ts';
import type { Config } from '../config/config.ts';
import type { Sql } from '../database/client/sql.ts';
import { readPartitions } from '../database/partitions/partitions.ts';
import { secretHeaders } from '../entities/signing-secret.ts';
import { cachedFor, type Measured } from '../lib/cached-for.ts';
import type { ServiceChecks } from '../status/service-checks.ts';
import { readDatabaseFacts } from './database-facts.ts';
import type { Finding } from './finding.ts';
import { judgeClock, judgeConnections, judgeExtensions, judgePartitions, judgeRoles, judgeVersion } from './judge-database.ts';
import {
  judgeDisk,
  judgeKeys,
  judgeReceivers,
  judgeReplicas,
  judgeWorkers,
  readDisk,
  type KeyFacts,
  type ReplicaStatus,
} from './judge-service.ts';

export interface DiagnosticsDependencies {
  readonly sql: Sql;
  readonly checks: ServiceChecks;
  readonly keyring: Pick<Keyring, 'keyIds' | 'idOfKey' | 'currentHeader'>;
  readonly replicas: () => readonly ReplicaStatus[];
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
}

/** Findings are cached for at least this many times the duration of the checks. */
const agePerDuration = 10;

async function readKeys({ sql, keyring }: DiagnosticsDependencies): Promise<KeyFacts> {
  const rows = await sql.query<{ beginning: Buffer; count: number }>({ text: secretHeaders, values: [keyring.currentHeader.length] });
  const secretsByKey = new Map<string | null, number>();
  for (const { beginning, count } of rows) {
    const id = keyring.idOfKey(beginning);
    secretsByKey.set(id, (secretsByKey.get(id) ?? 0) + Number(count));
  }
  return { ...keyring.keyIds, secretsByKey };
}

/** Runs a check. If it throws, each of its findings (`names`) shows the error. */
async function runCheck(names: readonly string[], check: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    const detail = `The check failed: ${(error as Error).message}`.replace(/\s+/g, ' ');
    return names.map((name) => ({ name, status: 'failed', detail, action: 'Check the log of this process and the database.' }));
  }
}

async function diagnose(dependencies: DiagnosticsDependencies): Promise<readonly Finding[]> {
  const { sql, checks, replicas, config } = dependencies;
  const database = readDatabaseFacts(sql);
  const groups = await Promise.all([
    runCheck(['clock', 'database_version', 'roles', 'connections', 'extensions'], async () => {
      const facts = await database;
      return [judgeClock(facts), judgeVersion(facts), judgeRoles(facts), judgeConnections(facts), judgeExtensions(facts)];
    }),
    runCheck(['partitions'], async () => {
      const { databaseMs } = await database;
      return [judgePartitions(await readPartitions(sql), databaseMs)];
    }),
    runCheck(['disk'], async () => {
      const facts = await database.catch(() => undefined);
      return [judgeDisk(await readDisk(config.dataDir), facts?.sizeBytes, config.databaseUrl === undefined)];
    }),
    runCheck(['replicas'], async () => [judgeReplicas(replicas())]),
    runCheck(['encryption_keys'], async () => [judgeKeys(await readKeys(dependencies))]),
    runCheck(['workers'], async () => {
      const [workers, oldestDue] = await Promise.all([checks.workers(), checks.oldestDueSeconds()]);
      if (workers.value === null) throw new Error('the database does not respond');
      return [judgeWorkers({ seenSecondsAgo: workers.value.seenSecondsAgo, oldestDueSeconds: oldestDue.value })];
    }),
    runCheck(['receivers'], async () => {
      const { value } = await checks.behind();
      if (value === null) throw new Error('the database does not respond');
      return [judgeReceivers(value)];
    }),
  ]);
  return groups.flat();
}

/** Diagnoses the service. Concurrent callers share one diagnosis. */
export function diagnostics(dependencies: DiagnosticsDependencies, maxAgeMs = 1_000): () => Promise<Measured<readonly Finding[]>> {
  return cachedFor(() => diagnose(dependencies), maxAgeMs, agePerDuration);
}
