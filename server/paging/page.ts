import type { Problems } from '../../generated/problems.ts';
import type { ScopedModels, ReplicatedRows } from '../access/scope/scoped-models.ts';
import type { ScopedTable } from '../access/scope/scoped-tables.ts';
import type { RequestContext } from '../access/request-context.ts';
import type { Statement } from '../database/client/sql.ts';
import type { FoundRow } from '../orm/model-rows.ts';
import type { Find } from '../orm/model-statements.ts';
import type { Rows } from '../models/tables.ts';
import type { Cursors, CursorScope, Position } from './cursor.ts';

export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** One page of a list in keyset order: opens the request's cursor, and closes the page with the next one. */
export class KeysetPager<Key extends readonly (string | number)[] = readonly string[]> {
  readonly #cursors: Cursors;
  readonly #scope: CursorScope;
  readonly #problems: Problems<'invalid_cursor'>;

  constructor(cursors: Cursors, scope: CursorScope, problems: Problems<'invalid_cursor'>) {
    this.#cursors = cursors;
    this.#scope = scope;
    this.#problems = problems;
  }

  /** The sort key after which the page begins; undefined on the first page. Throws `invalid_cursor`. */
  after(cursor: string | undefined): Key | undefined {
    if (cursor === undefined) return undefined;
    const position = this.#cursors.decode(this.#scope, cursor);
    if (position) return this.keyIn(position);
    throw this.#problems.problem('invalid_cursor', {
      detail: 'The cursor was altered or belongs to another list. Send next_cursor as it was received, or none for the first page.',
    });
  }

  /**
   * `rows` were read with `limit + 1`: the surplus row shows that another page follows. Where reading ended before the list
   * does, it went up to the key `readTo`, after which the next page begins.
   */
  page<Row, Item>(rows: readonly Row[], limit: number, present: (row: Row) => Item, keyOf: (row: Row) => Key, readTo?: Key): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const end = rows.length > limit && last !== undefined ? keyOf(last) : readTo;
    return { data: shown.map((row) => present(row)), next_cursor: end ? this.#cursors.encode(this.#scope, this.positionOf(end)) : null };
  }

  /** The key in the position of a cursor. */
  protected keyIn(position: Position): Key {
    return position as unknown as Key;
  }

  protected positionOf(key: Key): Position {
    return key;
  }
}

/**
 * A page that may be read from a replica. Pages may come from different replicas, so the cursor carries where the primary was when the walk
 * began: every later page is read where at least that is seen, and misses nothing that was there.
 */
export class Pager extends KeysetPager {
  readonly #data: ScopedModels;
  /** Undefined on a first page, null for a cursor without it. */
  #walkBegan: number | null | undefined;

  constructor(cursors: Cursors, list: string, context: Pick<RequestContext, 'data' | 'path'> & Problems<'invalid_cursor'>) {
    super(cursors, { list, agencyId: context.data.tenantScope.agencyId, path: context.path }, context);
    this.#data = context.data;
  }

  /** Rows from where this page may be read, taken from the cursor: after `after`. */
  read<Row>(statement: Statement): Promise<Row[]> {
    return this.#data.queryReplica<Row>(statement, this.#walkBegan);
  }

  /** Rows of a table from there. */
  rows<Name extends ScopedTable, Names extends keyof Rows[Name], Values = object>(
    table: ReplicatedRows<Name>,
    find: Find<Rows[Name], Names, Values>,
  ): Promise<FoundRow<Name, Names, Values>[]> {
    return table.rowsOnReplica(find, this.#walkBegan);
  }

  protected override keyIn(position: Position): string[] {
    this.#walkBegan = position.find((part) => typeof part === 'number') ?? null;
    return position.filter((part) => typeof part === 'string');
  }

  protected override positionOf(key: readonly string[]): Position {
    const walkBegan = this.#walkBegan ?? this.#data.position;
    return walkBegan === undefined ? key : [...key, walkBegan];
  }
}
