import type { Sql } from '../database/client/sql.ts';
import type { DueEndpoint } from '../delivery/claim/dispatcher.ts';

/** Name of the job that notifies workers which endpoints have due deliveries. */
export const wakeUpTask = 'deliver';

/** What the job carries. */
export interface WakeUp {
  readonly endpoints: readonly DueEndpoint[];
}

export interface WakeUpsLog {
  warn(fields: object, message: string): void;
}

/** Publications of so long a time share a job. */
const gatherMs = 5;

/**
 * The wake-up jobs of a process that publishes and does not deliver. They are added after the commit and are not part of
 * the promise: the sweep finds deliveries without a notification.
 */
export class WakeUps {
  readonly #sql: Sql;
  readonly #log: WakeUpsLog;
  readonly #waiting = new Map<string, DueEndpoint>();
  #timer: NodeJS.Timeout | undefined;

  constructor(sql: Sql, log: WakeUpsLog) {
    this.#sql = sql;
    this.#log = log;
  }

  add(due: readonly DueEndpoint[]): void {
    for (const endpoint of due) {
      if (!this.#waiting.has(endpoint.endpointId)) this.#waiting.set(endpoint.endpointId, endpoint);
    }
    this.#timer ??= setTimeout(() => void this.#flush(), gatherMs);
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    const wakeUp: WakeUp = { endpoints: [...this.#waiting.values()] };
    this.#waiting.clear();
    try {
      await this.#sql.query({
        name: 'add-wake-up-job',
        text: `SELECT graphile_worker.add_job('${wakeUpTask}', $1::json, max_attempts => 1)`,
        values: [JSON.stringify(wakeUp)],
      });
    } catch (error) {
      this.#log.warn({ err: error }, 'could not notify workers of due deliveries; they will poll');
    }
  }
}
