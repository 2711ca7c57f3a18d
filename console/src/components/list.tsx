import type { ComponentChildren } from 'preact';
import type { Pages } from '../use-answer.ts';
import { Loading, ProblemBox } from './feedback.tsx';

interface ListProps<Item> {
  readonly pages: Pages<Item>;
  /** What stands where there are no items. */
  readonly empty: ComponentChildren;
  children(items: readonly Item[]): ComponentChildren;
}

/** A list with its pages: what is shown stays while the next is loaded. */
export function List<Item>({ pages: { items, refusal, isLoading, hasMore, more, reload }, empty, children }: ListProps<Item>) {
  return (
    <div class="list" aria-busy={isLoading}>
      {refusal && <ProblemBox refusal={refusal} retry={reload} />}
      {items ? (items.length > 0 ? children(items) : empty) : isLoading && <Loading />}
      {hasMore && (
        <p class="more">
          <button type="button" class="button" disabled={isLoading} onClick={more}>
            Show more
          </button>
        </p>
      )}
    </div>
  );
}

/** A table that scrolls by itself where it is wider than the page. */
export function Table({
  label,
  head,
  children,
}: {
  label: string;
  head: readonly (string | readonly [string, string])[];
  children: ComponentChildren;
}) {
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table>
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
