import pino from 'pino';
import type { Config } from '../config/config.ts';
import { LogBudget } from './log-budget.ts';
import { shortFields, shortMessage } from './log-fields.ts';
import { serializeError } from '../lib/serialize-error.ts';
import type { Tracing } from '../tracing/tracing.ts';

export type Logger = Pick<pino.Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'child'> & {
  isLevelEnabled(level: string): boolean;
  /** For lines that are written for each request: their fields are ours, so that none is searched for secrets. */
  readonly plain: Pick<pino.Logger, 'info' | 'warn'>;
  /** What callers and receivers may make the process write. */
  readonly budget: LogBudget;
};

/** Lines below these are written when an operator asks for them; a fatal one always is. */
const { info: leastBudgeted, fatal: leastUnbudgeted } = pino.levels.values as { info: number; fatal: number };

/** Lines are gathered for this long, or until they fill a block, and written at once. */
const gatherMs = 100;

/** A pipe that several processes write to does not mix blocks of this length. */
const blockBytes = 4_096;

/** What steers a terminal beyond what JSON escapes by itself. It occurs only in texts. */
const steering = /[\x7f-\x9f]/g;

/** An escape of JSON, one after the other, so that an escaped backslash begins none. */
const jsonEscape = /\\(?:u[0-9a-f]{4}|.)/gi;

/** A line of JSON that a terminal shows as it stands. Parsed, it has the same texts. */
export function plainLine(line: string): string {
  return line.replace(steering, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** A line of JSON whose texts are shown to people: what would steer their terminal is written as its escape, line ends excepted. */
export function shownLine(line: string): string {
  return plainLine(line).replace(jsonEscape, (escape) => (/^\\(?:u00[01789]|[bfr])/i.test(escape) ? `\\${escape}` : escape));
}

// Standard error is the process's own, as this is.
// eslint-disable-next-line no-restricted-syntax
let gathered: ((line: string) => void) | undefined;

/** Writes whole lines in blocks, none of which is longer than a pipe takes at once, unless a single line is. */
export function inBlocks(destination: { write(text: string): unknown; flushSync(): void }): (line: string) => void {
  let gatheredBytes = 0;
  return (line) => {
    const bytes = Buffer.byteLength(line);
    if (gatheredBytes > 0 && gatheredBytes + bytes > blockBytes) {
      destination.flushSync();
      gatheredBytes = 0;
    }
    destination.write(line);
    gatheredBytes += bytes;
  };
}

/** Every logger of the process gathers its lines in the same place, which is emptied at the end. */
function standardError(): (line: string) => void {
  if (gathered) return gathered;
  const destination = pino.destination({ dest: 2, sync: true, minLength: blockBytes, periodicFlush: gatherMs });
  process.once('exit', () => destination.flushSync());
  return (gathered = inBlocks(destination));
}

/**
 * Lines on standard error: standard output is left to what the operator asked for. Each has the `base` fields and, in a span, those of its
 * trace.
 */
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
      const isBudgeted = level >= leastBudgeted && level < leastUnbudgeted;
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
