import pino from 'pino';
import type { Config } from '../config/config.ts';
import { LogBudget } from './log-budget.ts';
import { shortFields, shortMessage } from './log-fields.ts';
import { serializeError } from './serialize-error.ts';
import type { Tracing } from '../tracing/tracing.ts';

export type Logger = Pick<pino.Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'child'> & {
  isLevelEnabled(level: string): boolean;
  /** For the line of each request. The service sets all its fields, so they are not searched for secrets. */
  readonly plain: Pick<pino.Logger, 'info' | 'warn'>;
  /** Limits the lines that callers and receivers cause. */
  readonly budget: LogBudget;
};

/** Lines below `info` are written if an operator enables them, fatal ones always. Neither counts for the budget. */
const { info: minBudgeted, fatal: minUnbudgeted } = pino.levels.values as { info: number; fatal: number };

/** Lines are buffered for this long, or until they fill a block. */
const bufferMs = 100;

/** A pipe does not mix blocks of this length from several processes. */
const blockBytes = 4_096;

/** Control characters of terminals that JSON does not escape. */
const controlCharacters = /[\x7f-\x9f]/g;

/** Matches the escapes of JSON in order, so that an escaped backslash begins none. */
const jsonEscape = /\\(?:u[0-9a-f]{4}|.)/gi;

/** Escapes the control characters of a line of JSON. Parsed, it has the same texts. */
export function plainLine(line: string): string {
  return line.replace(controlCharacters, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** Doubles the escapes of control characters except line ends. So a program that prints the texts of a line shows them as escapes. */
export function shownLine(line: string): string {
  return plainLine(line).replace(jsonEscape, (escape) => (/^\\(?:u00[01789]|[bfr])/i.test(escape) ? `\\${escape}` : escape));
}

// One for the process, because standard error is shared.
// eslint-disable-next-line no-restricted-syntax
let standardErrorWriter: ((line: string) => void) | undefined;

/** Writes whole lines in blocks that a pipe takes at once. Only a longer single line exceeds that. */
export function inBlocks(destination: { write(text: string): unknown; flushSync(): void }): (line: string) => void {
  let bufferedBytes = 0;
  return (line) => {
    const bytes = Buffer.byteLength(line);
    if (bufferedBytes > 0 && bufferedBytes + bytes > blockBytes) {
      destination.flushSync();
      bufferedBytes = 0;
    }
    destination.write(line);
    bufferedBytes += bytes;
  };
}

/** All loggers of the process share one buffer, which is flushed at exit. */
function standardError(): (line: string) => void {
  if (standardErrorWriter) return standardErrorWriter;
  const destination = pino.destination({ dest: 2, sync: true, minLength: blockBytes, periodicFlush: bufferMs });
  process.once('exit', () => destination.flushSync());
  return (standardErrorWriter = inBlocks(destination));
}

/** Logs to standard error. Each line has the `base` fields and, in a span, those of its trace. */
export function createLogger(
  { logLevel, logFormat, traces }: Pick<Config, 'logLevel' | 'logFormat'> & Partial<Pick<Config, 'traces'>>,
  base: object | null = null,
  tracing?: Pick<Tracing, 'active'>,
): Logger {
  const serializers = { err: serializeError };
  const formatters = { log: shortFields };
  const options: pino.LoggerOptions = {
    level: logLevel,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers,
    formatters,
    ...(traces && tracing && { mixin: () => tracing.active()?.logFields ?? {} }),
  };
  const budget = new LogBudget({ report: (line, omitted) => logger.plain.warn({ line, omitted }, 'log lines dropped') });
  const hooks: pino.LoggerOptions['hooks'] = {
    logMethod([fields, message, ...rest], method, level) {
      const text = typeof message === 'string' ? shortMessage(message) : message;
      const isBudgeted = level >= minBudgeted && level < minUnbudgeted;
      if (!isBudgeted || budget.allows('event', String(text))) method.apply(this, [fields, text, ...rest]);
    },
  };
  const redact = { paths: ['secret', '*.secret', 'authorization', '*.authorization', 'api_key', '*.api_key'], censor: '[redacted]' };
  const write = writerOf(logFormat);
  const logger: Logger = Object.assign(pino({ ...options, redact, hooks }, { write }), { plain: pino(options, { write }), budget });
  return logger;
}

function writerOf(logFormat: Config['logFormat']): (line: string) => void {
  if (logFormat === 'pretty') {
    const pretty = pino.transport({ target: 'pino-pretty', options: { destination: 2, ignore: 'pid,hostname', singleLine: true } });
    return (line) => void pretty.write(shownLine(line));
  }
  const write = standardError();
  return (line) => write(plainLine(line));
}
