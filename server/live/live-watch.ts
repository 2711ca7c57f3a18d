import type { StreamReader } from '../../generated/interfaces/text-answer.ts';
import { TenantScope } from '../access/scope/tenant-scope.ts';
import type { RowScope, ScopedSql } from '../database/client/sql.ts';
import { AgencyView } from './agency-view.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface LiveWatchOptions {
  readonly within: (tenantScope: TenantScope) => ScopedSql;
  readonly log: { warn(fields: object, message: string): void };
  /** From one query for an agency to its next. */
  readonly intervalMs?: number | undefined;
}

/** Queries at the same time: other agencies wait for their turn, so that streams cost requests no more than that. */
const queriesAtOnce = 2;

/** An agency whose query takes long waits for so many times as long, so that it has a quarter of one place. */
const restPerQuery = 4;

/**
 * Polls deliveries while streams are open: one query a second for all streams of an agency, agencies in the order in which they are due.
 * A stream opens with the snapshot that its request read, so that nothing between its answer and the next query is missed.
 */
export class LiveWatch {
  readonly #options: LiveWatchOptions;
  readonly #views = new Map<string, AgencyView>();
  /** First snapshots that are being read. */
  readonly #opening = new Map<string, Promise<Snapshot>>();
  #lanes: Promise<unknown> | undefined;
  readonly #pauses = new Set<() => void>();

  constructor(options: LiveWatchOptions) {
    this.#options = options;
  }

  /** What a new stream of the agency begins with. Requests that come at the same time share a query. */
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

  /** Shows the reader what its key reaches from the snapshot on. Returns what ends that. */
  watch({ agencyId, creatorIds }: RowScope, snapshot: Snapshot, reader: StreamReader): () => void {
    const view = this.#views.get(agencyId) ?? new AgencyView(this.#within(agencyId), snapshot, performance.now() + this.#intervalMs);
    this.#views.set(agencyId, view);
    const leave = view.join(reader, creatorIds, snapshot, (error) => {
      // What the reader missed, it reads from the lists when it opens another stream.
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
      // What cannot be read now, because the database is away, is read the next time.
      await view.look().catch((error: unknown) => this.#warn(error));
      view.isReading = false;
      const tookMs = performance.now() - begunAt;
      view.dueAt = begunAt + Math.max(intervalMs, tookMs * restPerQuery);
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
