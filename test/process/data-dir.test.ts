import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';

const starters = 4;
const attempts = 25;

const directory = mkdtempSync(join(tmpdir(), 'agency-service-test-'));
afterEach(() => rmSync(directory, { recursive: true }));

/** Meets the other threads before each attempt, so that all make the files at the same moment. */
const program = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { DataDir } = await import(workerData.module);
  const arrived = new Int32Array(workerData.arrived);
  const made = [];
  for (let attempt = 0; attempt < ${attempts}; attempt++) {
    const dataDir = new DataDir(workerData.directory + '/' + attempt);
    Atomics.add(arrived, attempt, 1);
    while (Atomics.load(arrived, attempt) < ${starters});
    made.push(dataDir.encryptionKey().toString('base64') + ' ' + dataDir.operatorToken(undefined, 'http://127.0.0.1:8081'));
  }
  parentPort.postMessage(made);
`;

function start(arrived: SharedArrayBuffer): Promise<string[]> {
  const module = new URL('../../server/startup/data-dir.ts', import.meta.url).href;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData: { module, directory, arrived } });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

test('starts at the same time agree on the key and the operator token that one of them has made', async () => {
  const arrived = new SharedArrayBuffer(4 * attempts);
  const [first, ...others] = await Promise.all(Array.from({ length: starters }, () => start(arrived)));
  expect(first).toHaveLength(attempts);
  for (const made of others) expect(made).toEqual(first);
  expect(readdirSync(join(directory, '0')).toSorted()).toEqual(['encryption.key', 'operator.json']);
});
