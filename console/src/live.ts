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

/** The agency's live stream. It is opened again when it ends, after waits that grow while nothing answers. */
export function openLive(connection: Connection, onState: (state: LiveState) => void): Live {
  const listeners = new Set<(message: LiveMessage) => void>();
  const closing = new AbortController();
  const { signal } = closing;

  const run = async () => {
    let waitMs = firstWaitMs;
    while (!signal.aborted) {
      onState('connecting');
      const opened = () => {
        waitMs = firstWaitMs;
        onState('live');
      };
      const tell = (message: LiveMessage) => listeners.forEach((listener) => listener(message));
      const isWorthATry = await readStream(connection, signal, opened, tell).catch(() => true);
      if (!isWorthATry) return onState('off');
      const wait = waitMs;
      await new Promise((resolve) => setTimeout(resolve, wait));
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
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
