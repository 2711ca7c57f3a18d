import type { Row } from './cells.ts';
import type { Context } from './context.ts';
import type { ListPage } from './output.ts';
import { nameColumn, namedReference } from './name-columns.ts';
import { sourceOf } from './references.ts';
import type { Reference } from './referring-fields.ts';

/**
 * Adds the names of creators, employees and agencies to rows that refer to them: with `--fields`, only requested names, else all names in a
 * table, and none in other formats. A key that cannot read the names sees only ids.
 */
export async function withNames(context: Context, rows: readonly Row[], known = new Map<Reference, Promise<Names>>()): Promise<Row[]> {
  const wanted = new Set(
    rows.flatMap((row) => Object.keys(row).filter((column) => typeof row[column] === 'string' && isWanted(context, row, column))),
  );
  if (wanted.size === 0) return [...rows];
  const names = new Map<string, Names>();
  await Promise.all(
    [...wanted].map(async (column) => {
      const reference = namedReference(column)!;
      if (!known.has(reference)) known.set(reference, readNames(context, reference));
      names.set(column, await known.get(reference)!);
    }),
  );
  return rows.map((row) => addNames(row, names));
}

type Names = ReadonlyMap<string, string>;

async function readNames(context: Context, reference: Reference): Promise<Names> {
  try {
    const found = await sourceOf(reference).list(context, {});
    return new Map(found.map(({ id, name }) => [id, name]));
  } catch {
    return new Map();
  }
}

function isWanted({ output }: Context, row: Row, column: string): boolean {
  if (namedReference(column) === undefined || Object.hasOwn(row, nameColumn(column))) return false;
  // The account has the name of the creator, which is already shown.
  if (column === 'account_id' && output.fields === undefined && Object.hasOwn(row, 'creator_id')) return false;
  return output.fields === undefined ? output.format === 'table' : output.fields.includes(nameColumn(column));
}

function addNames(row: Row, names: ReadonlyMap<string, Names>): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      const found = names.get(column);
      const name = found?.get(value as string) ?? null;
      return found === undefined || found.size === 0
        ? [[column, value]]
        : [
            [column, value],
            [nameColumn(column), name],
          ];
    }),
  );
}

/** As `withNames`, for each page as it arrives. Names are read once. */
export async function* withNamesOfPages(context: Context, pages: AsyncIterable<ListPage>): AsyncGenerator<ListPage> {
  const known = new Map<Reference, Promise<Names>>();
  for await (const page of pages) yield { ...page, data: await withNames(context, page.data as readonly Row[], known) };
}
