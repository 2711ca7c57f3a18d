import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { socketDirectoryOf, socketPort } from '../../server/database/embedded/socket-directory.ts';
import { encryptionKey, expectTold, operatorToken, wholeRun } from './run-with-secrets.ts';
import { Secrets } from './secrets.ts';
import { createDataDir, endProcesses, postgresDirectory, ServiceProcess } from './service-process.ts';

afterAll(endProcesses);

test(
  'neither secrets nor payloads are in anything that a run with the embedded database writes at level trace for people, nor in the log of PostgreSQL',
  { timeout: 120_000 },
  async () => {
    const secrets = new Secrets();
    const DATA_DIR = createDataDir();
    const service = new ServiceProcess({
      DATA_DIR,
      ENCRYPTION_KEY: encryptionKey(secrets),
      OPERATOR_TOKEN: operatorToken(secrets),
      LOG_LEVEL: 'trace',
      LOG_FORMAT: 'pretty',
    });
    const directory = () => postgresDirectory(DATA_DIR);
    const url = () => {
      const password = secrets.add(
        'the password of the embedded database',
        readFileSync(join(DATA_DIR, 'postgres.password'), 'utf8').trim(),
      );
      const socket = encodeURIComponent(socketDirectoryOf(directory()));
      return `postgres://postgres:${encodeURIComponent(password)}@${socket}:${socketPort}/postgres`;
    };
    const written = await wholeRun(service, url, secrets);
    const log = readFileSync(join(directory(), 'server.log'), 'utf8');
    expectTold(written);
    expect(log).toContain('violates check constraint');
    expect(secrets.foundIn(written + log)).toEqual([]);
  },
);
