import { Presets, SingleBar } from 'cli-progress';

/** A bar that says how far a long command has come. */
export interface Progress {
  update(value: number, payload?: Record<string, unknown>): void;
  stop(): void;
}

/**
 * A bar on the standard error output; nothing where that is not a terminal. With `total` 0 there is no bar, only the
 * count, for input whose end is not known.
 */
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
