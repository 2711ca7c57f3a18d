import { describe, expect, it } from 'vitest';
import type { RoleFacts } from '../../server/diagnostics/database-facts.ts';
import { judgeClock, judgeConnections, judgeExtensions, judgeRoles, judgeVersion } from '../../server/diagnostics/judge-database.ts';
import { judgeDisk, judgeKeys, judgeWorkers, readDisk } from '../../server/diagnostics/judge-service.ts';

/** What a test database cannot be made to report. */
describe('a finding', () => {
  it.each([
    [0, 'ok', '0.0 s'],
    [5_000, 'warning', '5.0 s'],
    [-5_000, 'warning', '5.0 s'],
    [120_000, 'failed', '120 s'],
  ])('of a database clock that is %d ms ahead is %s', (aheadMs, status, apart) => {
    const [beforeMs, afterMs] = [1_000_000, 1_000_020];
    const databaseMs = aheadMs >= 0 ? afterMs + aheadMs : beforeMs + aheadMs;
    expect(judgeClock({ databaseMs, beforeMs, afterMs })).toMatchObject({ status, detail: expect.stringContaining(apart) });
  });

  it('does not count the duration of the query as a difference of clocks', () => {
    expect(judgeClock({ databaseMs: 1_005_000, beforeMs: 1_000_000, afterMs: 1_009_000 }).status).toBe('ok');
  });

  it('of an old database is failed', () => {
    expect(judgeVersion({ versionNumber: 170_006, version: '17.6' })).toMatchObject({
      status: 'failed',
      detail: 'The database is PostgreSQL 17.6.',
    });
    expect(judgeVersion({ versionNumber: 180_001, version: '18.1' })).toMatchObject({ status: 'ok', action: null });
  });

  const sound: RoleFacts = { name: 'service_api', exists: true, isUsable: true, canLogIn: false, bypassesPolicies: false };
  it.each<[string, Partial<RoleFacts>, boolean, string, string]>([
    ['that is missing', { exists: false, isUsable: false }, false, 'failed', 'Restart the service'],
    ['that the user may not take', { isUsable: false }, false, 'failed', 'Restart the service'],
    ['that policies do not bind', { bypassesPolicies: true }, false, 'failed', 'NOBYPASSRLS for service_api'],
    ['that can log in', { canLogIn: true }, false, 'warning', 'NOLOGIN for service_api'],
    ['of a superuser', {}, true, 'warning', 'NOSUPERUSER for the user of DATABASE_URL'],
  ])('of a role %s says what to do', (_, change, ownerIsSuperuser, status, action) => {
    const finding = judgeRoles({
      roles: [
        { ...sound, ...change },
        { ...sound, name: 'service_worker' },
      ],
      ownerIsSuperuser,
      isDistributed: false,
    });
    expect(finding).toMatchObject({ status, action: expect.stringContaining(action) });
  });

  it('of a role that can log in is ok where tables are on the workers of Citus, to which it connects as the role', () => {
    const roles = [{ ...sound, canLogIn: true }];
    expect(judgeRoles({ roles, ownerIsSuperuser: false, isDistributed: true })).toMatchObject({ status: 'ok', action: null });
  });

  it.each([
    [79, 'ok'],
    [80, 'warning'],
    [95, 'failed'],
  ])('of %d used connections of 100 is %s, and names the tightest limit', (used, status) => {
    const connections = [
      { limitName: 'max_connections of PostgreSQL', used: 10, limit: 1_000 },
      { limitName: 'the CONNECTION LIMIT of the user', used, limit: 100 },
    ];
    expect(judgeConnections({ connections })).toMatchObject({ status, detail: expect.stringContaining('LIMIT of the user') });
  });

  it('of a database without ICU is failed', () => {
    expect(judgeExtensions({ extensions: ['plpgsql'], hasIcu: false, isDistributed: false })).toMatchObject({
      status: 'failed',
      detail: 'PostgreSQL is built without ICU.',
    });
  });

  it.each([
    [20, 'ok'],
    [14, 'warning'],
    [4, 'failed'],
  ])('of a disk with %d %% free is %s', (percent, status) => {
    const disk = { path: '/data', freeBytes: percent * 1e9, totalBytes: 100e9 };
    expect(judgeDisk(disk, 2e9, false)).toMatchObject({ status, detail: expect.stringContaining(`${percent}.0 GB of 100.0 GB free`) });
  });

  it('of a disk is measured', async () => {
    const { freeBytes, totalBytes } = await readDisk('.');
    expect(totalBytes).toBeGreaterThan(freeBytes);
    expect(freeBytes).toBeGreaterThan(0);
  });

  it('of secrets of a former key is ok and counts them', () => {
    const secretsByKey = new Map([
      ['aaaaaaaa', 3],
      ['bbbbbbbb', 2],
    ]);
    expect(judgeKeys({ current: 'aaaaaaaa', previous: ['bbbbbbbb'], secretsByKey })).toMatchObject({
      status: 'ok',
      detail: 'The key is aaaaaaaa. 2 signing secrets are still encrypted with a former key.',
    });
  });

  it('of deliveries that wait for workers is a warning', () => {
    expect(judgeWorkers({ seenSecondsAgo: 2, oldestDueSeconds: 90 })).toMatchObject({
      status: 'warning',
      action: expect.stringContaining('WORKER_CONCURRENCY'),
    });
  });
});
