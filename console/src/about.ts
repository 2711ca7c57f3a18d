import { useRef } from 'preact/hooks';
import type { Schemas } from './schemas.ts';
import { useAgency } from './views.ts';

type RecordedEvent = Schemas['RecordedEvent'];

/** Events that one request finds by their ids. */
const idsOfRequest = 50;
const cachedEvents = 1_000;

/**
 * Adds to each delivery or failure of a page its event, which says what it is about. It is undefined if the event is not stored any longer.
 * With deliveries, the event of a replayed failure is read again until it is delivered.
 */
export function useWithEvents(include_deliveries = false) {
  const { api } = useAgency();
  const known = useRef(new Map<string, RecordedEvent>());
  return async <Item extends { readonly event_id: string; readonly replayed_at?: string | null }>(page: {
    readonly data: readonly Item[];
    readonly next_cursor: string | null;
  }) => {
    if (known.current.size > cachedEvents) known.current.clear();
    const isMissing = ({ event_id: id, replayed_at: replayedAt = null }: Item) => {
      const event = known.current.get(id);
      return !event || (replayedAt !== null && event.deliveries?.some(({ status }) => status !== 'delivered'));
    };
    const missing = [...new Set(page.data.filter(isMissing).map(({ event_id: id }) => id))];
    const parts = Array.from({ length: Math.ceil(missing.length / idsOfRequest) }, (_, index) =>
      missing.slice(index * idsOfRequest, (index + 1) * idsOfRequest),
    );
    const read = await Promise.all(
      parts.map((ids) => api.events.list({ event_ids: ids, limit: idsOfRequest, ...(include_deliveries ? { include_deliveries } : {}) })),
    );
    for (const event of read.flatMap(({ data }) => data)) known.current.set(event.id, event);
    return { ...page, data: page.data.map((item) => ({ ...item, event: known.current.get(item.event_id) })) };
  };
}
