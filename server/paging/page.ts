import type { Problems } from '../../generated/problems.ts';
import type { ScopedModels, ReplicatedRows } from '../access/scope/scoped-models.ts';
import type { ScopedTable } from '../access/scope/scoped-tables.ts';
import type { RequestContext } from '../access/request-context.ts';
import type { Statement } from '../database/client/sql.ts';
import type { Found } from '../orm/model-rows.ts';
import type { Find } from '../orm/model-statements.ts';
import type { Rows } from '../models/tables.ts';
import type { Cursors, CursorScope } from './cursor.ts';

export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/**
 * One page of a list in keyset order: opens the request's cursor, reads, and closes the page with the next one. Pages may
 * come from different replicas, so the cursor carries where the primary was when the walk began: every later page is read
 * where at least that is seen, and misses nothing that was there.
 */
export class Pager {
  readonly #cursors: Cursors;
  readonly #scope: CursorScope;
  readonly #data: ScopedModels;
  readonly #problems: Problems<'invalid_cursor'>;
  /** Undefined on a first page, null for a cursor without it. */
  #walkBegan: number | null | undefined;

  constructor(cursors: Cursors, list: string, context: Pick<RequestContext, 'data' | 'path'> & Problems<'invalid_cursor'>) {
    this.#cursors = cursors;
    this.#problems = context;
    this.#scope = { list, agencyId: context.data.tenantScope.agencyId, path: context.path };
    this.#data = context.data;
  }

  /** The sort key after which the page begins; undefined on the first page. Throws `invalid_cursor`. */
  after(cursor: string | undefined): string[] | undefined {
    if (cursor === undefined) return undefined;
    const position = this.#cursors.decode(this.#scope, cursor);
    if (!position) {
      throw this.#problems.problem('invalid_cursor', {
        detail: 'The cursor was altered or belongs to another list. Send next_cursor as it was received, or none for the first page.',
      });
    }
    this.#walkBegan = position.find((part) => typeof part === 'number') ?? null;
    return position.filter((part) => typeof part === 'string');
  }

  /** Rows from where this page may be read, taken from the cursor: after `after`. */
  read<Row>(statement: Statement): Promise<Row[]> {
    return this.#data.queryReplica<Row>(statement, this.#walkBegan);
  }

  /** Rows of a table from there. */
  rows<Name extends ScopedTable, Names extends keyof Rows[Name], Values = object>(
    table: ReplicatedRows<Name>,
    find: Find<Rows[Name], Names, Values>,
  ): Promise<Found<Name, Names, Values>[]> {
    return table.rowsOnReplica(find, this.#walkBegan);
  }

  /**
   * `rows` were read with `limit + 1`: the surplus row shows that another page follows. Where reading ended before the list
   * does, it went up to the key `readTo`, after which the next page begins.
   */
  page<Row, Item>(
    rows: readonly Row[],
    limit: number,
    present: (row: Row) => Item,
    keyOf: (row: Row) => readonly string[],
    readTo?: readonly string[],
  ): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const end = rows.length > limit && last !== undefined ? keyOf(last) : readTo;
    return { data: shown.map(present), next_cursor: end ? this.#cursorAfter(end) : null };
  }

  #cursorAfter(key: readonly string[]): string {
    const walkBegan = this.#walkBegan ?? this.#data.position;
    return this.#cursors.encode(this.#scope, walkBegan === undefined ? key : [...key, walkBegan]);
  }
}
