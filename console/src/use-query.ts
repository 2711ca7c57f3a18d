import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ServiceError } from '../../sdk/src/errors.ts';
import { serviceErrorOf } from './errors.ts';
import { useInterval, useLatest } from './hooks.ts';
import { connection, isOffline, useReconnect } from './offline.ts';

interface QueryState<Data> {
  readonly data?: Data;
  readonly error?: ServiceError;
  readonly isLoading: boolean;
}

export interface Query<Data> extends QueryState<Data> {
  /** Requests the data again; the present data stays until the response arrives. */
  reload(): void;
}

function reportedError(thrown: unknown): ServiceError {
  const error = serviceErrorOf(thrown);
  if (isOffline(error)) connection.lost();
  return error;
}

/** Data of the service, requested again whenever a dependency changes and at the interval. Responses to earlier requests are ignored. */
export function useQuery<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: readonly unknown[],
  everyMs?: number,
): Query<Data> {
  const [state, setState] = useState<QueryState<Data>>({ isLoading: true });
  const [round, setRound] = useState(0);
  const latest = useLatest(load);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const settle = (next: (before: QueryState<Data>) => QueryState<Data>) => void (signal.aborted || setState(next));
    settle((before) => ({ ...before, isLoading: true }));
    latest.current(signal).then(
      (data) => settle(() => ({ data, isLoading: false })),
      (thrown: unknown) => {
        if (signal.aborted) return;
        const error = reportedError(thrown);
        settle((before) => ({ ...before, error, isLoading: false }));
      },
    );
    return () => ending.abort();
  }, [...dependencies, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const { error, ...rest } = state;
  const isLost = error !== undefined && isOffline(error);
  useReconnect(() => isLost && reload());
  useInterval(reload, everyMs);
  // The banner reports that the service is offline. Until it responds, earlier data stays.
  return isLost ? { ...rest, isLoading: true, reload } : { ...state, reload };
}

export interface Action {
  readonly isBusy: boolean;
  readonly error?: ServiceError;
  /** A change, which runs once at a time. Resolves with whether it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, 'run'>>({ isBusy: false });
  const isBusy = useRef(false);
  const run = useCallback(async (work: () => Promise<unknown>) => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setState({ isBusy: true });
    try {
      await work();
      setState({ isBusy: false });
      return true;
    } catch (thrown) {
      setState({ isBusy: false, error: reportedError(thrown) });
      return false;
    } finally {
      isBusy.current = false;
    }
  }, []);
  return { ...state, run };
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

export interface Pages<Item> {
  readonly items: readonly Item[] | undefined;
  readonly error?: ServiceError;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  /** Items of the latest first page that are not shown yet. */
  readonly newCount: number;
  /** True if there may be more than `newCount` new items, because no item of the latest first page is shown. */
  readonly hasMoreNew: boolean;
  more(): void;
  /** Starts again with the first page. */
  reload(): void;
  /** Reads the first page again. Shown items are updated in place, and new ones are counted. An empty list shows them at once. */
  refresh(): void;
}

/** A paginated list, whose first page is requested again whenever a dependency changes. */
export function usePages<Item extends { readonly id: string }>(
  load: (cursor: string | undefined) => Promise<Page<Item>>,
  dependencies: readonly unknown[],
): Pages<Item> {
  const first = useQuery(() => load(undefined), dependencies);
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
  const error = next.error ?? first.error;

  const current = useLatest({ load, first });
  const refresh = useCallback(() => {
    const { load, first } = current.current;
    if (!first.data?.data.length) return first.reload();
    // A list that was loaded meanwhile is newer.
    const settle = ({ data }: Page<Item>) => void (current.current.first.data === first.data && setLatest(data));
    load(undefined).then(settle, () => undefined);
  }, []);

  return {
    items: first.data && shown.map((item) => latestById.get(item.id) ?? item),
    ...(error ? { error } : {}),
    isLoading: first.isLoading || next.isBusy,
    hasMore: cursor !== null,
    newCount,
    hasMoreNew: newCount > 0 && newCount === latest.length,
    more: () => void (cursor !== null && next.run(async () => setLater([...later, await load(cursor)]))),
    reload: first.reload,
    refresh,
  };
}
