import { useRef } from 'preact/hooks';
import type { Schemas } from './schemas.ts';
import { useAgency } from './views.ts';

type RecordedEvent = Schemas['RecordedEvent'];

/** Events that one request finds by their ids. */
const idsOfRequest = 50;
const cachedEvents = 1_000;

/**
 * Adds to each delivery or failure of a page its event, which says what it is about. It is undefined if the event is not stored any longer.
 */
export function useWithEvents() {
  const { api } = useAgency();
  const known = useRef(new Map<string, RecordedEvent>());
  return async <Item extends { readonly event_id: string }>(page: {
    readonly data: readonly Item[];
    readonly next_cursor: string | null;
  }) => {
    if (known.current.size > cachedEvents) known.current.clear();
    const missing = [...new Set(page.data.map(({ event_id: id }) => id))].filter((id) => !known.current.has(id));
    const parts = Array.from({ length: Math.ceil(missing.length / idsOfRequest) }, (_, index) =>
      missing.slice(index * idsOfRequest, (index + 1) * idsOfRequest),
    );
    const read = await Promise.all(parts.map((ids) => api.events.list({ event_ids: ids, limit: idsOfRequest })));
    for (const event of read.flatMap(({ data }) => data)) known.current.set(event.id, event);
    return { ...page, data: page.data.map((item) => ({ ...item, event: known.current.get(item.event_id) })) };
  };
}
