import { describe, test } from 'vitest';
import { tryOut } from './parser.ts';
import { parsers } from './parsers.ts';

/** The same texts at every run: `npm run fuzz:parsers` tries others, and more of them. */
const runs = Number(process.env['PARSER_RUNS'] ?? 200);
const seed = Number(process.env['PARSER_SEED'] ?? 20_260_706);

describe('whatever it is given', () => {
  test.each(parsers.map((parser) => [parser.name, parser] as const))('%s', (_name, parser) => tryOut(parser, runs, seed));
});
