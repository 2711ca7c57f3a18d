import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ServiceError } from '../../sdk/src/errors.ts';
import { isAway, reach, useBack } from './away.ts';
import { serviceErrorOf } from './errors.ts';

interface Asked<Data> {
  readonly data?: Data;
  readonly refusal?: ServiceError;
  readonly isLoading: boolean;
}

export interface Loaded<Data> extends Asked<Data> {
  /** Asks again; what is shown stays until the answer is there. */
  reload(): void;
}

/** What the service answers, asked again whenever a dependency changes. An answer that came too late is not shown. */
export function useAnswer<Data>(load: () => Promise<Data>, dependencies: readonly unknown[]): Loaded<Data> {
  const [asked, setAsked] = useState<Asked<Data>>({ isLoading: true });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: (before: Asked<Data>) => Asked<Data>) => void (isCurrent && setAsked(next));
    settle((before) => ({ ...before, isLoading: true }));
    latest.current().then(
      (data) => settle(() => ({ data, isLoading: false })),
      (error: unknown) => {
        const refusal = serviceErrorOf(error);
        if (isCurrent && isAway(refusal)) reach.lost();
        settle(({ data }) => ({ ...(data === undefined ? {} : { data }), refusal, isLoading: false }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [...dependencies, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const { refusal } = asked;
  const isLost = refusal !== undefined && isAway(refusal);
  useBack(() => isLost && reload());
  if (!isLost) return { ...asked, reload };
  // The page says once that the service is away. Until it is back, what was read before stays.
  return { ...(asked.data === undefined ? {} : { data: asked.data }), isLoading: true, reload };
}

export interface Action {
  readonly isBusy: boolean;
  readonly refusal?: ServiceError;
  /** Does what changes something, once at a time. Resolves with whether it was done. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

export function useAction(): Action {
  const [state, setState] = useState<{ isBusy: boolean; refusal?: ServiceError }>({ isBusy: false });
  const isBusy = useRef(false);
  const run = useCallback(async (work: () => Promise<unknown>) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setState({ isBusy: true });
    try {
      await work();
      setState({ isBusy: false });
      return true;
    } catch (error) {
      const refusal = serviceErrorOf(error);
      if (isAway(refusal)) reach.lost();
      setState({ isBusy: false, refusal });
      return false;
    } finally {
      isBusy.current = false;
    }
  }, []);
  return { ...state, run };
}

/** Calls again and again while the page is shown. */
export function useInterval(work: () => void, everyMs: number): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

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
