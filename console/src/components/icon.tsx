import type { IconNode } from 'lucide';
import { h } from 'preact';

/** A picture of the set, next to a word or in a button that has a name: it is not read. */
export function Icon({ of }: { of: IconNode }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {of.map(([tag, attributes], index) => h(tag, { key: index, ...attributes }))}
    </svg>
  );
}
