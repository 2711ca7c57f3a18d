import { StageFailure } from './stage.ts';

/** Ends the process with what is wrong. */
export function reportFailure(error: unknown): never {
  if (!(error instanceof StageFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
