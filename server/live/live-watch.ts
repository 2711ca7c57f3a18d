import type { StreamReader } from '../../generated/interfaces/text-answer.ts';
import { TenantScope } from '../access/scope/tenant-scope.ts';
import type { RowScope, ScopedSql } from '../database/client/sql.ts';
import { AgencyView } from './agency-view.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface LiveWatchOptions {
  readonly within: (tenantScope: TenantScope) => ScopedSql;
  readonly log: { warn(fields: object, message: string): void };
  /** The interval between queries for an agency. */
  readonly intervalMs?: number | undefined;
}

/** Concurrent queries, so that streams cost requests little. */
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
  #lanes: Promise<unknown> | undefined;
  readonly #pauses = new Set<() => void>();

  constructor(options: LiveWatchOptions) {
    this.#options = options;
  }

  /** The first snapshot of a new stream. Concurrent requests share a query. */
  async open({ agencyId }: RowScope): Promise<Snapshot> {
    const view = this.#views.get(agencyId);
    if (view) return view.snapshot;
    const opening = this.#opening.get(agencyId) ?? readSnapshot(this.#within(agencyId));
    this.#opening.set(agencyId, opening);
    try {
      return await opening;
    } finally {
      if (this.#opening.get(agencyId) === opening) this.#opening.delete(agencyId);
    }
  }

  /** Sends the reader the changes since the snapshot. Returns a function that stops this. */
  watch({ agencyId, creatorIds }: RowScope, snapshot: Snapshot, reader: StreamReader): () => void {
    const view = this.#views.get(agencyId) ?? new AgencyView(this.#within(agencyId), snapshot, performance.now() + this.#intervalMs);
    this.#views.set(agencyId, view);
    const leave = view.join(reader, creatorIds, snapshot, (error) => {
      // The client reads what it missed from the lists when it opens another stream.
      this.#warn(error);
      reader.end();
    });
    this.#lanes ??= this.#run();
    this.#wake();
    return () => {
      leave();
      if (!view.isWatched && this.#views.get(agencyId) === view) this.#views.delete(agencyId);
      if (this.#views.size === 0) this.#wake();
    };
  }

  /** Resolves when no stream is open and no query runs. */
  async ended(): Promise<void> {
    while (this.#lanes) await this.#lanes;
  }

  get #intervalMs(): number {
    return this.#options.intervalMs ?? 1_000;
  }

  #within(agencyId: string): ScopedSql {
    return this.#options.within(new TenantScope(agencyId, []));
  }

  async #run(): Promise<void> {
    await Promise.all(Array.from({ length: queriesAtOnce }, () => this.#serve()));
    this.#lanes = this.#views.size > 0 ? this.#run() : undefined;
  }

  async #serve(): Promise<void> {
    const intervalMs = this.#intervalMs;
    while (this.#views.size > 0) {
      const view = this.#next();
      const waitMs = (view?.dueAt ?? Number.POSITIVE_INFINITY) - performance.now();
      if (!view || waitMs > 0) {
        await this.#pause(Math.min(waitMs, intervalMs));
        continue;
      }
      const begunAt = performance.now();
      view.isReading = true;
      // After an error, the next query reads the changes.
      await view.refresh().catch((error: unknown) => this.#warn(error));
      view.isReading = false;
      const tookMs = performance.now() - begunAt;
      view.dueAt = begunAt + Math.max(intervalMs, tookMs * intervalPerQuery);
    }
  }

  #next(): AgencyView | undefined {
    let next: AgencyView | undefined;
    for (const view of this.#views.values()) if (!view.isReading && (!next || view.dueAt < next.dueAt)) next = view;
    return next;
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'live stream query failed');
  }

  #wake(): void {
    for (const end of this.#pauses) end();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, Math.max(0, ms));
      this.#pauses.add(end);
    });
  }
}
