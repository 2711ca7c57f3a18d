import { useSearchParams } from 'wouter-preact';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { InstantField, Select } from '../components/fields.tsx';
import { instantOf } from '../format.ts';
import type { DeliveryEventType } from '../schemas.ts';

/** The filters of a list. They are part of the address, so that it can be shared and Back works. */
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
  const type = search.get('type') as DeliveryEventType | null;
  const [start, end] = [instantOf(search.get('from')), instantOf(search.get('to'))];
  return {
    search,
    set,
    query: { ...(type ? { event_types: [type] } : {}), ...(start ? { start } : {}), ...(end ? { end } : {}) },
  };
}

type Filters = ReturnType<typeof useFilters>;

interface SelectFilterProps extends Pick<Filters, 'search' | 'set'> {
  /** The parameter in the address. */
  readonly name: string;
  readonly label: string;
  /** The label of the option that disables the filter. */
  readonly all?: string;
  readonly values: readonly string[];
}

export const SelectFilter = ({ search, set, name, label, all = 'All', values }: SelectFilterProps) => (
  <Select
    label={label}
    value={search.get(name) ?? ''}
    options={[['', all], ...values.map((value) => [value, value] as const)]}
    onChange={(value) => set(name, value)}
  />
);

/** Filters by event type and, in the viewer's time zone, by time. */
export const EventFilters = ({ search, set }: Filters) => (
  <>
    <SelectFilter search={search} set={set} name="type" label="Event type" values={enumerations.DeliveryEventType} />
    <InstantField label="From" value={search.get('from') ?? ''} onChange={(value) => set('from', value)} />
    <InstantField label="Until" value={search.get('to') ?? ''} onChange={(value) => set('to', value)} />
  </>
);
