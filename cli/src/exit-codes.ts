/** Exit codes of the process. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  notFound: 3,
  refused: 4,
  partlyDone: 5,
} as const;

/** The meaning of each exit code. */
export const exitMeanings = ['done', 'failed', 'wrong usage', 'not found', 'refused', 'partly done'];

/** Wrong usage. The message names the mistake and the accepted values. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The error of a command that stops, with its exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
