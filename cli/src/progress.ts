import { Presets, SingleBar } from 'cli-progress';

/** A progress bar. */
export interface Progress {
  update(value: number, payload?: Record<string, unknown>): void;
  stop(): void;
}

/** Starts a bar on a terminal, and nothing elsewhere. With `total` 0, it shows only the note, for input of unknown length. */
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
