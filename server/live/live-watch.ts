import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamReader } from '../../generated/interfaces/text-answer.ts';
import { TenantScope } from '../access/scope/tenant-scope.ts';
import type { RowScope, ScopedSql } from '../database/client/sql.ts';
import { AgencyView } from './agency-view.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface LiveWatchOptions {
  readonly scopedSql: (tenantScope: TenantScope) => ScopedSql;
  readonly log: { warn(fields: object, message: string): void };
  /** The interval between queries for an agency. */
  readonly intervalMs?: number | undefined;
}

/** Concurrent queries. The limit keeps the cost of streams for requests low. */
const queriesAtOnce = 2;

/** The next query follows after this many times the duration of the last one, so that an agency uses a quarter of one slot. */
const intervalPerQuery = 4;

/**
 * Polls deliveries while streams are open, with one query a second for all streams of an agency. A stream starts with the snapshot that its request
 * read, so it misses nothing before the next query.
 */
export class LiveWatch {
  readonly #options: LiveWatchOptions;
  readonly #views = new Map<string, AgencyView>();
  /** First snapshots that are being read, by agency. */
  readonly #opening = new Map<string, Promise<Snapshot>>();
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LiveWatchOptions) {
    this.#options = options;
  }

  /** The first snapshot of a new stream. Concurrent requests share a query. */
  async open({ agencyId }: RowScope): Promise<Snapshot> {
    const view = this.#views.get(agencyId);
    if (view) return view.snapshot;
    const opening = this.#opening.get(agencyId) ?? readSnapshot(this.#scoped(agencyId));
    this.#opening.set(agencyId, opening);
    try {
      return await opening;
    } finally {
      if (this.#opening.get(agencyId) === opening) this.#opening.delete(agencyId);
    }
  }

  /** Sends the reader the changes since the snapshot. Returns a function that stops this. */
  watch({ agencyId, creatorIds }: RowScope, snapshot: Snapshot, reader: StreamReader): () => void {
    const view = this.#views.get(agencyId) ?? new AgencyView(this.#scoped(agencyId), snapshot, performance.now() + this.#intervalMs);
    this.#views.set(agencyId, view);
    const leave = view.join(reader, creatorIds, snapshot, (error) => {
      // When the client opens another stream, it reads the missed changes from the lists.
      this.#warn(error);
      reader.end();
    });
    this.#schedule();
    return () => {
      leave();
      if (!view.isWatched && this.#views.get(agencyId) === view) this.#views.delete(agencyId);
      this.#schedule();
    };
  }

  /** Resolves when no stream is open and no query runs. */
  async ended(): Promise<void> {
    while (this.#views.size > 0 || this.#running > 0) await sleep(10);
  }

  get #intervalMs(): number {
    return this.#options.intervalMs ?? 1_000;
  }

  #scoped(agencyId: string): ScopedSql {
    return this.#options.scopedSql(new TenantScope(agencyId, []));
  }

  /** Starts the queries that are due, in their order. */
  #schedule(): void {
    clearTimeout(this.#timer);
    while (this.#running < queriesAtOnce) {
      let next: AgencyView | undefined;
      for (const view of this.#views.values()) if (!view.isReading && (!next || view.dueAt < next.dueAt)) next = view;
      if (!next) return;
      const waitMs = next.dueAt - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#schedule(), waitMs);
        return;
      }
      void this.#refresh(next);
    }
  }

  async #refresh(view: AgencyView): Promise<void> {
    const startedAt = performance.now();
    this.#running++;
    view.isReading = true;
    // After an error, the next query reads the changes.
    await view.refresh().catch((error: unknown) => this.#warn(error));
    view.isReading = false;
    this.#running--;
    view.dueAt = startedAt + Math.max(this.#intervalMs, (performance.now() - startedAt) * intervalPerQuery);
    this.#schedule();
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'live stream query failed');
  }
}
