import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { socketDirectoryOf } from '../../server/database/embedded/socket-directory.ts';
import { callApi, callOperator } from './http.ts';
import { createDataDir, endProcesses, postgresDirectory, postmasterPid, ServiceProcess, startProcess } from './service-process.ts';

afterAll(endProcesses);

const isRoot = process.getuid!() === 0;
const modeOf = (path: string) => statSync(path).mode & 0o7777;

test(
  'a start without options makes everything that it needs, private to its user, serves, and leaves nothing behind at its end',
  { timeout: 120_000 },
  async () => {
    const DATA_DIR = createDataDir();
    const service = await startProcess({ DATA_DIR });

    // The notice, the operator's file and what they say.
    expect(service.stdout.split('\n').length).toBeLessThanOrEqual(15);
    expect((await callApi(service, undefined, 'GET', '/v1/_health')).status).toBe(200);
    const operatorFile = join(DATA_DIR, 'operator.json');
    expect(modeOf(operatorFile)).toBe(0o600);
    expect(JSON.parse(readFileSync(operatorFile, 'utf8'))).toMatchObject({ url: service.operatorUrl });
    expect((await callOperator(service, 'POST', '/operator/v1/agencies', { name: 'Northlight' })).status).toBe(201);

    // The database listens on a socket that no other user reaches and on no port, in a directory that was made private. Root's server enters by its group.
    expect(modeOf(DATA_DIR)).toBe(isRoot ? 0o710 : 0o700);
    const socket = socketDirectoryOf(postgresDirectory(DATA_DIR));
    expect(modeOf(socket)).toBe(0o700);
    expect(modeOf(join(socket, '.s.PGSQL.5432'))).toBe(0o700);
    expect(readFileSync(join(postgresDirectory(DATA_DIR), 'postmaster.opts'), 'utf8')).toContain(`"listen_addresses="`);
    if (isRoot) {
      const nobody = { uid: 65_534, gid: 65_534, cwd: '/' };
      for (const path of [DATA_DIR, socket]) expect(spawnSync('ls', [path], nobody).status).not.toBe(0);
    }

    // Another process may not have the directory, and does this one no harm.
    expect(await new ServiceProcess({ DATA_DIR }).exited).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `DATA_DIR ${DATA_DIR} is in use by process ${service.pid}; stop it or set another DATA_DIR\n`,
    });
    const { data } = (await callOperator(service, 'GET', '/operator/v1/agencies')).body;
    expect(data).toMatchObject([{ name: 'Northlight' }]);

    // Ctrl-C at a terminal.
    service.killGroup('SIGINT');
    expect(await service.exited).toMatchObject({ code: 0, stderr: '' });
    expect(postmasterPid(DATA_DIR)).toBeUndefined();
    for (const left of [socket, join(DATA_DIR, 'service.lock')]) expect(existsSync(left)).toBe(false);
  },
);
