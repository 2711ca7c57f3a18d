import { CommandError, UsageError } from './exit-codes.ts';

export const formats = ['table', 'json', 'ndjson', 'csv'] as const;
export type Format = (typeof formats)[number];

/** The options of the output. */
export interface FormatOptions {
  json?: boolean;
  output?: Format;
  fields?: string[];
  jq?: string;
  /** Begins CSV with a byte order mark. */
  bom?: boolean;
}

/** The format of a run: the requested one, else a table on a terminal and JSON in a pipe. */
export function formatOf({ json, output, jq, bom }: FormatOptions, isTerminal: boolean): Format {
  if (bom && output !== 'csv') throw new UsageError('--bom is for CSV: use it with --output csv.');
  if (json && output !== undefined && output !== 'json') throw new UsageError(`--json and --output ${output} cannot be combined.`);
  if (jq !== undefined && (output === 'table' || output === 'csv'))
    throw new UsageError(`--jq requires JSON: --output json or ndjson, not ${output}. The filter @csv writes CSV.`);
  if (output !== undefined) return output;
  return json || jq !== undefined || !isTerminal ? 'json' : 'table';
}

/** True if the arguments request JSON. Also works if commander refuses the arguments. */
export function isForProgram(args: readonly string[]): boolean {
  return args.some((arg, at) => {
    if (arg === '--json' || /^--output=(nd)?json$/.test(arg) || /^-o(nd)?json$/.test(arg)) return true;
    return (arg === '-o' || arg === '--output') && /^(nd)?json$/.test(args[at + 1] ?? '');
  });
}

/** Returns the results of a filter for one document: texts unchanged and other values as JSON, one per line. */
export type Filter = (document: unknown) => string;

/** The exit code of jq for a program that is not valid. */
const compileError = 3;

/** The filter of `--jq`. jq validates it before any request is sent. */
export async function loadFilter(program: string): Promise<Filter> {
  // The module is large, so it is only loaded for `--jq`.
  const { loadJq } = await import('jq-wasm/inline');
  const jq = await loadJq();
  const run = (document: unknown): { stdout: string; stderr: string; exitCode: number } =>
    jq.raw(JSON.stringify(document), program, ['-r', '-c']);
  const checked = run(null);
  if (checked.exitCode === compileError) throw new UsageError(`--jq: ${oneLine(checked.stderr)}`);
  return (document) => {
    const { stdout, stderr, exitCode } = run(document);
    if (exitCode !== 0) throw new CommandError(`--jq: ${oneLine(stderr)}`);
    return stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
  };
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();
