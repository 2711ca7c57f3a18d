import { isProblem, type Client, type Schemas } from '@agency-service/sdk';
import type { Context } from './context.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { pause, untilInterrupted } from './interruption.ts';
import { pollDelayMs } from './back-off.ts';
import type { Output } from './output.ts';
import { retryThroughOutages } from './outage.ts';
import { printable } from './text.ts';

type DeliveryDetail = Schemas['WebhookDeliveryDetail'];
type Attempts = DeliveryDetail['attempts'];

/** The default wait for deliveries. It is longer than the retry schedule. */
export const defaultWaitSeconds = 900;

/** The final state of an awaited delivery. */
interface AwaitedDelivery {
  /** `pending` if the wait ended first. */
  readonly status: 'delivered' | 'failed' | 'pending';
  readonly attempts: Attempts;
}

/** Waits until a delivery was delivered or has failed, or until the signal ends the wait. Reports each attempt as soon as it is known. */
async function awaitDelivery(
  client: Client,
  ids: { readonly endpoint_id: string; readonly delivery_id: string },
  output: Output,
  signal: AbortSignal,
  onAttempt: (attempt: Attempts[number], number: number) => void = () => undefined,
): Promise<AwaitedDelivery> {
  let reported: Attempts = [];
  for (let polls = 0; !signal.aborted; polls += 1) {
    const delivery = await retryThroughOutages(() => readDelivery(client, ids, signal), output, signal);
    if (delivery === undefined) break;
    // If an endpoint is disabled before a replay's first attempt, the delivery appears only in the list of failures.
    if (delivery === null) return { status: 'failed', attempts: reported };
    for (const [at, attempt] of delivery.attempts.entries()) if (at >= reported.length) onAttempt(attempt, at + 1);
    reported = delivery.attempts;
    const status = (['delivered', 'failed'] as const).find((ended) => ended === delivery.status);
    if (status !== undefined) return { status, attempts: reported };
    await pause(pollDelayMs(polls), signal);
  }
  return { status: 'pending', attempts: reported };
}

async function readDelivery(
  client: Client,
  ids: { readonly endpoint_id: string; readonly delivery_id: string },
  signal: AbortSignal,
): Promise<DeliveryDetail | null> {
  try {
    return await client.webhooks.getDelivery(ids, { signal });
  } catch (error) {
    if (isProblem(error, 'unknown_webhook_delivery')) return null;
    throw error;
  }
}

/** The first attempt of a delivery, or undefined if the signal ends the wait before. */
export async function awaitFirstAttempt(
  client: Client,
  ids: { readonly endpoint_id: string; readonly delivery_id: string },
  output: Output,
  signal: AbortSignal,
): Promise<Attempts[number] | undefined> {
  const found = new AbortController();
  const { attempts } = await awaitDelivery(client, ids, output, AbortSignal.any([signal, found.signal]), () => found.abort());
  return attempts[0];
}

/** Waits for a queued delivery, shows its attempts and prints its outcome; throws if it was not delivered. */
export async function reportOutcome<Queued extends { readonly delivery_id: string }>(
  { output }: Context,
  client: Client,
  endpointId: string,
  queued: Queued,
  waitSeconds: number,
): Promise<void> {
  const { status, attempts } = await untilInterrupted((signal) => {
    output.note(`Waiting for the delivery ${queued.delivery_id}. It continues if you press Ctrl-C.`);
    const end = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1_000)]);
    const ids = { endpoint_id: endpointId, delivery_id: queued.delivery_id };
    return awaitDelivery(client, ids, output, end, (attempt, number) => output.note(`Attempt ${number}: ${attemptText(attempt)}`));
  });
  output.record({ ...queued, status, attempts });
  if (status === 'failed') throw new CommandError('the delivery failed.');
  if (status === 'pending') throw new CommandError('the wait ended before the delivery did.', exitCodes.partlyDone);
}

/** The status and the duration of a response, or the error of an attempt without one. */
export function responseText(status: number | null, durationMs: number | null, error: string | null, detail: string | null): string {
  if (status !== null) return `${status} in ${durationMs} ms`;
  if (error === null) return 'no response';
  return detail === null ? error : `${error} (${detail})`;
}

/** The response to an attempt with the beginning of its body, on one line. */
export function attemptText({ status_code, duration_ms, error, error_detail, response_excerpt }: Attempts[number]): string {
  const answer = responseText(status_code, duration_ms, error, error_detail);
  const body = printable(response_excerpt ?? '').trim();
  return `${answer}${status_code === null ? ` in ${duration_ms} ms` : ''}${body === '' ? '' : `: ${body.slice(0, 200)}`}`;
}
