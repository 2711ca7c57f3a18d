import { ConnectionError, ServiceError, TimeoutError, isProblem, UnexpectedResponseError } from '@agency-service/sdk';
import { backOffMs } from './back-off.ts';
import { pause } from './interruption.ts';
import type { Output } from './output.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** Whether the service may answer the same call later: it is not there, is stopping, or has too much to do. */
export function mayPass(error: unknown): error is ServiceError {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  return (isProblem(error) || error instanceof UnexpectedResponseError) && (error.status >= 500 || error.status === 429);
}

/**
 * Calls until the service answers, or the signal ends it. The waits double up to half a minute; the user is notified when the
 * service goes away, and when it is back.
 */
export async function throughOutages<Result>(
  call: () => Promise<Result>,
  output: Output,
  signal: AbortSignal,
): Promise<Result | undefined> {
  for (let failures = 0; ; failures += 1) {
    try {
      const result = await call();
      if (failures > 0) output.note('The service responds again.');
      return result;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!mayPass(error)) throw error;
      const waitMs = Math.max(backOffMs(failures, firstWaitMs, longestWaitMs), error.retryAfterMs ?? 0);
      output.note(`The service does not respond (${error.message}). Retrying in ${Math.ceil(waitMs / 1000)} s.`);
      await pause(waitMs, signal);
      if (signal.aborted) return undefined;
    }
  }
}
