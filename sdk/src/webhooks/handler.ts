import type { KnownWebhookEvent, WebhookEvent } from '../schemas.ts';
import { verifyWebhook, type VerifyWebhookOptions, type WebhookHeaders, WebhookVerificationError } from '../verify-webhook.ts';
import { memoryStore } from './memory-store.ts';
import type { EventStore } from './store.ts';

/** Functions for events, by type; `default` takes the events of every type without one, also of types that were added later. */
export type EventHandlers<Version extends string = string> = {
  readonly [Type in KnownWebhookEvent<Version>['type']]?: (event: Extract<KnownWebhookEvent<Version>, { type: Type }>) => unknown;
} & { readonly default?: (event: WebhookEvent<Version>) => unknown };

/** Settings of {@link createWebhookHandler}. */
export interface WebhookHandlerOptions<Version extends string = string> extends Pick<
  VerifyWebhookOptions,
  'toleranceSeconds' | 'formerBrand'
> {
  /** The endpoint's signing secret; several during a rotation; or a function that returns them for each delivery. */
  secrets: string | readonly string[] | (() => string | readonly string[] | Promise<string | readonly string[]>);
  /** Functions for events. An event is handled if its function returns or its promise resolves. */
  on: EventHandlers<Version>;
  /** Where handled events are remembered, so that one that arrives again is not handled again. In memory by default; `false` for nowhere. */
  deduplicate?: EventStore | false;
  /** How long a claim lasts whose process ended, in milliseconds: more than your functions take. 60000 by default. */
  leaseMs?: number;
  /** After this time the delivery is answered with 503 while the function continues, in milliseconds. 8000 by default. */
  answerWithinMs?: number;
  /** Longest body that is read, in bytes; a longer one is answered with 413. 1 MiB by default, which is twice what the service sends. */
  maxBodyBytes?: number;
  /** Receives what a function or the store threw, with the event, and why a delivery was refused. `console.error` by default. */
  onError?: (error: unknown, event?: WebhookEvent<Version>) => void;
}

/** The response to a delivery. */
export interface WebhookAnswer {
  /** 204 if the event was handled, now or before; otherwise the service sends it again. */
  readonly status: number;
  /** The reason why it was not handled. Empty with 204. */
  readonly body: string;
}

/** Answers deliveries. The adapters, such as `forExpress`, connect it with a framework. */
export interface WebhookHandler {
  /** Verifies a delivery, handles its event, and resolves with what to answer. It never rejects. */
  respond(rawBody: unknown, headers: WebhookHeaders): Promise<WebhookAnswer>;
  /** Longest body that is read, in bytes. */
  readonly maxBodyBytes: number;
}

const answer = (status: number, body = ''): WebhookAnswer => ({ status, body });

/**
 * Verifies deliveries and passes each event to the function of its type.
 *
 * The service delivers every event at least once. With a store, a function that ends runs once for each event. It runs again if it failed,
 * or if its process ended before: the event was not answered with 204, so the service sends it again.
 *
 * @typeParam Version The version that the endpoint is pinned to, by its name or its date. By default the newest.
 * @example
 * const handler = createWebhookHandler({ secrets, on: { 'order.created': (event) => queue.add(event.data) } });
 * app.post('/webhooks', forExpress(handler));
 */
export function createWebhookHandler<Version extends string = string>({
  secrets,
  on,
  deduplicate = memoryStore(),
  leaseMs = 60_000,
  answerWithinMs = 8_000,
  maxBodyBytes = 1_048_576,
  // eslint-disable-next-line no-console -- a receiver without a log of its own shall see why events fail
  onError = console.error,
  ...options
}: WebhookHandlerOptions<Version>): WebhookHandler {
  if (!(maxBodyBytes > 0)) throw new TypeError('maxBodyBytes: a number of bytes is required');
  const running = new Map<string, Promise<WebhookAnswer>>();

  function report(error: unknown, event?: WebhookEvent<Version>): void {
    try {
      onError(error, event);
    } catch {
      // The answer does not depend on a log.
    }
  }

  async function handle(event: WebhookEvent<Version>, store: EventStore | false): Promise<WebhookAnswer> {
    const act = on[(Object.hasOwn(on, event.type) ? event.type : 'default') as 'default'];
    if (!act) return answer(204);
    const token = crypto.randomUUID();
    let failed = 'store_failed';
    try {
      const claim = store ? await store.claim(event.id, token, leaseMs) : 'claimed';
      if (claim !== 'claimed') return claim === 'done' ? answer(204) : answer(503, 'running');
      failed = 'handler_failed';
      await act(event);
    } catch (error) {
      report(error, event);
      if (store) await store.release(event.id, token).catch((reason: unknown) => report(reason, event));
      return answer(500, failed);
    }
    // A claim that cannot be completed expires.
    if (store) await store.complete(event.id, token).catch((reason: unknown) => report(reason, event));
    return answer(204);
  }

  /** The outcome of an event. The same event, if it arrives while the function runs, gets the same outcome. */
  function outcomeOf(event: WebhookEvent<Version>): Promise<WebhookAnswer> {
    if (!deduplicate) return handle(event, false);
    const outcome = running.get(event.id) ?? handle(event, deduplicate).finally(() => running.delete(event.id));
    running.set(event.id, outcome);
    return outcome;
  }

  return {
    maxBodyBytes,
    async respond(rawBody, headers) {
      try {
        // A text has at least as many bytes as characters.
        const isShort = typeof rawBody === 'string' && rawBody.length <= maxBodyBytes;
        const body = isShort ? new TextEncoder().encode(rawBody) : rawBody;
        const { byteLength, length } = Object(body) as { byteLength?: number; length?: number };
        if ((byteLength ?? length ?? 0) > maxBodyBytes) return answer(413, 'too_large');
        const valid = typeof secrets === 'function' ? await secrets() : secrets;
        const event = await verifyWebhook<Version>(body as Uint8Array, headers, valid, options);
        let timer;
        const late = new Promise<WebhookAnswer>((resolve) => (timer = setTimeout(resolve, answerWithinMs, answer(503, 'running'))));
        const first = await Promise.race([outcomeOf(event), late]);
        clearTimeout(timer);
        return first;
      } catch (error) {
        report(error);
        if (!(error instanceof WebhookVerificationError)) return answer(500, 'failed');
        // A setting of this receiver is wrong, so the service must send the delivery again.
        return ['raw_body_required', 'invalid_secret'].includes(error.reason) ? answer(500, error.message) : answer(400, error.reason);
      }
    },
  };
}
