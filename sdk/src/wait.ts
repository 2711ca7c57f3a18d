import { onAbort } from './on-abort.ts';

/** Resolves after the time, or at once when the signal aborts. */
export function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      release();
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    const release = onAbort(signal, end);
    if (signal?.aborted) end();
  });
}
