import type { Sql } from '../database/client/sql.ts';
import type { DueEndpoint } from '../delivery/claim/dispatcher.ts';

/** The job that notifies workers of endpoints with due deliveries. */
export const wakeUpTask = 'deliver';

/** The job's payload. */
export interface WakeUp {
  readonly endpoints: readonly DueEndpoint[];
}

interface WakeUpsLog {
  warn(fields: object, message: string): void;
}

/** Publications within this time share a job. */
const gatherMs = 5;

/** Adds wake-up jobs for a process that does not deliver, after the commit. If one is lost, a sweep finds the deliveries. */
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
