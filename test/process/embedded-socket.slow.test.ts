import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { EmbeddedPostgresError } from '../../server/database/embedded/postgres-place.ts';
import { socketDirectoryOf } from '../../server/database/embedded/socket-directory.ts';
import { createDataDir, endProcesses, postgresDirectory, postmasterPid, ServiceProcess, startProcess } from './service-process.ts';

afterAll(endProcesses);

const modeOf = (path: string) => statSync(path).mode & 0o7777;
const socketOf = (dataDir: string) => socketDirectoryOf(postgresDirectory(dataDir));

describe('the embedded database', { timeout: 180_000 }, () => {
  test('puts its socket elsewhere if the path of DATA_DIR is too long, keeps the mode of a shared directory, and starts after SIGKILL', async () => {
    const outer = createDataDir();
    const DATA_DIR = join(outer, 'd'.repeat(90));
    mkdirSync(DATA_DIR, { mode: 0o755 });
    writeFileSync(join(DATA_DIR, 'notes.txt'), 'of another program');
    let service = await startProcess({ DATA_DIR });
    const directory = socketOf(DATA_DIR);
    expect(directory).toMatch(/^\/tmp\/agency-service-[0-9a-f]{16}$/);
    expect([modeOf(DATA_DIR), modeOf(directory)]).toEqual([0o755, 0o700]);
    await service.exitAfter('SIGKILL');
    service = await startProcess({ DATA_DIR });
    await service.exitAfter('SIGTERM');
    expect(existsSync(directory)).toBe(false);
  });

  test('is stopped again where it fails while its owner is made, and says so in one line', async () => {
    const home = createDataDir();
    const starting = startEmbeddedPostgres(home, { default_transaction_read_only: 'on' });
    await expect(starting).rejects.toThrow(
      new EmbeddedPostgresError(
        `DATA_DIR ${home} cannot be used: its database could not be set up (cannot execute CREATE ROLE in a read-only transaction); the data may be intact: keep it, remove the cause and start again`,
      ),
    );
    expect(postmasterPid(home)).toBeUndefined();
    await (await startEmbeddedPostgres(home)).stop();
  });

  test('is not started over a link in the place of its socket', async () => {
    const DATA_DIR = createDataDir();
    const elsewhere = createDataDir();
    chmodSync(elsewhere, 0o777);
    symlinkSync(elsewhere, join(DATA_DIR, 'socket'));
    const { code, stderr } = await new ServiceProcess({ DATA_DIR }).exited;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${join(DATA_DIR, 'socket')} is not a directory owned by this user; remove it or set another DATA_DIR\n`,
    });
  });
});
