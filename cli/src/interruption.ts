import { setTimeout } from 'node:timers/promises';

/** Functions that stop the running work at an interruption. */
const running = new Set<() => void>();

/** Stops all running work at an interruption. False if there is none. */
export function interrupt(): boolean {
  for (const stop of running) stop();
  return running.size > 0;
}

/** Ctrl-C, a termination request, and the closing of the terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs interruptible work: an interruption aborts its signal. */
export async function untilInterrupted<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  running.add(stop);
  // A second signal of a kind ends the process at once.
  for (const name of signals) process.once(name, stop);
  try {
    return await run(controller.signal);
  } finally {
    running.delete(stop);
    for (const name of signals) process.off(name, stop);
  }
}

/** Resolves after the time, or at once when the signal aborts. */
export async function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(delayMs, undefined, { signal }).catch(() => undefined);
}
