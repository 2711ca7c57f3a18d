import pino from 'pino';
import type { Config } from './config.ts';

export type Logger = Pick<pino.Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'child'>;

/** Lines on standard error: standard output is left to what the operator asked for. */
export function createLogger({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const options: pino.LoggerOptions = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['secret', '*.secret', 'authorization', '*.authorization', 'api_key', '*.api_key'], censor: '[redacted]' },
  };
  if (logFormat === 'json') return pino(options, pino.destination({ dest: 2, sync: true }));
  return pino({ ...options, transport: { target: 'pino-pretty', options: { destination: 2, ignore: 'pid,hostname', singleLine: true } } });
}
