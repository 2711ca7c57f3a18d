import { ConnectionError, ServiceError, TimeoutError, isProblem, UnexpectedResponseError } from '@agency-service/sdk';
import { backOffMs } from './back-off.ts';
import { pause } from './interruption.ts';
import type { Output } from './output.ts';

const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

/** Errors after which the same call may succeed later: the service is unreachable, stopping or overloaded. */
export function isTransient(error: unknown): error is ServiceError {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  return (isProblem(error) || error instanceof UnexpectedResponseError) && (error.status >= 500 || error.status === 429);
}

/** Repeats a call until the service responds or the signal aborts, and notifies the user of the outage and of its end. */
export async function retryThroughOutages<Result>(
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
      if (!isTransient(error)) throw error;
      const waitMs = Math.max(backOffMs(failures, firstWaitMs, maxWaitMs), error.retryAfterMs ?? 0);
      output.note(`The service does not respond (${error.message}). Retrying in ${Math.ceil(waitMs / 1000)} s.`);
      await pause(waitMs, signal);
      if (signal.aborted) return undefined;
    }
  }
}
