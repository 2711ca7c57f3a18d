import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import quick from './vitest.config.ts';

/** Those that take longest. They begin first, so that none of them runs alone at the end. */
const longest = ['process/bench', 'generation/contributing', 'versions/beryl', 'clients/clients', 'clients/python-package', 'docs/browser'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(`/test/${name}.slow.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Tests that take long or need other programs: browsers, other languages, generators, failing processes, benchmarks. */
export default defineConfig({
  ...quick,
  test: {
    ...quick.test,
    include: ['test/**/*.slow.test.ts'],
    exclude: [],
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
