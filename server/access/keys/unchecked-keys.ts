import { setTimeout } from 'node:timers/promises';
import type { Sql } from '../../database/client/sql.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { cachedFor } from '../../lib/cached-for.ts';

/** How long a process goes by what it knows. */
const maxAgeMs = 1_000;

/**
 * Whether keys were brought over that look like minted ones but for their checksum. While there is none, a text like that
 * is a mistyped key and is refused without being looked up: however many come, the database is asked once a second.
 */
export class UncheckedKeys {
  #exist = false;
  readonly #look: () => Promise<unknown>;

  constructor(sql: Sql) {
    const text = 'SELECT EXISTS (SELECT FROM api_keys WHERE is_unchecked) AS exist';
    this.#look = cachedFor(async () => {
      // While the database does not answer, what was known holds.
      const rows = await withTimeout(sql.query<{ exist: boolean }>({ text }), maxAgeMs).catch(() => []);
      this.#exist ||= rows.some(({ exist }) => exist);
    }, maxAgeMs);
  }

  async exist(): Promise<boolean> {
    if (!this.#exist) await this.#look();
    return this.#exist;
  }

  /** Resolves when every process knows of a key that was just brought over. */
  async announce(): Promise<void> {
    this.#exist = true;
    await setTimeout(maxAgeMs);
  }
}
