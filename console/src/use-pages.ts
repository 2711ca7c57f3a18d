import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useAction, useAnswer } from './use-answer.ts';
import type { ServiceError } from '../../sdk/src/errors.ts';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

export interface Pages<Item> {
  readonly items: readonly Item[] | undefined;
  readonly refusal?: ServiceError;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  /** Items of the latest first page that are not shown yet. */
  readonly newCount: number;
  /** Whether there may be more of them than `newCount`: the latest first page has none that is shown. */
  readonly hasMoreNew: boolean;
  more(): void;
  /** Begins again with the first page. */
  reload(): void;
  /**
   * Reads the first page again without moving what is shown: shown items change in their places, and new ones are counted. An empty list
   * shows them at once.
   */
  refresh(): void;
}

/** A paginated list, whose first page is requested again whenever a dependency changes. */
export function usePages<Item extends { readonly id: string }>(
  load: (cursor: string | undefined) => Promise<Page<Item>>,
  dependencies: readonly unknown[],
): Pages<Item> {
  const first = useAnswer(() => load(undefined), dependencies);
  const [later, setLater] = useState<readonly Page<Item>[]>([]);
  const [latest, setLatest] = useState<readonly Item[]>([]);
  const next = useAction();
  useEffect(() => {
    setLater([]);
    setLatest([]);
  }, [first.data]);

  const pages = first.data ? [first.data, ...later] : [];
  const cursor = pages.at(-1)?.next_cursor ?? null;
  const latestById = new Map(latest.map((item) => [item.id, item]));
  const shown = pages.flatMap(({ data }) => data);
  const shownIds = new Set(shown.map(({ id }) => id));
  const newCount = latest.filter(({ id }) => !shownIds.has(id)).length;
  const refusal = next.refusal ?? first.refusal;

  const current = useRef({ load, first });
  current.current = { load, first };
  const refresh = useCallback(() => {
    const { load, first } = current.current;
    if (!first.data?.data.length) return first.reload();
    // What the list was replaced with meanwhile is newer.
    const settle = ({ data }: Page<Item>) => void (current.current.first.data === first.data && setLatest(data));
    load(undefined).then(settle, () => undefined);
  }, []);

  return {
    items: first.data && shown.map((item) => latestById.get(item.id) ?? item),
    ...(refusal ? { refusal } : {}),
    isLoading: first.isLoading || next.isBusy,
    hasMore: cursor !== null,
    newCount,
    hasMoreNew: newCount > 0 && newCount === latest.length,
    more: () => void (cursor !== null && next.run(async () => setLater([...later, await load(cursor)]))),
    reload: first.reload,
    refresh,
  };
}
