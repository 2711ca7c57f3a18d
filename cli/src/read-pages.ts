import type { ListPage } from './output.ts';

/** How much of a list is wanted. */
export interface Extent {
  /** How many items, over as many pages as that takes. */
  readonly limit: number;
  /** Every item, whatever the limit. */
  readonly all: boolean;
  /** Where to begin; at the beginning without it. */
  readonly cursor?: string | undefined;
}

type ReadPage = (page: { limit: number; cursor?: string }) => Promise<ListPage>;

/** Reads a list page by page until there is enough. The last page ends where the list can be continued. */
export async function* readPages(read: ReadPage, { limit, all, cursor }: Extent, longestPage: number): AsyncGenerator<ListPage> {
  let left = all ? Number.POSITIVE_INFINITY : limit;
  let next = cursor;
  do {
    const page = await read({ limit: Math.min(left, longestPage), ...(next !== undefined && { cursor: next }) });
    yield page;
    left -= page.data.length;
    next = page.next_cursor ?? undefined;
  } while (next !== undefined && left > 0);
}
