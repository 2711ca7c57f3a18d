import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** An error that no test caught: it fails a run, also where each test has passed. */
export interface UncaughtError {
  /** The test file that ran; absent where none is known, as of a worker that ended. */
  readonly file: string | undefined;
  readonly message: string;
}

/** Writes a run's uncaught errors to the file that `UNCAUGHT_ERRORS` names. */
export default class UncaughtErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]): void {
    const uncaught = errors.map((error): UncaughtError => ({
      file: error['VITEST_TEST_PATH'] as string | undefined,
      message: [error.stack ?? error.message, (error.cause as Error | undefined)?.stack].filter(Boolean).join('\n'),
    }));
    writeFileSync(process.env['UNCAUGHT_ERRORS']!, JSON.stringify(uncaught));
  }
}
