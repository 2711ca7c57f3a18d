import { ConfigError } from '../config/config.ts';
import { EmbeddedPostgresError } from '../database/embedded/postgres-place.ts';

/** A condition without which the start, or a command, cannot continue. Its message is all that the operator needs to read. */
export class StartError extends Error {}

/** What the operator reads of a failure. */
export function reasonOf(error: unknown): string {
  const isExpected = error instanceof ConfigError || error instanceof StartError || error instanceof EmbeddedPostgresError;
  return isExpected ? error.message : ((error as Error).stack ?? String(error));
}

/** Has the process end with the failure. */
export function failWith(error: unknown): void {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
