import { Presets, SingleBar } from 'cli-progress';
import { pollDelayMs } from './back-off.ts';
import { pause } from './interruption.ts';

/** A progress bar. */
export interface Progress {
  update(value: number, payload?: Record<string, unknown>): void;
  stop(): void;
}

/** Shows a bar on a terminal, and nothing elsewhere. With `total` 0, for input of unknown length, it shows only the note. */
export function startProgress(stream: NodeJS.WriteStream, total: number, label: string): Progress {
  if (!stream.isTTY) return { update: () => undefined, stop: () => undefined };
  const format = total === 0 ? `${label} {note}` : `${label} {bar} {percentage}% {note} | {eta_formatted} left`;
  const bar = new SingleBar({ stream, format, hideCursor: true, clearOnComplete: false, barsize: 30 }, Presets.shades_classic);
  bar.start(total, 0, { note: '' });
  return {
    update: (value, payload = {}) => bar.update(value, payload),
    stop: () => bar.stop(),
  };
}

/** A task of the service whose progress a command shows. */
interface Followed<State> {
  readonly started: State;
  readonly read: () => Promise<State>;
  readonly countOf: (state: State) => number;
  /** The expected count at the end. */
  readonly total: number;
}

/** Polls a task until it has ended or the signal aborts, shows its progress, and returns its last state. */
export async function followTask<State extends { readonly ended_at: string | null }>(
  stream: NodeJS.WriteStream,
  label: string,
  { started, read, countOf, total }: Followed<State>,
  signal: AbortSignal,
): Promise<State> {
  const bar = startProgress(stream, total, label);
  let state = started;
  try {
    for (let polls = 0; !signal.aborted && state.ended_at === null; polls += 1) {
      await pause(pollDelayMs(polls), signal);
      state = await read();
      bar.update(Math.min(countOf(state), total), { note: `${countOf(state)} of ${total}` });
    }
    return state;
  } finally {
    bar.stop();
  }
}
