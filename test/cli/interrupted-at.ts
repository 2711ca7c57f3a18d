import { interrupt } from '../../cli/src/interruption.ts';
import type { Run } from './run-svc.ts';

/** Runs a command within this process, and interrupts it when it sends the nth of its requests to a path. */
export async function interruptedAt(nth: number, path: RegExp, command: () => Promise<Run>): Promise<Run> {
  const { fetch } = globalThis;
  let seen = 0;
  globalThis.fetch = (url, init) => {
    if (path.test(new URL(url instanceof Request ? url.url : url).pathname) && ++seen === nth) interrupt();
    return fetch(url, init);
  };
  try {
    return await command();
  } finally {
    globalThis.fetch = fetch;
  }
}
