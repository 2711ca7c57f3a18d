import { attemptTitles } from 'built:attempt-titles';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import { enumerations } from '../../../sdk/src/generated/enumerations.ts';
import { Button } from '../components/button.tsx';
import { CheckedField, InstantField, Select } from '../components/fields.tsx';
import { errorTexts } from '../components/status.tsx';
import { instantOf } from '../format.ts';
import type { DeliveryEventType } from '../schemas.ts';

const presets = [
  ['', 'Any'],
  ['hour', 'Last hour'],
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['range', 'From … until …'],
] as const;

/** The range of a preset in the viewer's time zone; undefined for none. */
function rangeOf(preset: string | null): { start: string; end?: string } | undefined {
  const midnight = (days: number) => new Date(new Date().setHours(24 * days, 0, 0, 0)).toISOString();
  if (preset === 'hour') return { start: new Date(Date.now() - 3_600_000).toISOString() };
  if (preset === 'today') return { start: midnight(0) };
  return preset === 'yesterday' ? { start: midnight(-1), end: midnight(0) } : undefined;
}

/** The filters of a list. They are part of the address, so that it can be shared and Back works. */
export function useFilters() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        if (name === 'time') for (const end of ['from', 'to']) next.delete(end);
        return next;
      },
      { replace: true },
    );
  const type = search.get('type') as DeliveryEventType | null;
  const [start, end] = [instantOf(search.get('from')), instantOf(search.get('to'))];
  const range = rangeOf(search.get('time')) ?? { ...(start ? { start } : {}), ...(end ? { end } : {}) };
  const outcomes = search.get('outcome')?.split(',');
  return {
    search,
    set,
    query: { ...(type ? { event_types: [type] } : {}), ...range },
    /** The filter by the outcome of attempts, which only lists have. */
    outcomes: outcomes ? { outcomes } : {},
  };
}

type Filters = ReturnType<typeof useFilters>;

/** The filters of a list. On a phone, and next to an item, a button shows them. */
export function FilterRow({ search, children }: Pick<Filters, 'search'> & { children: ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="small filter-button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Filters{search.size > 0 && ` (${search.size})`}
      </Button>
      <div class={isOpen ? 'row filters' : 'row filters closed'}>{children}</div>
    </>
  );
}

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

/** The named outcomes of attempts. A status or a class of them is an outcome, too. */
const namedOutcomes = { '4xx': 'Any 4xx response', '5xx': 'Any 5xx response', ...errorTexts, ...attemptTitles };

function problemOf(text: string): string | undefined {
  const isKnown = text.split(',').every((outcome) => /^[1-9](\d\d|xx)$/.test(outcome) || Object.hasOwn(namedOutcomes, outcome));
  return isKnown ? undefined : 'Enter a status such as 500, a class such as 5xx, or choose an outcome.';
}

/** Filters by the outcome of an attempt. */
export function OutcomeFilter({ search, set }: Filters) {
  const id = useId();
  return (
    <>
      <CheckedField
        label="Outcome"
        placeholder="Any"
        list={id}
        value={search.get('outcome') ?? ''}
        problemOf={problemOf}
        onChange={(value) => set('outcome', value)}
      />
      <datalist id={id}>
        {Object.entries(namedOutcomes).map(([outcome, title]) => (
          <option key={outcome} value={outcome}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Filters by event type and, in the viewer's time zone, by time. */
export const EventFilters = ({ search, set }: Filters) => {
  const preset = presets.find(([name]) => name === search.get('time'))?.[0] ?? (search.has('from') || search.has('to') ? 'range' : '');
  return (
    <>
      <SelectFilter search={search} set={set} name="type" label="Event type" values={enumerations.DeliveryEventType} />
      <Select label="Time" value={preset} options={presets} onChange={(value) => set('time', value)} />
      {preset === 'range' && (
        <>
          <InstantField label="From" value={search.get('from') ?? ''} onChange={(value) => set('from', value)} />
          <InstantField label="Until" value={search.get('to') ?? ''} onChange={(value) => set('to', value)} />
        </>
      )}
    </>
  );
};
