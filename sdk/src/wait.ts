/** Resolves after the time, or at once when the signal aborts. */
export function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
