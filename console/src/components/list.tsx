import type { ComponentChildren } from 'preact';
import { count } from '../format.ts';
import type { Pages } from '../use-query.ts';
import { Button } from './button.tsx';
import { ErrorBox, Loading } from './feedback.tsx';

type Look = 'number' | 'row-actions' | 'lead' | 'when' | 'whole-line' | 'named' | 'long' | 'data-state' | 'header';

/** A column: its head, its cells, their class, and options that depend on the row. A `header` cell names its row. */
export type Column<Row> = readonly [
  head: string,
  cell: (row: Row) => ComponentChildren,
  look?: Look,
  more?: { readonly tone?: (row: Row) => string; /** The unit of a number on narrow screens. */ readonly unit?: (row: Row) => string },
];

export interface TableProps<Row> {
  /** The name of the region in which a wide table scrolls; without it, the table does not scroll. */
  readonly label?: string;
  readonly columns: readonly (Column<Row> | false)[];
  readonly rows: readonly Row[];
  readonly empty?: ComponentChildren;
  /**
   * On narrow screens, the cells of a `stacks` row are below each other, each with its column's header. A `brief` row has a few short lines
   * without visible headers: `lead` and `when` on the first line, then the other cells. A `named` cell keeps its header.
   */
  readonly kind?: 'stacks' | 'stacks brief' | 'distribution' | 'plain';
  onRow?: ((event: MouseEvent) => void) | undefined;
}

export function Table<Row extends object>({ label, columns, rows, empty, kind = 'stacks', onRow }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const shown = columns.filter((column) => column !== false);
  const table = (
    <table class={kind === 'plain' ? undefined : kind}>
      <thead>
        <tr>
          {shown.map(([head, , look]) => (
            <th key={head} scope="col" class={look === 'number' || look === 'row-actions' ? look : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={'id' in row ? (row.id as string) : index} onClick={onRow}>
            {shown.map(([head, cell, look, { tone, unit } = {}]) =>
              look === 'header' ? (
                <th key={head} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={head} class={`${look ?? ''} ${tone?.(row) ?? ''}`.trim() || undefined} data-label={head} data-unit={unit?.(row)}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (label === undefined) return table;
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      {table}
    </div>
  );
}

interface ListProps<Item extends object> extends Omit<TableProps<Item>, 'rows'> {
  readonly pages: Pages<Item>;
  /** False while the rows wait for additional data. */
  readonly isReady?: boolean;
}

/** A paginated table. Its rows stay visible while the next page loads. */
export function List<Item extends object>({ pages, isReady = true, ...table }: ListProps<Item>) {
  const { items, error, isLoading, hasMore, newCount, hasMoreNew, more, reload } = pages;
  return (
    <div class="list" aria-busy={isLoading || !isReady}>
      {error && <ErrorBox error={error} retry={reload} />}
      {newCount > 0 && (
        <p class="new-items">
          <Button disabled={isLoading} onClick={reload}>
            {`${count(newCount)} ${hasMoreNew ? 'or more new' : 'new'}`}
          </Button>
        </p>
      )}
      {items && isReady ? <Table rows={items} {...table} /> : (isLoading || !isReady) && <Loading />}
      {hasMore && isReady && (
        <p class="more">
          <Button disabled={isLoading} onClick={more}>
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}

export const DetailList = ({
  of,
  look = 'details',
}: {
  of: readonly (readonly [name: string, value: ComponentChildren] | false)[];
  look?: 'details' | 'tiles';
}) => (
  <dl class={look}>
    {of.map(
      (fact, index) =>
        fact && (
          <div key={index}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
);
