import { defineConfig } from 'vitest/config';

/** Clients of other generators. They need other languages, and take longer than the other tests do together. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/clients/*.test.ts'],
    // Shows why a client is skipped.
    reporters: ['verbose'],
    globalSetup: ['test/support/built.ts', 'test/support/postgres.ts'],
    maxConcurrency: 2,
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
