import { setTimeout } from 'node:timers/promises';
import type { Sql } from '../../database/client/sql.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { cachedFor } from '../../lib/cached-for.ts';

const maxAgeMs = 1_000;

/** Whether any imported key has our format without a valid checksum. If not, such a token is a typo and is refused without a query. */
export class UncheckedKeys {
  #exist = false;
  readonly #read: () => Promise<unknown>;

  constructor(sql: Sql) {
    const text = 'SELECT EXISTS (SELECT FROM api_keys WHERE is_unchecked) AS exist';
    this.#read = cachedFor(async () => {
      // While the database does not answer, the last result applies.
      const rows = await withTimeout(sql.query<{ exist: boolean }>({ text }), maxAgeMs).catch(() => []);
      this.#exist ||= rows.some(({ exist }) => exist);
    }, maxAgeMs);
  }

  async exist(): Promise<boolean> {
    if (!this.#exist) await this.#read();
    return this.#exist;
  }

  /** Resolves when every process accepts a key that was just imported. */
  async announce(): Promise<void> {
    this.#exist = true;
    await setTimeout(maxAgeMs);
  }
}
