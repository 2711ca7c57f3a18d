import type { ListPage, ListView, Output } from './output.ts';
import { checkPageOptions } from './shared-options.ts';

/** The requested part of a list. */
export interface Extent {
  /** The number of items, over several pages if necessary. */
  readonly limit: number;
  /** Every item, regardless of the limit. */
  readonly all?: boolean;
  /** The cursor of the first page. */
  readonly cursor?: string | undefined;
}

type ReadPage = (page: { limit: number; cursor?: string }) => Promise<ListPage>;

/** Prints the requested part of a list. */
export async function printList(output: Output, read: ReadPage, extent: Extent, maxPageItems: number, view: ListView): Promise<void> {
  checkPageOptions(extent);
  await output.pages(readPages(read, extent, maxPageItems), view);
}

/** Reads pages until the limit. The cursor of the last page continues the list. */
async function* readPages(read: ReadPage, { limit, all, cursor }: Extent, maxPageItems: number): AsyncGenerator<ListPage> {
  let left = all ? Number.POSITIVE_INFINITY : limit;
  let next = cursor;
  do {
    const page = await read({ limit: Math.min(left, maxPageItems), ...(next !== undefined && { cursor: next }) });
    yield page;
    left -= page.data.length;
    next = page.next_cursor ?? undefined;
  } while (next !== undefined && left > 0);
}
