interface Listener {
  readonly functions: Set<() => void>;
  readonly abort: () => void;
}

const listeners = new WeakMap<AbortSignal, Listener>();

/**
 * Calls the function when the signal aborts, until the returned function is called. All calls of a signal share one listener: Node 20 warns of a leak
 * from eleven on.
 */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined || signal.aborted) return () => undefined;
  const { functions, abort } = listeners.get(signal) ?? listen(signal);
  functions.add(act);
  return () => {
    functions.delete(act);
    if (functions.size > 0) return;
    listeners.delete(signal);
    signal.removeEventListener('abort', abort);
  };
}

function listen(signal: AbortSignal): Listener {
  const functions = new Set<() => void>();
  const abort = (): void => {
    for (const each of [...functions]) each();
  };
  const listener = { functions, abort };
  listeners.set(signal, listener);
  signal.addEventListener('abort', abort, { once: true });
  return listener;
}
