import pino from 'pino';
import type { Config } from './config.ts';

export type Logger = Pick<pino.Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'child'>;

/** What steers a terminal beyond what JSON escapes by itself. It stands in texts alone. */
const steering = /[\x7f-\x9f]/g;

/** An escape of JSON, one after the other, so that an escaped backslash begins none. */
const jsonEscape = /\\(?:u[0-9a-f]{4}|.)/gi;

/** A line of JSON that a terminal shows as it stands. Whoever parses it finds the same texts. */
export function plainLine(line: string): string {
  return line.replace(steering, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** A line of JSON whose texts are shown to people: what would steer their terminal is written as its escape, line ends excepted. */
export function shownLine(line: string): string {
  return plainLine(line).replace(jsonEscape, (escape) => (/^\\(?:u00[01789]|[bfr])/i.test(escape) ? `\\${escape}` : escape));
}

/** Lines on standard error: standard output is left to what the operator asked for. */
export function createLogger({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const options: pino.LoggerOptions = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['secret', '*.secret', 'authorization', '*.authorization', 'api_key', '*.api_key'], censor: '[redacted]' },
  };
  if (logFormat === 'json') {
    const destination = pino.destination({ dest: 2, sync: true });
    return pino(options, { write: (line) => void destination.write(plainLine(line)) });
  }
  const pretty = pino.transport({ target: 'pino-pretty', options: { destination: 2, ignore: 'pid,hostname', singleLine: true } });
  return pino(options, { write: (line) => void pretty.write(shownLine(line)) });
}
