import type { StreamReader } from '../../generated/interfaces/text-answer.ts';
import type { Author } from '../access/author.ts';
import type { Reach } from '../access/reach.ts';
import type { Sql, SqlWithinReach } from '../database/sql.ts';
import { View } from './view.ts';

export interface LiveWatchOptions {
  readonly within: (reach: Reach) => SqlWithinReach;
  /** For all agencies: whether keys and tokens still hold. */
  readonly sql: Sql;
  readonly log: { warn(fields: object, message: string): void };
  /** From the beginning of a look to that of the next. */
  readonly intervalMs?: number;
}

type Watching = Pick<Author, 'kind' | 'id'>;

/** Looks at the same time: the others wait for their turn, so that watchers cost requests no more than that. */
const looksAtOnce = 2;

/** By whom a stream may still be watched. The token that the service was started with has no row. */
const stillValid = `
  SELECT k.id FROM api_keys k
   WHERE k.id = ANY ($1::uuid[]) AND k.revoked_at IS NULL AND k.containment_id IS NULL AND coalesce(k.expires_at > now(), true)
   UNION ALL
  SELECT t.id FROM operator_tokens t WHERE t.id = ANY ($1::uuid[]) AND t.revoked_at IS NULL AND t.expires_at > now()`;

/**
 * Looks at deliveries once a second while somebody watches: once for all who watch the same agency and creators. Who is not
 * allowed any more is told no more from the next look on.
 */
export class LiveWatch {
  readonly #options: LiveWatchOptions;
  readonly #views = new Map<string, View>();
  readonly #watching = new Map<StreamReader, Watching>();
  #round: Promise<void> | undefined;
  /** Ends the pause between two looks. */
  #wake: () => void = () => undefined;

  constructor(options: LiveWatchOptions) {
    this.#options = options;
  }

  /** Answers with what ends it. */
  watch(reach: Reach, who: Watching, reader: StreamReader): () => void {
    const name = [reach.agencyId, ...[...reach.creatorIds].sort()].join(' ');
    const view = this.#views.get(name) ?? new View(this.#options.within(reach));
    this.#views.set(name, view);
    this.#watching.set(reader, who);
    view.join(reader);
    this.#round ??= this.#goOn();
    return () => {
      this.#watching.delete(reader);
      view.readers.delete(reader);
      if (view.readers.size === 0 && this.#views.get(name) === view) this.#views.delete(name);
      if (this.#views.size === 0) this.#wake();
    };
  }

  /** Resolves when nobody watches any more and nothing is read. */
  async ended(): Promise<void> {
    await this.#round;
  }

  async #goOn(): Promise<void> {
    const { intervalMs = 1_000 } = this.#options;
    while (this.#views.size > 0) {
      const next = performance.now() + intervalMs;
      await this.#unlessItFails(() => this.#endUnallowed());
      const views = [...this.#views.values()];
      const looks = Array.from({ length: looksAtOnce }, async () => {
        for (let view = views.shift(); view; view = views.shift()) {
          const looked = view;
          await this.#unlessItFails(() => looked.look());
        }
      });
      await Promise.all(looks);
      await this.#pause(next - performance.now());
    }
    this.#round = undefined;
  }

  /** What cannot be read now, because the database is away, is looked at again. */
  async #unlessItFails(look: () => Promise<void>): Promise<void> {
    try {
      await look();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a look for a live stream failed');
    }
  }

  async #endUnallowed(): Promise<void> {
    const named = [...this.#watching].filter(([, { id }]) => id !== null);
    if (named.length === 0) return;
    const rows = await this.#options.sql.query<{ id: string }>({ text: stillValid, values: [[...new Set(named.map(([, { id }]) => id))]] });
    const valid = new Set(rows.map(({ id }) => id));
    for (const [reader, { id }] of named) if (!valid.has(id!)) reader.end();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
