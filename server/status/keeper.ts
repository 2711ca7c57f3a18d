import type { Sql } from '../database/client/sql.ts';
import { recordMinute } from './history.ts';
import { checkParts } from './parts.ts';
import type { ServiceChecks } from './service-checks.ts';

export interface StatusKeeperLog {
  warn(fields: object, message: string): void;
}

const minuteMs = 60_000;

/** Writes down once a minute how the parts of the service are. Every process looks, so that one sees what another one lacks. */
export class StatusKeeper {
  readonly #sql: Sql;
  readonly #checks: ServiceChecks;
  readonly #log: StatusKeeperLog;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(sql: Sql, checks: ServiceChecks, log: StatusKeeperLog) {
    this.#sql = sql;
    this.#checks = checks;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.look().finally(() => (this.#looking = undefined));
    }, minuteMs);
  }

  /** Counts this minute, unless it was counted. */
  async look(): Promise<void> {
    try {
      await recordMinute(this.#sql, (await checkParts(this.#checks)).components);
    } catch (error) {
      this.#log.warn({ err: error }, 'could not record the status of this minute');
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}
