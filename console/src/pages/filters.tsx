import { useSearchParams } from 'wouter-preact';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import type { Schemas } from '../schemas.ts';
import { InstantField, Select } from '../components/fields.tsx';
import { instantOf } from '../format.ts';

type EventType = Schemas['DeliveryEventType'];

/** The filters of a list. They are part of the address, so that it can be shared and the back button works. */
export function useFilters() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    search,
    set,
    query: {
      ...(search.get('type') ? { event_types: [search.get('type') as EventType] } : {}),
      ...(instantOf(search.get('from')) ? { start: instantOf(search.get('from'))! } : {}),
      ...(instantOf(search.get('to')) ? { end: instantOf(search.get('to'))! } : {}),
    },
  };
}

export type Filters = ReturnType<typeof useFilters>;

export function EventTypeFilter({ search, set }: Filters) {
  return (
    <Select
      label="Event type"
      value={search.get('type') ?? ''}
      options={[['', 'All'], ...enumerations.DeliveryEventType.map((type) => [type, type] as const)]}
      onChange={(value) => set('type', value)}
    />
  );
}

/** From when and until when, on the viewer's clock. */
export const TimeFilter = ({ search, set }: Filters) => (
  <>
    <InstantField label="From" value={search.get('from') ?? ''} onChange={(value) => set('from', value)} />
    <InstantField label="Until" value={search.get('to') ?? ''} onChange={(value) => set('to', value)} />
  </>
);
