import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const privateMode = 0o600;

/** What the service makes at its first start and keeps under `DATA_DIR`, readable by its owner alone. */
export class DataDir {
  readonly #path: string;

  constructor(path: string) {
    mkdirSync(path, { recursive: true });
    this.#path = path;
  }

  /** The key made for the embedded database, whose secrets nothing else can read. */
  encryptionKey(): Buffer {
    const path = join(this.#path, 'encryption.key');
    if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64'), { mode: privateMode });
    return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  }

  get operatorFile(): string {
    return join(this.#path, 'operator.json');
  }

  /** The operator token: the given one, or one that was made before, or a new one. `operator.json` tells it with the address. */
  operatorToken(given: string | undefined, url: string): string {
    const kept = existsSync(this.operatorFile) ? (JSON.parse(readFileSync(this.operatorFile, 'utf8')) as { token?: string }).token : undefined;
    const token = given ?? kept ?? randomBytes(32).toString('base64url');
    if (!given) writeFileSync(this.operatorFile, `${JSON.stringify({ url, token })}\n`, { mode: privateMode });
    return token;
  }

  /** The key of the demo agency, kept so that every start can show it. */
  get demoKey(): string | undefined {
    const path = join(this.#path, 'demo.key');
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  }

  keepDemoKey(apiKey: string): void {
    writeFileSync(join(this.#path, 'demo.key'), `${apiKey}\n`, { mode: privateMode });
  }
}
