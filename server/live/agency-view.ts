import type { StreamReader } from '../../generated/interfaces/text-answer.ts';
import type { LiveDeliveries, LiveEndpoints } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import { endpointInScope, eventInScope } from '../declare/scope-rules.ts';
import type { ScopedSql } from '../database/client/sql.ts';
import { readNews, type News } from './news.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

/** Who watches with one reach, and the endpoints as they were last shown. */
interface Audience {
  readonly creatorIds: readonly string[];
  readonly readers: Set<StreamReader>;
  endpoints: string;
}

/** What all streams of an agency show: one query serves all of them, and each reader hears of what its key reaches. */
export class AgencyView {
  /** When the next query is due. */
  dueAt: number;
  isReading = false;
  readonly #sql: ScopedSql;
  readonly #audiences = new Map<string, Audience>();
  #snapshot: Snapshot;

  /** `sql` reaches the whole agency. */
  constructor(sql: ScopedSql, snapshot: Snapshot, dueAt: number) {
    this.dueAt = dueAt;
    this.#sql = sql;
    this.#snapshot = snapshot;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  get isWatched(): boolean {
    return this.#audiences.size > 0;
  }

  /** Shows the endpoints, and what changed since `baseline`. Returns what ends that. */
  join(reader: StreamReader, creatorIds: readonly string[], baseline: Snapshot, onError: (error: unknown) => void): () => void {
    const name = [...creatorIds].sort().join(' ');
    const audience = this.#audiences.get(name) ?? { creatorIds, readers: new Set(), endpoints: this.#endpointsFor(creatorIds) };
    this.#audiences.set(name, audience);
    audience.readers.add(reader);
    reader.send('endpoints', audience.endpoints);
    if (baseline !== this.#snapshot) {
      readNews(this.#sql, baseline, this.#snapshot).then((news) => tellDeliveries([reader], this.#newsFor(creatorIds, news)), onError);
    }
    return () => {
      audience.readers.delete(reader);
      if (audience.readers.size === 0 && this.#audiences.get(name) === audience) this.#audiences.delete(name);
    };
  }

  /** Reads the agency once and shows each audience what changed. */
  async look(): Promise<void> {
    const before = this.#snapshot;
    const after = await readSnapshot(this.#sql, before);
    const news = await readNews(this.#sql, before, after);
    this.#snapshot = after;
    for (const audience of this.#audiences.values()) {
      const endpoints = this.#endpointsFor(audience.creatorIds);
      if (endpoints !== audience.endpoints) for (const reader of audience.readers) reader.send('endpoints', endpoints);
      audience.endpoints = endpoints;
      tellDeliveries(audience.readers, this.#newsFor(audience.creatorIds, news));
    }
  }

  #endpointsFor(creatorIds: readonly string[]): string {
    const reached = this.#snapshot.endpoints.filter(({ allowedCreatorIds }) => endpointInScope(creatorIds, allowedCreatorIds));
    const endpoints: LiveEndpoints = { endpoints: reached.map(({ live }) => live) };
    return JSON.stringify(endpoints);
  }

  #newsFor(creatorIds: readonly string[], { deliveries, isComplete }: News): LiveDeliveries {
    const reached = this.#snapshot.endpoints.filter(({ allowedCreatorIds }) => endpointInScope(creatorIds, allowedCreatorIds));
    const endpointIds = new Set(reached.map(({ live }) => live.id));
    const own = deliveries.filter(
      ({ live, creatorId }) => endpointIds.has(live.endpoint_id) && eventInScope(creatorIds, live.event_type, creatorId),
    );
    return {
      deliveries: own.slice(-limits.liveDeliveries).map(({ live }) => live),
      is_complete: isComplete && own.length <= limits.liveDeliveries,
    };
  }
}

function tellDeliveries(readers: Iterable<StreamReader>, news: LiveDeliveries): void {
  if (news.deliveries.length === 0) return;
  const text = JSON.stringify(news);
  for (const reader of readers) reader.send('deliveries', text);
}
