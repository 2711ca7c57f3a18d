import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Tests that took at least this long are listed at the end of a run. */
const slowMs = 5_000;
const listed = 25;

interface Timed {
  readonly name: string;
  readonly durationMs: number;
}

/** The slowest first, a line each; empty where none reached the threshold. */
export function slowest(tests: readonly Timed[]): string[] {
  const slow = tests.filter(({ durationMs }) => durationMs >= slowMs).toSorted((a, b) => b.durationMs - a.durationMs);
  const lines = slow.slice(0, listed).map(({ name, durationMs }) => `${(durationMs / 1_000).toFixed(1).padStart(7)} s  ${name}`);
  return slow.length > listed ? [...lines, `          and ${slow.length - listed} more`] : lines;
}

/** Prints at the end of a run which tests were slow. */
export default class SlowTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${relative(process.cwd(), module.moduleId)} > ${test.fullName}`,
        durationMs: test.diagnostic()?.duration ?? 0,
      })),
    );
    const lines = slowest(tests);
    if (lines.length > 0) process.stdout.write(`\nTests that took ${slowMs / 1_000} seconds or longer:\n${lines.join('\n')}\n`);
  }
}
