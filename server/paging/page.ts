import type { RequestContext } from '../access/request-context.ts';
import type { Cursors, CursorScope, Position } from './cursor.ts';

export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** One page of a list in keyset order: opens the request's cursor and closes the page with the next one. */
export class Pager {
  readonly #cursors: Cursors;
  readonly #scope: CursorScope;

  constructor(cursors: Cursors, list: string, context: RequestContext) {
    this.#cursors = cursors;
    this.#scope = { list, agencyId: context.data.reach.agencyId, path: context.path };
  }

  /** The sort key after which the page begins; undefined on the first page. */
  after(cursor: string | undefined): string[] | undefined {
    return cursor === undefined ? undefined : this.#cursors.decode(this.#scope, cursor);
  }

  /** `rows` were read with `limit + 1`: the surplus row tells that another page follows. */
  page<Row, Item>(rows: readonly Row[], limit: number, present: (row: Row) => Item, positionOf: (row: Row) => Position): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      data: shown.map(present),
      next_cursor: hasMore ? this.#cursors.encode(this.#scope, positionOf(last)) : null,
    };
  }
}
