import { createParser } from 'eventsource-parser';
import { versioned, type Connection } from './api.ts';

/** The events of the live stream: queued, attempted or settled deliveries, or the state of the endpoints. */
export type LiveMessage =
  | {
      readonly event: 'deliveries';
      readonly data: { readonly deliveries: readonly { readonly endpoint_id: string }[]; readonly is_complete: boolean };
    }
  | { readonly event: 'endpoints'; readonly data: { readonly endpoints: readonly { readonly id: string }[] } };

export type LiveState = 'connecting' | 'live' | 'off';

export interface Live {
  /** Calls for every message until the function that it returns is called. */
  subscribe(listener: (message: LiveMessage) => void): () => void;
  close(): void;
}

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** Statuses after which a retry is useless: unauthenticated, forbidden, not found. */
const finalStatuses = [400, 401, 403, 404];

/** Reads one stream to its end. Resolves with whether another one is worth a try. */
async function readStream(connection: Connection, signal: AbortSignal, onOpen: () => void, onMessage: (message: LiveMessage) => void) {
  const { baseUrl, headers, onUnknown } = versioned(connection);
  const response = await fetch(`${baseUrl}/v1/webhooks/live`, { headers: { ...headers, accept: 'text/event-stream' }, signal });
  if (response.status === 401) onUnknown();
  if (!response.ok || !response.body) return !finalStatuses.includes(response.status);
  onOpen();
  const parser = createParser({
    onEvent: ({ event, data }) => onMessage({ event, data: JSON.parse(data) as unknown } as LiveMessage),
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value);
  return true;
}

/** Reads streams until the end, each after the other ended, with waits that grow while nothing answers. */
async function readStreams(
  connection: Connection,
  signal: AbortSignal,
  onState: (state: LiveState) => void,
  onMessage: (message: LiveMessage) => void,
): Promise<void> {
  let waitMs = firstWaitMs;
  const opened = () => {
    waitMs = firstWaitMs;
    onState('live');
  };
  while (!signal.aborted) {
    onState('connecting');
    const isWorthATry = await readStream(connection, signal, opened, onMessage).catch(() => true);
    if (!isWorthATry) return onState('off');
    const wait = waitMs;
    await new Promise((resolve) => setTimeout(resolve, wait));
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

/** What tabs send each other. A new tab asks for the state. */
type TabMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'message'; readonly message: LiveMessage };

/**
 * The name under which the tabs of a browser share a stream: it differs by what proves to the service who asks. Undefined where a browser
 * does not offer locks, which is so on pages without TLS.
 */
async function sharedName({ baseUrl, headers }: Connection): Promise<string | undefined> {
  if (!('locks' in navigator) || !('subtle' in crypto)) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify([baseUrl, headers])));
  return `live ${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The agency's live stream, which the tabs of a browser share: the tab that has the lock reads it and passes everything on to the others. When
 * it closes, the next tab has the lock.
 */
export function openLive(connection: Connection, onState: (state: LiveState) => void): Live {
  const listeners = new Set<(message: LiveMessage) => void>();
  const closing = new AbortController();
  const { signal } = closing;
  const onMessage = (message: LiveMessage) => listeners.forEach((listener) => listener(message));

  const share = async (name: string) => {
    const channel = new BroadcastChannel(name);
    signal.addEventListener('abort', () => channel.close());
    const post = (message: TabMessage) => void (signal.aborted || channel.postMessage(message));
    let ownState: LiveState | undefined;
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'message') onMessage(data.message);
      else if (data.kind === 'state') onState(data.state);
      else if (ownState) post({ kind: 'state', state: ownState });
    };
    post({ kind: 'hello' });
    await navigator.locks.request(name, { signal }, async () => {
      const setState = (state: LiveState) => {
        ownState = state;
        onState(state);
        post({ kind: 'state', state });
      };
      const pass = (message: LiveMessage) => {
        onMessage(message);
        post({ kind: 'message', message });
      };
      await readStreams(connection, signal, setState, pass);
      // Another tab would be refused as well.
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
  };

  const run = async () => {
    const name = await sharedName(connection);
    if (signal.aborted) return;
    if (name === undefined) await readStreams(connection, signal, onState, onMessage);
    else
      await share(name).catch((error: unknown) => {
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
