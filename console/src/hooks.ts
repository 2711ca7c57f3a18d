import { useEffect, useReducer, useRef } from 'preact/hooks';

/** The value of the latest render, for callbacks that outlive their render. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

export function useEventListener<Of extends Event>(target: EventTarget, type: string, listener: (event: Of) => void): void {
  const latest = useLatest(listener);
  useEffect(() => {
    const listen = (event: Event) => latest.current(event as Of);
    target.addEventListener(type, listen);
    return () => target.removeEventListener(type, listen);
  }, [target, type]);
}

/** Renders again at each `change` event. */
export function useChanges(target: EventTarget): void {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEventListener(target, 'change', () => render(undefined));
}

/** Calls `work` repeatedly while the page is visible, unless the interval is undefined. */
export function useInterval(work: () => void, everyMs: number | undefined): void {
  const latest = useLatest(work);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
