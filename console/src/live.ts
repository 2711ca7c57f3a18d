import type { LiveEvent } from '../../sdk/src/live-events.ts';
import { backOffMs } from '../../sdk/src/retry.ts';
import type { ClientOptions, PublicApi } from './clients.ts';
import { serviceErrorOf, statusOf } from './errors.ts';
import { connection } from './offline.ts';

export type LiveState = 'connecting' | 'live' | 'off';

export interface Live {
  /** Calls the listener for each event until the returned function is called. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
  close(): void;
}

interface Reader {
  onState(state: LiveState): void;
  onEvent(event: LiveEvent): void;
}

const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

/** Statuses after which a retry is useless. */
const finalStatuses = [400, 401, 403, 404];

/** Reads one stream after the other, with a backoff while the service does not respond. */
async function readStreams(api: PublicApi, signal: AbortSignal, { onState, onEvent }: Reader): Promise<void> {
  let failures = 0;
  const onAnswer = ({ status }: { readonly status: number }) => {
    if (status !== 200) return;
    failures = 0;
    onState('live');
  };
  onState('connecting');
  while (!signal.aborted) {
    try {
      for await (const event of api.webhooks.watch({}, { signal, onAnswer })) onEvent(event);
    } catch (error) {
      if (finalStatuses.includes(statusOf(serviceErrorOf(error)))) return onState('off');
    }
    onState('connecting');
    await new Promise((resolve) => setTimeout(resolve, backOffMs(failures, firstWaitMs, maxWaitMs)));
    failures += 1;
  }
}

/** Messages between tabs. A new tab requests the state with `hello`. */
type TabMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'event'; readonly event: LiveEvent };

/** The name of the stream that tabs with the same credentials share. Undefined without TLS: browsers then offer no locks. */
async function sharedName({ baseUrl, headers }: ClientOptions): Promise<string | undefined> {
  if (!('locks' in navigator) || !('subtle' in crypto)) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify([baseUrl, headers])));
  return `live ${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The tab that has the lock reads the stream and forwards it to the others. When it closes, the next tab gets the lock. */
async function readTogether(name: string, api: PublicApi, signal: AbortSignal, { onState, onEvent }: Reader): Promise<void> {
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  const post = (message: TabMessage) => void (signal.aborted || channel.postMessage(message));
  let ownState: LiveState | undefined;
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'event') onEvent(data.event);
    else if (data.kind === 'state') onState(data.state);
    else if (ownState) post({ kind: 'state', state: ownState });
  };
  post({ kind: 'hello' });
  await navigator.locks.request(name, { signal }, async () => {
    await readStreams(api, signal, {
      onState(state) {
        ownState = state;
        onState(state);
        post({ kind: 'state', state });
      },
      onEvent(event) {
        onEvent(event);
        post({ kind: 'event', event });
      },
    });
    // Another tab would be refused as well.
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
}

export function openLive(options: ClientOptions, api: PublicApi, onState: (state: LiveState) => void): Live {
  const listeners = new Set<(event: LiveEvent) => void>();
  const closing = new AbortController();
  const { signal } = closing;
  let isFirst = true;
  const reader: Reader = {
    onState(state) {
      // A page without other requests learns from its stream that the service has stopped.
      if (state === 'connecting' && !isFirst) connection.check();
      isFirst = false;
      onState(state);
    },
    onEvent: (event) => listeners.forEach((listener) => listener(event)),
  };
  const run = async () => {
    const name = await sharedName(options);
    if (signal.aborted) return;
    if (name === undefined) await readStreams(api, signal, reader);
    else
      await readTogether(name, api, signal, reader).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  };
  void run();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => closing.abort(),
  };
}
