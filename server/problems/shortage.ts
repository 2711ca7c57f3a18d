/** The system errors of a process or host that has no resources left to open a file or connection. */
const shortages: Readonly<Record<string, string>> = {
  EMFILE: 'The service has too many open files and connections.',
  ENFILE: 'The host of the service has too many open files.',
  ENOBUFS: 'The host of the service is out of network buffers.',
  ENOMEM: 'The host of the service is out of memory.',
  EADDRNOTAVAIL: 'The service has no free local port to open a connection from.',
};

export const shortageCodes: readonly string[] = Object.keys(shortages);

/** What is short, in a sentence, where the error or its cause says so. */
export function shortageOf(error: unknown): string | undefined {
  const { cause, parent } = (error ?? {}) as { cause?: unknown; parent?: unknown };
  for (const found of [error, cause, parent]) {
    const { code } = (found ?? {}) as { code?: unknown };
    if (typeof code === 'string' && Object.hasOwn(shortages, code)) return shortages[code];
  }
  return undefined;
}
