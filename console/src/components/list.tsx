import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Pages } from '../use-pages.ts';
import { Loading, ProblemBox } from './feedback.tsx';

interface ListProps<Item> {
  readonly pages: Pages<Item>;
  /** Shown where there are no items. */
  readonly empty: ComponentChildren;
  /** Whether what the items are shown with is there, too. */
  readonly isReady?: boolean;
  children(items: readonly Item[]): ComponentChildren;
}

/** A list with its pages: what is shown stays while the next is loaded. */
export function List<Item>({
  pages: { items, refusal, isLoading, hasMore, newCount, hasMoreNew, more, reload },
  empty,
  isReady = true,
  children,
}: ListProps<Item>) {
  return (
    <div class="list" aria-busy={isLoading || !isReady}>
      {refusal && <ProblemBox refusal={refusal} retry={reload} />}
      {newCount > 0 && (
        <p class="new-items">
          <button type="button" class="button" disabled={isLoading} onClick={reload}>
            {hasMoreNew ? `${newCount} or more new` : `${newCount} new`}
          </button>
        </p>
      )}
      {items && isReady ? (items.length > 0 ? children(items) : empty) : (isLoading || !isReady) && <Loading />}
      {hasMore && isReady && (
        <p class="more">
          <button type="button" class="button" disabled={isLoading} onClick={more}>
            Show more
          </button>
        </p>
      )}
    </div>
  );
}

/** On narrow screens each row stands as a list, in which the cells carry the heads of their columns. */
function useCellLabels() {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const heads = [...table.current!.tHead!.rows[0]!.cells].map((cell) => cell.textContent);
    for (const row of table.current!.tBodies[0]!.rows)
      [...row.cells].forEach((cell, index) => cell.setAttribute('data-label', heads[index] ?? ''));
  });
  return table;
}

interface TableProps {
  readonly label: string;
  readonly head: readonly (string | readonly [string, string])[];
  /**
   * On narrow screens each row is a few short lines without visible labels: the cell `lead` and the cell `when` on the first one, then the
   * others. A cell has its label before it if it is `named`, and a number has its unit in `data-unit`.
   */
  readonly isBrief?: boolean;
  readonly children: ComponentChildren;
}

/** A table that scrolls by itself where it is wider than the page. */
export function Table({ label, head, isBrief = false, children }: TableProps) {
  const table = useCellLabels();
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table ref={table} class={isBrief ? 'stacks brief' : 'stacks'}>
        <thead>
          <tr>
            {head.map((cell) => {
              const [text, kind] = typeof cell === 'string' ? [cell, undefined] : cell;
              return (
                <th key={text} scope="col" class={kind}>
                  {text}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Names and values side by side. */
export function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
