/**
 * The numbers of all advisory locks of the service, which must differ. A number never changes, because processes of two releases may run at the
 * same time.
 */
export const advisoryLocks = {
  migrations: 7_295_046_118,
  projectionRefresh: 7_295_046_119,
  demoAgency: 7_295_046_120,
  wakeUp: 7_295_046_121,
  replayOrders: 7_295_046_122,
  newPartition: 7_295_046_123,
  oldPartitions: 7_295_046_124,
  concurrentIndexes: 7_295_046_128,
  containment: 7_295_046_130,
  auditedChanges: 7_295_046_131,
  recoveries: 7_295_046_132,
  resends: 7_295_046_133,
  idempotencyKeys: 7_295_046_148,
  erasures: 7_295_046_152,
  portalOpenings: 7_295_046_181,
  operatorTokenNames: 7_295_046_195,
} as const;

type Purpose = keyof typeof advisoryLocks;

/** SQL that waits for a session lock. */
export const lockSession = (purpose: Purpose) => `pg_advisory_lock(${advisoryLocks[purpose]})`;

/** SQL that tries to take a session lock; true if it succeeds. */
export const tryLockSession = (purpose: Purpose) => `pg_try_advisory_lock(${advisoryLocks[purpose]})`;

/** SQL that releases a session lock. */
export const unlockSession = (purpose: Purpose) => `pg_advisory_unlock(${advisoryLocks[purpose]})`;

/** SQL: the session of this database that has a lock. */
export const advisoryLockHolder = (purpose: Purpose) => `
  SELECT pid FROM pg_locks
   WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND (classid::bigint << 32) | objid::bigint = ${advisoryLocks[purpose]}`;

/** SQL that waits for a transaction lock. */
export const lockTransaction = (purpose: Purpose) => `pg_advisory_xact_lock(${advisoryLocks[purpose]})`;

/** SQL that waits for a transaction lock on the object `name`, an expression of type text. */
export const lockTransactionFor = (purpose: Purpose, name: string) => `pg_advisory_xact_lock(${lockNumberFor(purpose, name)})`;

/** SQL: the number of a lock on the object `name`, an expression of type text. */
export const lockNumberFor = (purpose: Purpose, name: string) => `hashtextextended(${name}, ${advisoryLocks[purpose]})`;

/** SQL that tries to take a transaction lock; true if it succeeds. */
export const tryLockTransaction = (purpose: Purpose) => `pg_try_advisory_xact_lock(${advisoryLocks[purpose]})`;
