import './startup/oldest-node.js';
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { readConfig } from './config/config.ts';
import { removeStoredFiles } from './startup/data-dir.ts';
import { failWith } from './startup/start-error.ts';
import { removePostgres } from './database/embedded/remove-postgres.ts';

/** Removes the embedded database, also outside `DATA_DIR`, and its keys. */
async function removeData(dataDir: string): Promise<string[]> {
  const removed = [...(await removePostgres(dataDir)), ...removeStoredFiles(dataDir)];
  if (existsSync(dataDir) && readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  return removed;
}

try {
  const { dataDir } = readConfig(process.env, false);
  const removed = await removeData(dataDir);
  process.stdout.write(
    removed.length === 0 ? `${dataDir} does not contain data of the service.\n` : removed.map((path) => `Removed ${path}\n`).join(''),
  );
} catch (error) {
  failWith(error);
}
