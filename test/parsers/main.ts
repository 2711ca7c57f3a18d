import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The long form: more texts than in the gate, from another seed each time. */
const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string', default: String(randomInt(2 ** 31)) } },
  allowPositionals: true,
});
for (const [name, text] of Object.entries(values))
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} takes a whole number from 1 on`);

console.log(`again: npm run fuzz:parsers -- --runs ${values.runs} --seed ${values.seed}`);
const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
// What follows the options is part of the names of the parsers to try.
const chosen = positionals.flatMap((text) => ['-t', text]);
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/parsers', '--testTimeout', '0', '--reporter', 'verbose', ...chosen], {
  cwd: join(import.meta.dirname, '../..'),
  env: { ...process.env, PARSER_RUNS: values.runs, PARSER_SEED: values.seed },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
