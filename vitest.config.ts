import { defineConfig } from 'vitest/config';
import { noteStatements } from './test/statements/note-plugin.ts';
import { workers } from './test/support/workers.ts';

export default defineConfig({
  plugins: [noteStatements(import.meta.dirname)],
  // The command line’s modules use the SDK’s sources, as tests do: errors are compared by their classes.
  resolve: {
    alias: [
      { find: /^@agency-service\/sdk$/, replacement: `${import.meta.dirname}/sdk/src/index.ts` },
      { find: /^@agency-service\/sdk\/operator$/, replacement: `${import.meta.dirname}/sdk/src/operator.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.slow.test.ts'],
    reporters: ['default', './test/support/slow-tests.ts'],
    globalSetup: ['test/support/duration.ts', 'test/support/temporary.ts', 'test/support/built.ts', 'test/support/postgres.ts'],
    pool: 'forks',
    maxWorkers: workers,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a machine that others use too, what comes next may take seconds.
    expect: { poll: { timeout: 15_000 } },
    // Files share the modules of their worker: the server is loaded once per worker, not once per file.
    isolate: false,
  },
});
