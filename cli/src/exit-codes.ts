/** Exit codes of the process. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  notFound: 3,
  refused: 4,
  partlyDone: 5,
} as const;

/** The command line is not right. The message says what was wrong and what is accepted. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command that cannot continue, with the exit code that says how far it came. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
