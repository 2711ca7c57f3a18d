import type { StreamReader } from '../../generated/interfaces/text-answer.ts';
import type { LiveDeliveries, LiveEndpoints } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import { endpointInScope, eventInScope } from '../declare/scope-rules.ts';
import type { ScopedSql } from '../database/client/sql.ts';
import { readChanges, type Changes } from './delivery-changes.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

/** The readers with one tenant scope, and the endpoints that they were last sent. */
interface Audience {
  readonly creatorIds: readonly string[];
  readonly readers: Set<StreamReader>;
  endpoints: string;
}

/** The state of an agency for all its streams. One query serves all readers, and each receives what its key may access. */
export class AgencyView {
  dueAt: number;
  isReading = false;
  readonly #sql: ScopedSql;
  readonly #audiences = new Map<string, Audience>();
  #snapshot: Snapshot;

  /** `sql` has the scope of the whole agency. */
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

  /** Sends the endpoints and the changes since `baseline`, then later changes. Returns a function that stops this. */
  join(reader: StreamReader, creatorIds: readonly string[], baseline: Snapshot, onError: (error: unknown) => void): () => void {
    const name = [...creatorIds].sort().join(' ');
    const audience = this.#audiences.get(name) ?? { creatorIds, readers: new Set(), endpoints: this.#endpointsFor(creatorIds) };
    this.#audiences.set(name, audience);
    audience.readers.add(reader);
    reader.send('endpoints', audience.endpoints);
    if (baseline !== this.#snapshot) {
      readChanges(this.#sql, baseline, this.#snapshot).then(
        (changes) => sendDeliveries([reader], this.#changesFor(creatorIds, changes)),
        onError,
      );
    }
    return () => {
      audience.readers.delete(reader);
      if (audience.readers.size === 0 && this.#audiences.get(name) === audience) this.#audiences.delete(name);
    };
  }

  /** Reads the agency once and sends changes to each audience. */
  async refresh(): Promise<void> {
    const before = this.#snapshot;
    const after = await readSnapshot(this.#sql, before);
    const changes = await readChanges(this.#sql, before, after);
    this.#snapshot = after;
    for (const audience of this.#audiences.values()) {
      const endpoints = this.#endpointsFor(audience.creatorIds);
      if (endpoints !== audience.endpoints) for (const reader of audience.readers) reader.send('endpoints', endpoints);
      audience.endpoints = endpoints;
      sendDeliveries(audience.readers, this.#changesFor(audience.creatorIds, changes));
    }
  }

  #inScope(creatorIds: readonly string[]): LiveEndpoints['endpoints'] {
    const found = this.#snapshot.endpoints.filter(({ allowedCreatorIds }) => endpointInScope(creatorIds, allowedCreatorIds));
    return found.map(({ live }) => live);
  }

  #endpointsFor(creatorIds: readonly string[]): string {
    const endpoints: LiveEndpoints = { endpoints: this.#inScope(creatorIds) };
    return JSON.stringify(endpoints);
  }

  #changesFor(creatorIds: readonly string[], { deliveries, isComplete }: Changes): LiveDeliveries {
    const endpointIds = new Set(this.#inScope(creatorIds).map(({ id }) => id));
    const own = deliveries.filter(
      ({ live, creatorId }) => endpointIds.has(live.endpoint_id) && eventInScope(creatorIds, live.event_type, creatorId),
    );
    return {
      deliveries: own.slice(-limits.liveDeliveries).map(({ live }) => live),
      is_complete: isComplete && own.length <= limits.liveDeliveries,
    };
  }
}

function sendDeliveries(readers: Iterable<StreamReader>, changes: LiveDeliveries): void {
  if (changes.deliveries.length === 0) return;
  const text = JSON.stringify(changes);
  for (const reader of readers) reader.send('deliveries', text);
}
