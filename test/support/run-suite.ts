import { spawnSync } from 'node:child_process';

export interface Suite {
  /** The environment variable that makes the tests use the program. */
  readonly variable: string;
  /** Why the program cannot be used here; undefined where it can. */
  readonly missing: () => string | undefined;
  /** The tests that run where none are named, below `test/`. */
  readonly some: readonly string[];
}

/** Runs the tests named on the command line, or else some of each part. With `--prepare` it only checks that the program is here. */
export function runSuite({ variable, missing, some }: Suite): void {
  const named = process.argv.slice(2);
  const reason = missing();
  if (reason) {
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
  if (named.includes('--prepare')) return;
  const paths = named.length > 0 ? named : some.map((path) => `test/${path}`);
  const { status } = spawnSync('vitest', ['run', ...paths], { stdio: 'inherit', env: { ...process.env, [variable]: '1' } });
  process.exit(status ?? 1);
}
