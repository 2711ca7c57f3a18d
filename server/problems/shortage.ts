/** System errors of a process or host without resources for a file or connection. */
const shortages: Readonly<Record<string, string>> = {
  EMFILE: 'The service has too many open files and connections.',
  ENFILE: 'The host of the service has too many open files.',
  ENOBUFS: 'The host of the service is out of network buffers.',
  ENOMEM: 'The host of the service is out of memory.',
  EADDRNOTAVAIL: 'The service has no free local port to open a connection from.',
};

export const shortageCodes: readonly string[] = Object.keys(shortages);

/** The error and its causes, also those of Sequelize. */
export function chainOf(error: unknown): unknown[] {
  const { cause, parent } = (error ?? {}) as { cause?: unknown; parent?: unknown };
  return [error, cause, parent];
}

/** A sentence, if the error or its cause is a shortage. */
export function shortageOf(error: unknown): string | undefined {
  const codes = chainOf(error).map((found) => (found as { code?: unknown } | null | undefined)?.code);
  const code = codes.find((each) => typeof each === 'string' && Object.hasOwn(shortages, each));
  return code === undefined ? undefined : shortages[code as string];
}
