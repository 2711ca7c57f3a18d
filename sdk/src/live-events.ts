import { AbortError, ConnectionError } from './errors.ts';
import type { components } from './generated/api.ts';

/** A string that is not a known name of an event. A plain `string` would prevent TypeScript from distinguishing the known events. */
declare enum UnknownEventName {
  unknown = 'a name of an event that this release of the package does not know',
}

/** An event of a stream whose name was added to the service after this release of the package. */
export interface UnknownStreamEvent {
  /** Name of the event, which this release of the package does not know. */
  readonly event: UnknownEventName;
  /** The data of the event. Its members are not known here. */
  readonly data: { readonly [member: string]: unknown };
}

/** An event of a live stream: the state of the endpoints, changed deliveries, or one that was added later. */
export type LiveEvent =
  | { readonly event: 'endpoints'; readonly data: components['schemas']['LiveEndpoints'] }
  | { readonly event: 'deliveries'; readonly data: components['schemas']['LiveDeliveries'] }
  | UnknownStreamEvent;

/** An event of a listener's stream: the state of its endpoint, an attempt to deliver, why the stream ends, or one that was added later. */
export type ListenerEvent =
  | { readonly event: 'listener'; readonly data: components['schemas']['ListenerState'] }
  | { readonly event: 'attempt'; readonly data: components['schemas']['ListenerAttempt'] }
  | { readonly event: 'ended'; readonly data: components['schemas']['ListenerEnd'] }
  | UnknownStreamEvent;

/** Reads server-sent events as they arrive, and closes the stream when the caller stops or the signal aborts. */
export async function* readEvents(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<LiveEvent | ListenerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let waiting = '';
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read()).catch((cause: unknown) => {
        if (signal?.aborted) throw new AbortError('The stream', signal);
        throw new ConnectionError('The stream broke off', { cause });
      });
      if (done) return;
      const blocks = (waiting + decoder.decode(value, { stream: true })).split('\n\n');
      waiting = blocks.pop() ?? '';
      for (const block of blocks) {
        if (signal?.aborted) throw new AbortError('The stream', signal);
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The service sends something every 15 seconds: a stream that is silent for longer lost its connection without a notice. */
const maxSilenceMs = 45_000;

function withinSilence<Result>(read: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing was received for ${maxSilenceMs / 1000} s`)), maxSilenceMs);
    read.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The event of a block of lines; undefined for a comment. */
function eventOf(block: string): LiveEvent | ListenerEvent | undefined {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  const valuesOf = (field: string) => lines.flatMap((line) => (line?.[1] === field ? [line[2]] : []));
  const [event] = valuesOf('event');
  return event === undefined
    ? undefined
    : ({ event, data: JSON.parse(valuesOf('data').join('\n')) as unknown } as LiveEvent | ListenerEvent);
}
