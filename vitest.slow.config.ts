import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/** Tests that take long or need other programs: browsers, other languages, generators, failing processes, benchmarks. */
export default defineConfig({
  ...quick,
  test: {
    ...quick.test,
    include: ['test/**/*.slow.test.ts'],
    exclude: [],
    maxConcurrency: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
