import { ConfigError } from '../config/config.ts';
import { EmbeddedPostgresError } from '../database/embedded/postgres-place.ts';

/** A start or a command cannot continue. The message contains all that the operator needs. */
export class StartError extends Error {}

/** The message of an expected failure, or the stack of another one. */
export function reasonOf(error: unknown): string {
  const isExpected = error instanceof ConfigError || error instanceof StartError || error instanceof EmbeddedPostgresError;
  return isExpected ? error.message : ((error as Error).stack ?? String(error));
}

/** Prints the failure, and lets the process end with it. */
export function failWith(error: unknown): void {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
