import { dailyTables, type Partition } from '../database/partitions/partitions.ts';
import type { DatabaseFacts, RoleFacts } from './database-facts.ts';
import { findingOf, type Finding } from './finding.ts';

const seconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;

/** A larger difference than `warnsMs` confuses readers of logs; near `failsMs`, receivers begin to refuse signatures. */
const clock = { warnsMs: 1_000, failsMs: 60_000 };

export function judgeClock({ databaseMs, beforeMs, afterMs }: Pick<DatabaseFacts, 'databaseMs' | 'beforeMs' | 'afterMs'>): Finding {
  // A difference below the duration of the query cannot be measured.
  const apartMs = Math.max(0, databaseMs - afterMs, beforeMs - databaseMs);
  const action = 'Synchronize the clocks of this machine and of the database server, for example with chrony.';
  return findingOf('clock', `The clocks of this process and of the database are ${seconds(apartMs)} apart.`, [
    [apartMs > clock.failsMs, 'failed', action],
    [apartMs > clock.warnsMs, 'warning', action],
  ]);
}

const oldestVersion = 180_000;

export function judgeVersion({ versionNumber, version }: Pick<DatabaseFacts, 'versionNumber' | 'version'>): Finding {
  return findingOf('database_version', `The database is PostgreSQL ${version}.`, [
    [versionNumber < oldestVersion, 'failed', 'Upgrade PostgreSQL to version 18 or later.'],
  ]);
}

export function judgeRoles({
  roles,
  ownerIsSuperuser,
  isDistributed,
}: Pick<DatabaseFacts, 'roles' | 'ownerIsSuperuser' | 'isDistributed'>): Finding {
  const named = (applies: (role: RoleFacts) => boolean) => roles.filter(applies).map(({ name }) => name);
  const unusable = named(({ exists, isUsable }) => !exists || !isUsable);
  const bypassing = named(({ bypassesPolicies }) => bypassesPolicies);
  // Citus connects to its workers as these roles.
  const loggingIn = isDistributed ? [] : named(({ canLogIn }) => canLogIn);
  const faults = [
    ...(unusable.length > 0 ? [`The user of DATABASE_URL cannot take ${unusable.join(', ')}.`] : []),
    ...(bypassing.length > 0 ? [`Row-level security does not apply to ${bypassing.join(', ')}.`] : []),
    ...(loggingIn.length > 0 ? [`These roles can log in: ${loggingIn.join(', ')}.`] : []),
    ...(ownerIsSuperuser ? ['The user of DATABASE_URL is a superuser.'] : []),
  ];
  return findingOf(
    'roles',
    faults.join(' ') || `The roles exist with the privileges that they need: ${roles.map(({ name }) => name).join(', ')}.`,
    [
      [
        unusable.length > 0,
        'failed',
        'Restart the service: it creates and grants the roles, or prints the statements that an administrator has to run.',
      ],
      [bypassing.length > 0, 'failed', `Run ALTER ROLE … NOSUPERUSER NOBYPASSRLS for ${bypassing.join(', ')}.`],
      [loggingIn.length > 0, 'warning', `Run ALTER ROLE … NOLOGIN for ${loggingIn.join(', ')}.`],
      [ownerIsSuperuser, 'warning', 'Run ALTER ROLE … NOSUPERUSER for the user of DATABASE_URL; it needs CREATEROLE at most.'],
    ],
  );
}

const usedShare = { warns: 0.8, fails: 0.95 };

export function judgeConnections({ connections }: Pick<DatabaseFacts, 'connections'>): Finding {
  const shareOf = ({ used, limit }: DatabaseFacts['connections'][number]) => used / Math.max(limit ?? Infinity, 1);
  const tightest = connections.reduce((most, each) => (shareOf(each) > shareOf(most) ? each : most));
  const action = `Raise ${tightest.limitName}, lower DATABASE_CONNECTIONS, or run PgBouncer in front of PostgreSQL.`;
  return findingOf('connections', `${tightest.used} of ${tightest.limit} connections are in use, as ${tightest.limitName} allows.`, [
    [shareOf(tightest) >= usedShare.fails, 'failed', action],
    [shareOf(tightest) >= usedShare.warns, 'warning', action],
  ]);
}

export function judgeExtensions({
  extensions,
  hasIcu,
  isDistributed,
}: Pick<DatabaseFacts, 'extensions' | 'hasIcu' | 'isDistributed'>): Finding {
  const lacksCitus = isDistributed && !extensions.includes('citus');
  const detail = lacksCitus
    ? 'Tables are distributed, and the extension citus is missing.'
    : hasIcu
      ? `Installed: ${extensions.join(', ')}.`
      : 'PostgreSQL is built without ICU.';
  return findingOf('extensions', detail, [
    [lacksCitus, 'failed', 'Run CREATE EXTENSION citus as an administrator, or restore the database with it.'],
    [!hasIcu, 'failed', 'Install PostgreSQL from packages that are built with ICU.'],
  ]);
}

/** Below `warnsDays`, no worker creates partitions. Below `failsDays`, events soon cannot be recorded. */
const ahead = { warnsDays: 7, failsDays: 2 };

const dayMs = 24 * 60 * 60 * 1_000;

/** The days from today on with a partition, without a gap. */
function daysAhead(days: ReadonlySet<string>, now: number): number {
  let count = 0;
  while (days.has(new Date(now + count * dayMs).toISOString().slice(0, 10))) count++;
  return count;
}

export function judgePartitions(partitions: readonly Partition[], databaseMs: number): Finding {
  const attached = partitions.filter(({ isDetached }) => !isDetached);
  const tables = dailyTables.map((table) => {
    const days = new Set(attached.filter((partition) => partition.table === table).map(({ day }) => day));
    return { table, count: daysAhead(days, databaseMs) };
  });
  const { table, count } = tables.reduce((fewest, each) => (each.count < fewest.count ? each : fewest));
  const action = 'Run a process with ROLE=worker or ROLE=all: it makes partitions for two weeks. If one runs, its log has the reason.';
  return findingOf(
    'partitions',
    `${table} has partitions for ${count} days, counted from today; the other daily tables have as many or more.`,
    [
      [count < ahead.failsDays, 'failed', action],
      [count < ahead.warnsDays, 'warning', action],
    ],
  );
}
