import { typeName } from './checks.ts';
import { AbortError, InvalidArgumentError, ServiceError } from './errors.ts';

/** One page of a list. `next_cursor` is null on the last page. */
export interface Page<Item> {
  /** The items of the page. */
  data: Item[];
  /** The `cursor` of the next page; null on the last one. */
  next_cursor: string | null;
}

/**
 * A list that is read page by page during iteration:
 * `for await (const order of client.orders.listAll({ order_types: ['tip'] }))`.
 */
export interface PagedList<Item> extends AsyncIterable<Item> {
  /** The same list as whole pages. */
  pages(): AsyncIterable<Page<Item>>;
  /** The first `max` items of the list, or all if it has fewer. It reads no more pages than it needs. */
  toArray(options: ToArrayOptions): Promise<Item[]>;
}

/** Settings of `toArray`. */
export interface ToArrayOptions {
  /** The most items, so that a long list does not fill the memory. */
  max: number;
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
      const page = await readWithCursor(cursor, () => readPage(cursor));
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  async function* items(): AsyncGenerator<Item> {
    let cursor = firstCursor;
    for await (const page of pages()) {
      for (const item of page.data) {
        if (signal?.aborted) throw withPageCursor(cursor, new AbortError('The list', signal));
        yield item;
      }
      cursor = page.next_cursor ?? undefined;
    }
  }
  return {
    pages,
    [Symbol.asyncIterator]: items,
    async toArray({ max }) {
      if (!Number.isInteger(max) || max < 1)
        throw new InvalidArgumentError('max', `a whole number from 1 on is required, not ${typeName(max)}`);
      const found: Item[] = [];
      for await (const item of items()) {
        found.push(item);
        if (found.length === max) break;
      }
      return found;
    },
  };
}

/** The error with the cursor of the page at which the list ended. */
function withPageCursor<Thrown>(cursor: string | undefined, error: Thrown): Thrown {
  return error instanceof ServiceError && cursor !== undefined ? Object.assign(error, { cursor }) : error;
}

async function readWithCursor<Result>(cursor: string | undefined, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw withPageCursor(cursor, error);
  }
}
