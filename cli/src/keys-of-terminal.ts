/** What a key does; `label` is shown in the list of keys. */
export interface KeyBinding {
  readonly label: string;
  readonly press: () => void | Promise<void>;
}

const interruptKey = '\u0003';

/**
 * Reads single keys of a terminal until the signal ends it. Without a terminal nothing is read. Ctrl-C interrupts the process as usual.
 */
export function readKeys(stdin: NodeJS.ReadStream, bindings: Readonly<Record<string, KeyBinding>>, signal: AbortSignal): boolean {
  if (!stdin.isTTY || typeof stdin.setRawMode !== 'function') return false;
  const onData = (text: string): void => {
    for (const key of text) {
      if (key === interruptKey) process.kill(process.pid, 'SIGINT');
      else void bindings[key]?.press();
    }
  };
  stdin.setRawMode(true);
  stdin.setEncoding('utf8').on('data', onData).resume();
  signal.addEventListener(
    'abort',
    () => {
      stdin.off('data', onData).pause();
      stdin.setRawMode(false);
    },
    { once: true },
  );
  return true;
}
