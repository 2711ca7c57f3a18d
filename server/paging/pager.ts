import type { Problems } from '../../generated/problems.ts';
import type { ScopedModels, ReplicatedRows } from '../access/scope/scoped-models.ts';
import type { ScopedTable } from '../access/scope/scoped-tables.ts';
import type { RequestContext } from '../access/request-context.ts';
import type { Statement } from '../database/client/sql.ts';
import type { FoundRow } from '../orm/model-rows.ts';
import type { Find } from '../orm/model-statements.ts';
import type { Rows } from '../models/tables.ts';
import type { Cursors, CursorScope, CursorPosition } from './cursor.ts';

export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** Reads the cursor of a request, and creates the page with the next one. */
export class KeysetPager<Key extends readonly (string | number)[] = readonly string[]> {
  readonly #cursors: Cursors;
  readonly #scope: CursorScope;
  readonly #problems: Problems<'invalid_cursor'>;

  constructor(cursors: Cursors, scope: CursorScope, problems: Problems<'invalid_cursor'>) {
    this.#cursors = cursors;
    this.#scope = scope;
    this.#problems = problems;
  }

  /** The sort key before the page; undefined for the first page. Throws `invalid_cursor`. */
  after(cursor: string | undefined): Key | undefined {
    if (cursor === undefined) return undefined;
    const position = this.#cursors.decode(this.#scope, cursor);
    if (position) return this.keyIn(position);
    throw this.#problems.problem('invalid_cursor', {
      detail: 'The cursor was altered or belongs to another list. Send next_cursor as it was received, or none for the first page.',
    });
  }

  /**
   * `rows` were read with `limit + 1`: an additional row shows that another page follows. So does `readTo`, the key at which reading
   * stopped early.
   */
  page<Row, Item>(rows: readonly Row[], limit: number, present: (row: Row) => Item, keyOf: (row: Row) => Key, readTo?: Key): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const end = rows.length > limit && last !== undefined ? keyOf(last) : readTo;
    return { data: shown.map((row) => present(row)), next_cursor: end ? this.#cursors.encode(this.#scope, this.positionOf(end)) : null };
  }

  protected keyIn(position: CursorPosition): Key {
    return position as unknown as Key;
  }

  protected positionOf(key: Key): CursorPosition {
    return key;
  }
}

/**
 * A page that may be read from a replica. The cursor contains the position of the primary at the first page, so that later pages from other replicas
 * include everything that existed then.
 */
export class Pager extends KeysetPager {
  readonly #data: ScopedModels;
  /** Undefined for the first page, null for a cursor without it. */
  #firstPosition: number | null | undefined;

  constructor(cursors: Cursors, list: string, context: Pick<RequestContext, 'data' | 'path'> & Problems<'invalid_cursor'>) {
    super(cursors, { list, agencyId: context.data.tenantScope.agencyId, path: context.path }, context);
    this.#data = context.data;
  }

  /** Call `after` first. */
  read<Row>(statement: Statement): Promise<Row[]> {
    return this.#data.queryReplica<Row>(statement, this.#firstPosition);
  }

  rows<Name extends ScopedTable, Names extends keyof Rows[Name], Values = object>(
    table: ReplicatedRows<Name>,
    find: Find<Rows[Name], Names, Values>,
  ): Promise<FoundRow<Name, Names, Values>[]> {
    return table.rowsOnReplica(find, this.#firstPosition);
  }

  protected override keyIn(position: CursorPosition): string[] {
    this.#firstPosition = position.find((part) => typeof part === 'number') ?? null;
    return position.filter((part) => typeof part === 'string');
  }

  protected override positionOf(key: readonly string[]): CursorPosition {
    const firstPosition = this.#firstPosition ?? this.#data.position;
    return firstPosition === undefined ? key : [...key, firstPosition];
  }
}
