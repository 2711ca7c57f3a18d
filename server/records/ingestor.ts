import type { IngestResult } from '../../generated/models/ingest-result.ts';
import type { Record as UpstreamRecord } from '../../generated/models/record.ts';
import type { Database } from '../database/sql.ts';
import type { Outbox } from '../events/outbox.ts';
import type { IngestRequest } from './batch.ts';
import { ingestTogether, RequestsRefused } from './ingest.ts';

/** A larger request has a transaction of its own, and delays no other. */
const mostRecordsToShare = 50;

/** So many records share a transaction at the most. */
const mostRecordsShared = 500;

/** Shared transactions at once: while one waits for the disk, the next one works. */
const lanes = 2;

/** A shared transaction waits no longer than this for a row that somebody else holds. */
const sharedLockTimeoutMs = 200;

const attempts = 5;

/** SQLSTATEs after which the same records may succeed: serialisation failure, deadlock, and a row that appeared meanwhile. */
const retryable = new Set(['40001', '40P01', '23505']);

const lockNotAvailable = '55P03';

/** Classes of errors that one request's data may bring upon those that share its transaction. */
const dataErrorClasses = new Set(['21', '22', '23', '54']);

/** Whose turn it is. Rejects where too many wait. */
export interface Turns {
  run<Result>(
    work: { readonly agencyId: string; readonly keyId: string; readonly isCostly: boolean; readonly isRepeatable: boolean },
    gone: undefined,
    action: () => Promise<Result>,
  ): Promise<Result | undefined>;
}

interface Waiting extends IngestRequest {
  readonly targets: readonly string[];
  readonly isPointedTo: boolean;
  readonly resolve: (result: IngestResult) => void;
  readonly reject: (error: unknown) => void;
}

/** What a record writes: two requests that write the same are recorded one after the other. */
function targetOf(agencyId: string, record: UpstreamRecord): string {
  switch (record.type) {
    case 'fan':
      return JSON.stringify([agencyId, 'fan', record.account_id, record.fan_id]);
    case 'refund':
      return JSON.stringify([agencyId, 'order', record.order_id]);
    default:
      return JSON.stringify([agencyId, record.type, record.id]);
  }
}

/** Records of these types are what others point to: what comes after them waits for them. */
const pointedTo: ReadonlySet<UpstreamRecord['type']> = new Set(['creator', 'employee', 'tag']);

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * Records the batches of requests, whose agencies take turns. Small ones, of whatever agencies, that come in while a transaction runs wait for the
 * next one and share it, which costs little more than one of them alone. Each is answered after the commit. A request that
 * is refused takes nobody with it; an agency whose rows are locked elsewhere goes on alone; what makes a statement fail is
 * found by halving; when the database fails, all are told at once.
 */
export class Ingestor {
  readonly #database: Database;
  readonly #outbox: Outbox;
  readonly #turns: Turns;
  #line: Waiting[] = [];
  readonly #groups = new Set<readonly Waiting[]>();
  #isServingSoon = false;

  constructor(database: Database, outbox: Outbox, turns: Turns) {
    this.#database = database;
    this.#outbox = outbox;
    this.#turns = turns;
  }

  /**
   * Throws `validation_failed` when a record points to something unknown, `not_found` for an unknown agency, and whatever
   * the turns refuse with where too many requests wait.
   */
  async ingest(agencyId: string, records: readonly UpstreamRecord[], problems: IngestRequest['problems']): Promise<IngestResult> {
    const isLarge = records.length > mostRecordsToShare;
    const work = { agencyId, keyId: agencyId, isCostly: isLarge, isRepeatable: false };
    const result = await this.#turns.run(
      work,
      undefined,
      () =>
        new Promise<IngestResult>((resolve, reject) => {
          const waiting: Waiting = {
            agencyId,
            records,
            problems,
            targets: records.map((record) => targetOf(agencyId, record)),
            isPointedTo: records.some(({ type }) => pointedTo.has(type)),
            resolve,
            reject,
          };
          if (isLarge) {
            void this.#record([waiting]);
          } else {
            this.#line.push(waiting);
            this.#serveSoon();
          }
        }),
    );
    return result!;
  }

  /** What comes in with one turn of the event loop goes together. */
  #serveSoon(): void {
    if (this.#isServingSoon) return;
    this.#isServingSoon = true;
    setImmediate(() => {
      this.#isServingSoon = false;
      this.#serve();
    });
  }

  #serve(): void {
    while (this.#groups.size < lanes && this.#line.length > 0) {
      const group = this.#takeGroup();
      if (group.length === 0) return;
      this.#groups.add(group);
      void this.#record(group).finally(() => {
        this.#groups.delete(group);
        this.#serve();
      });
    }
  }

  /** Takes from the front of the line what may share a transaction, and does not write what another one is writing. */
  #takeGroup(): Waiting[] {
    const open = [...this.#groups].flat();
    const openAgencies = new Set(open.map(({ agencyId }) => agencyId));
    const openBefore = new Set(open.filter(({ isPointedTo }) => isPointedTo).map(({ agencyId }) => agencyId));
    const openTargets = new Set(open.flatMap(({ targets }) => targets));
    const targets = new Set<string>();
    let recordCount = 0;
    const end = this.#line.findIndex((waiting) => {
      if (openBefore.has(waiting.agencyId) || (waiting.isPointedTo && openAgencies.has(waiting.agencyId))) return true;
      recordCount += waiting.records.length;
      if (recordCount > mostRecordsShared) return true;
      if (waiting.targets.some((target) => targets.has(target) || openTargets.has(target))) return true;
      for (const target of waiting.targets) targets.add(target);
      return false;
    });
    return this.#line.splice(0, end === -1 ? this.#line.length : end);
  }

  /** Ends when every request of the group is answered, or goes on alone. */
  async #record(group: readonly Waiting[], attempt = 1): Promise<void> {
    const isOfSeveral = group.some(({ agencyId }) => agencyId !== group[0]!.agencyId);
    try {
      const results = await this.#database.transaction((transaction) => ingestTogether(transaction, group, this.#outbox), {
        lockTimeoutMs: isOfSeveral ? sharedLockTimeoutMs : undefined,
      });
      group.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      await this.#recover(group, error, attempt);
    }
  }

  async #recover(group: readonly Waiting[], error: unknown, attempt: number): Promise<void> {
    const code = codeOf(error);
    if (error instanceof RequestsRefused) {
      group.forEach(({ reject }, index) => error.refusals[index] !== undefined && reject(error.refusals[index]));
      const fine = group.filter((_, index) => error.refusals[index] === undefined);
      if (fine.length > 0) await this.#record(fine);
    } else if (code === lockNotAvailable && group.some(({ agencyId }) => agencyId !== group[0]!.agencyId)) {
      // Nobody waits for the agency whose rows are held.
      for (const ofAgency of Map.groupBy(group, ({ agencyId }) => agencyId).values()) void this.#record(ofAgency);
    } else if (retryable.has(code) && attempt < attempts) {
      await this.#record(group, attempt + 1);
    } else if (dataErrorClasses.has(code.slice(0, 2)) && group.length > 1) {
      const middle = group.length >> 1;
      await this.#record(group.slice(0, middle));
      await this.#record(group.slice(middle));
    } else {
      for (const { reject } of group) reject(error);
    }
  }
}
