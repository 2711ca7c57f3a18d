import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { isAway, reach, useBack } from './away.ts';
import type { ServiceError } from '../../sdk/src/errors.ts';
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
