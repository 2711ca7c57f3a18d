import type { ClaimedPublication } from '../../generated/models.ts';
import type { OperatorModels } from '../orm/operator-models.ts';
import { Problem, problems } from '../problems/problem.ts';
import { claimPublications } from '../publications/claim.ts';
import { reportPublication } from '../publications/report.ts';

export interface DemoPosterOptions {
  readonly data: OperatorModels;
  readonly agencyId: string;
  readonly log: { warn(fields: object, message: string): void };
  /** Polling interval for due publications. */
  readonly everyMs?: number;
}

/** Why the demo's upstream platform refuses a post. */
export const refusals = [
  'The upstream platform refused the media.',
  'The creator’s upstream session has expired.',
  'The upstream platform allows no more posts today.',
];
/** One in so many is refused. */
const refusedOf = 12;

const limit = 20;
const leaseSeconds = 60;

/** Takes the place of the posting program on the upstream platform, for the demo agency alone: it posts nothing, and reports that it did. */
export class DemoPoster {
  readonly #options: DemoPosterOptions;
  #timer: NodeJS.Timeout | undefined;
  #posting: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(options: DemoPosterOptions) {
    this.#options = options;
  }

  start(): void {
    this.#posting = this.#postDue()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'could not post due publications of the demo agency'))
      .finally(() => {
        if (!this.#isStopping) this.#timer = setTimeout(() => this.start(), this.#options.everyMs ?? 3_000).unref();
      });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#posting;
  }

  async #postDue(): Promise<void> {
    const { data, agencyId } = this.#options;
    const claimed = await claimPublications(data, { limit, leaseSeconds, agencyId });
    for (const each of claimed) await this.#report(each);
  }

  /** The same publication has the same outcome, whichever process reports it: its id decides. */
  async #report({ lease_id: leaseId, publication: { id } }: ClaimedPublication): Promise<void> {
    const number = Number.parseInt(id.slice(-6), 16);
    const isRefused = number % refusedOf === 0;
    try {
      const outcome = isRefused
        ? { leaseId, status: 'failed' as const, reason: refusals[number % refusals.length]! }
        : { leaseId, status: 'published' as const };
      await reportPublication(this.#options.data, id, outcome, problems);
    } catch (error) {
      // It was deleted meanwhile, or another program reported it.
      if (!(error instanceof Problem)) throw error;
    }
  }
}
