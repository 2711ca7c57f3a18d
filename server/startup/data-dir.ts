import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedOperatorToken, ConfigError, isOperatorToken, keyOf } from '../config/config.ts';
import { readSmallFile, UnreadableFile } from '../lib/read-small-file.ts';
import { writeFileAtomic, writeFileOnce } from '../lib/write-file-atomic.ts';
import { makePrivate } from '../database/embedded/private-directory.ts';

const acceptedDirectory = 'a directory that this user can write to; it is created if missing';

const names = { encryptionKey: 'encryption.key', operator: 'operator.json', demoKey: 'demo.key' };

/** Removes the files of a `DataDir`, and returns the removed paths. */
export function removeStoredFiles(path: string): string[] {
  const found = Object.values(names)
    .map((name) => join(path, name))
    .filter((file) => existsSync(file));
  for (const file of found) rmSync(file);
  return found;
}

/** The file is unreadable if another user started the service before. */
function readStored(path: string): string {
  try {
    return readSmallFile(path);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new ConfigError('DATA_DIR', `has the file ${path}, which ${error.message}`, 'a directory whose files this user can read');
  }
}

/** The keys that the first start creates in `DATA_DIR`, which only their owner can read. */
export class DataDir {
  readonly #path: string;

  constructor(path: string) {
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      makePrivate(path);
      accessSync(path, constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new ConfigError('DATA_DIR', `${path} cannot be used (${(error as NodeJS.ErrnoException).code})`, acceptedDirectory);
    }
    this.#path = path;
  }

  /** The only key of the embedded database. */
  encryptionKey(): Buffer {
    const path = join(this.#path, names.encryptionKey);
    if (!existsSync(path)) writeFileOnce(path, randomBytes(32).toString('base64'));
    const key = keyOf(readStored(path));
    if (!key) {
      throw new ConfigError(
        'DATA_DIR',
        `has a key that is not valid in ${path}`,
        'the base64 form of the 32 bytes that the first start generated',
      );
    }
    return key;
  }

  get operatorFile(): string {
    return join(this.#path, names.operator);
  }

  /** The given operator token, or the stored one, or a new one. `operator.json` contains a token that is not given, with the address. */
  operatorToken(given: string | undefined, url: string): string {
    if (given) return given;
    const contentWith = (token: string) => `${JSON.stringify({ url, token })}\n`;
    if (!existsSync(this.operatorFile)) writeFileOnce(this.operatorFile, contentWith(randomBytes(32).toString('base64url')));
    const token = this.#storedToken();
    writeFileAtomic(this.operatorFile, contentWith(token));
    return token;
  }

  #storedToken(): string {
    const text = readStored(this.operatorFile);
    try {
      const { token } = JSON.parse(text) as { token?: unknown };
      if (typeof token === 'string' && isOperatorToken(token)) return token;
    } catch {
      // Reported below.
    }
    throw new ConfigError(
      'DATA_DIR',
      `has a file without a valid operator token: ${this.operatorFile}`,
      `the original file, with a token of ${acceptedOperatorToken}; delete it to generate a new token`,
    );
  }

  /** The key of the demo agency, stored so that every start can show it. */
  get demoKey(): string | undefined {
    const path = join(this.#path, names.demoKey);
    return existsSync(path) ? readStored(path) : undefined;
  }

  storeDemoKey(apiKey: string): void {
    writeFileAtomic(join(this.#path, names.demoKey), `${apiKey}\n`);
  }
}
