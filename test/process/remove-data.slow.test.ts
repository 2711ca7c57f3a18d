import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { elsewhereOf } from '../../server/database/embedded/postgres-place.ts';
import { createDataDir, endProcesses, RunningProcess, startProcess, type Exit } from './service-process.ts';

afterEach(endProcesses);

const removeData = (DATA_DIR: string): Promise<Exit> =>
  new RunningProcess(process.execPath, ['server/remove-data.ts'], { DATA_DIR }).exited;

test('the files of a stopped service are removed, and nothing else', { timeout: 120_000 }, async () => {
  const DATA_DIR = createDataDir();
  const service = await startProcess({ DATA_DIR });
  const refused = await removeData(DATA_DIR);
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `DATA_DIR ${DATA_DIR} is in use by process ${service.pid}; stop it or set another DATA_DIR\n`,
  });
  // Its PostgreSQL continues to run without it.
  await service.exitAfter('SIGKILL');
  writeFileSync(join(DATA_DIR, 'notes.txt'), 'mine');

  const elsewhere = elsewhereOf(DATA_DIR);
  const keys = ['postgres.password', 'encryption.key', 'operator.json'].map((name) => join(DATA_DIR, name));
  const made = [existsSync(elsewhere) ? elsewhere : join(DATA_DIR, 'postgres'), ...keys];
  expect(await removeData(DATA_DIR)).toMatchObject({ code: 0, stderr: '', stdout: made.map((path) => `Removed ${path}\n`).join('') });
  expect(readdirSync(DATA_DIR)).toEqual(['notes.txt']);

  rmSync(join(DATA_DIR, 'notes.txt'));
  expect(await removeData(DATA_DIR)).toMatchObject({ code: 0, stdout: `${DATA_DIR} does not contain data of the service.\n` });
  expect(existsSync(DATA_DIR)).toBe(false);
});

describe.skipIf(process.getuid?.() !== 0)('where the database’s user cannot enter DATA_DIR', () => {
  test('the start shows where the database is, and it is removed from there', { timeout: 120_000 }, async () => {
    const outer = createDataDir();
    chmodSync(outer, 0o700);
    const DATA_DIR = join(outer, 'data');
    const elsewhere = elsewhereOf(DATA_DIR);
    try {
      const service = await startProcess({ DATA_DIR, DEMO: '1' });
      expect(service.stdout).toContain(`\n  Database   ${elsewhere}, which \`npm run remove-data\` removes\n`);
      expect(service.stdout.split('\n').length).toBeLessThanOrEqual(15);
      expect(existsSync(join(elsewhere, 'postgres/PG_VERSION'))).toBe(true);
      expect((await removeData(DATA_DIR)).stderr).toContain(`is in use by process ${service.pid}`);

      // Also when the directory itself was removed by hand.
      await service.exitAfter('SIGTERM');
      rmSync(DATA_DIR, { recursive: true });
      expect(await removeData(DATA_DIR)).toMatchObject({ code: 0, stdout: `Removed ${elsewhere}\n` });
      expect(existsSync(elsewhere)).toBe(false);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
