import { AbortError } from './errors.ts';

/** One page of a list. `next_cursor` is null on the last page. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

/**
 * A list that is read page by page during iteration:
 * `for await (const order of client.orders.listAll({ order_types: ['tip'] }))`.
 */
export interface PagedList<Item> extends AsyncIterable<Item> {
  /** The same list as whole pages. */
  pages(): AsyncIterable<Page<Item>>;
}

/** First cursor of a list, and the signal that ends it. */
export interface PagingOptions {
  readonly firstCursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads pages until the last one. `readPage` receives the cursor of the page, undefined for the first. An abort ends it before the next item. */
export function paged<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
  { firstCursor, signal }: PagingOptions = {},
): PagedList<Item> {
  async function* pages(): AsyncGenerator<Page<Item>> {
    let cursor: string | undefined = firstCursor;
    do {
      const page = await readPage(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) {
        for (const item of page.data) {
          if (signal?.aborted) throw new AbortError('The list', signal);
          yield item;
        }
      }
    },
  };
}
