import pg from 'pg';
import type { IngestResult, Record as UpstreamRecord } from '../../generated/models.ts';
import type { Outbox } from '../events/outbox.ts';
import type { IngestRequest } from './batch.ts';
import { ingestTogether, RequestsRefused } from './ingest.ts';
import { recordNewOrders, type OrderRequest } from './new-orders.ts';
import type { IngestionDatabase } from './ingestion-pool.ts';
import { GROUP_SIZE, RECORD_COUNT } from '../tracing/attributes.ts';
import { inChild, noTracing, type Span, type Tracing } from '../tracing/tracing.ts';

/** A larger request has a separate transaction, and delays no other. */
const maxRecordsToShare = 50;

/** The most records that share a transaction. */
const maxSharedRecords = 500;

/** Shared transactions at once: while one waits for the disk, the next one runs. */
const maxOpenGroups = 2;

/** The maximum time for which a shared transaction waits for a row that another transaction has locked. */
const sharedLockTimeoutMs = 200;

const attempts = 5;

/** SQLSTATEs after which the same records may succeed: serialization failure, deadlock, and a row that another transaction inserted. */
const retryable = new Set(['40001', '40P01', '23505']);

const lockNotAvailable = '55P03';

/** The error of a coordinator of Citus that lost a worker. */
const isLostWorker = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR' && codeOf(error).startsWith('08');

/** SQLSTATE classes of errors that the data of one request may cause in a shared transaction. */
const dataErrorClasses = new Set(['21', '22', '23', '54']);

/** Lets agencies take turns. Rejects if too many requests wait. */
export interface IngestionTurns {
  run<Result>(
    work: { readonly agencyId: string; readonly keyId: string; readonly isCostly: boolean; readonly isRepeatable: boolean },
    gone: undefined,
    action: () => Promise<Result>,
  ): Promise<Result | undefined>;
}

interface WaitingBatch extends IngestRequest {
  readonly targets: readonly string[];
  /** Whether records of other requests may refer to those of this request. */
  readonly isReferenced: boolean;
  /** Undefined if the request is not traced. */
  readonly span: Span | undefined;
  readonly resolve: (result: IngestResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The row that a record writes. Requests that write the same row are recorded one after the other. */
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

/** Types of records that others refer to: later requests of the agency wait for them. */
const referencedTypes: ReadonlySet<UpstreamRecord['type']> = new Set(['creator', 'employee', 'tag']);

const isOfSeveral = (group: readonly WaitingBatch[]) => group.some(({ agencyId }) => agencyId !== group[0]!.agencyId);

/** Agencies do not wait for another agency whose rows are locked by another transaction. */
const lockTimeoutOf = (group: readonly WaitingBatch[]) => (isOfSeveral(group) ? sharedLockTimeoutMs : undefined);

/** The order of a request that contains only one order. */
function orderOf({ agencyId, records: [order, ...others], traceparent }: WaitingBatch): OrderRequest | undefined {
  return order?.type === 'order' && others.length === 0 ? { agencyId, order, traceparent } : undefined;
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * Records the batches of requests, whose agencies take turns. Small batches that arrive during a transaction share the next one, which
 * costs little more than one batch. If each has one order, the transaction is one statement. Requests get their responses after the commit.
 * A refused request does not affect the others. An agency whose rows are locked by another transaction continues in a separate one. If a
 * record makes a statement fail, it is found by halving. If the database fails, all requests of the group are refused.
 */
export class Ingestor {
  readonly #database: IngestionDatabase;
  readonly #outbox: Outbox;
  readonly #turns: IngestionTurns;
  readonly #tracing: Tracing;
  #waiting: WaitingBatch[] = [];
  readonly #openGroups: (readonly WaitingBatch[])[] = [];
  #isServingSoon = false;
  /** Whether the latest group was one batch. */
  #wasAlone = false;

  constructor(database: IngestionDatabase, outbox: Outbox, turns: IngestionTurns, tracing: Tracing = noTracing) {
    this.#database = database;
    this.#outbox = outbox;
    this.#turns = turns;
    this.#tracing = tracing;
  }

  /**
   * Throws `validation_failed` if a record refers to something unknown, `not_found` for an unknown agency, and the refusal of `IngestionTurns`.
   */
  ingest(agencyId: string, records: readonly UpstreamRecord[], problems: IngestRequest['problems']): Promise<IngestResult> {
    const span = { name: 'ingest records', attributes: { [RECORD_COUNT]: records.length } };
    return inChild(this.#tracing, span, (opened) =>
      this.#ingest({ agencyId, records, problems, traceparent: opened?.traceparent ?? null }, opened),
    );
  }

  async #ingest(request: IngestRequest, span: Span | undefined): Promise<IngestResult> {
    const { agencyId, records } = request;
    const isLarge = records.length > maxRecordsToShare;
    const work = { agencyId, keyId: agencyId, isCostly: isLarge, isRepeatable: false };
    const result = await this.#turns.run(
      work,
      undefined,
      () =>
        new Promise<IngestResult>((resolve, reject) => {
          const waiting: WaitingBatch = {
            ...request,
            span,
            targets: records.map((record) => targetOf(agencyId, record)),
            isReferenced: records.some(({ type }) => referencedTypes.has(type)),
            resolve,
            reject,
          };
          if (isLarge) {
            void this.#record([waiting]);
          } else {
            this.#waiting.push(waiting);
            this.#serveSoon();
          }
        }),
    );
    return result!;
  }

  /**
   * Batches that arrive in one iteration of the event loop share a transaction. A single caller does not wait for the end of the iteration.
   */
  #serveSoon(): void {
    if (this.#isServingSoon) return;
    if (this.#wasAlone && this.#openGroups.length === 0) return this.#serve();
    this.#isServingSoon = true;
    setImmediate(() => {
      this.#isServingSoon = false;
      this.#serve();
    });
  }

  #serve(): void {
    while (this.#openGroups.length < maxOpenGroups && this.#waiting.length > 0) {
      const group = this.#takeGroup();
      if (group.length === 0) return;
      this.#wasAlone = group.length === 1;
      this.#openGroups.push(group);
      void this.#recordTraced(group).finally(() => {
        this.#openGroups.splice(this.#openGroups.indexOf(group), 1);
        this.#serve();
      });
    }
  }

  /** Takes the first waiting batches that may share a transaction and write no row that an open transaction writes. */
  #takeGroup(): WaitingBatch[] {
    const open = this.#openGroups.flat();
    const openAgencies = new Set(open.map(({ agencyId }) => agencyId));
    const openBefore = new Set(open.filter(({ isReferenced }) => isReferenced).map(({ agencyId }) => agencyId));
    const openTargets = new Set(open.flatMap(({ targets }) => targets));
    const targets = new Set<string>();
    let recordCount = 0;
    const end = this.#waiting.findIndex((waiting) => {
      if (openBefore.has(waiting.agencyId) || (waiting.isReferenced && openAgencies.has(waiting.agencyId))) return true;
      recordCount += waiting.records.length;
      if (recordCount > maxSharedRecords) return true;
      if (waiting.targets.some((target) => targets.has(target) || openTargets.has(target))) return true;
      for (const target of waiting.targets) targets.add(target);
      return false;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  /** The statements of a group are in the span of its first traced request. */
  #recordTraced(group: readonly WaitingBatch[]): Promise<void> {
    for (const { span } of group) span?.set({ [GROUP_SIZE]: group.length });
    return this.#tracing.within(group.find(({ span }) => span)?.span, () => this.#record(group));
  }

  /** Ends when every request of the group has its result, or continues in a separate transaction. */
  async #record(group: readonly WaitingBatch[]): Promise<void> {
    const orders = group.map(orderOf);
    if (!orders.every((order) => order !== undefined)) return this.#recordTogether(group);
    let isNew: ReadonlySet<number>;
    try {
      isNew = await recordNewOrders(this.#database, this.#outbox, orders, lockTimeoutOf(group));
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError && error.severity === 'ERROR' && error.code !== lockNotAvailable;
      return isRefused ? this.#recordTogether(group) : this.#recover(group, error);
    }
    for (const number of isNew) group[number]!.resolve({ created: 1, updated: 0, unchanged: 0 });
    const left = group.filter((_, number) => !isNew.has(number));
    if (left.length > 0) await this.#recordTogether(left);
  }

  async #recordTogether(group: readonly WaitingBatch[], attempt = 1): Promise<void> {
    try {
      const results = await this.#database.transaction((transaction) => ingestTogether(transaction, group, this.#outbox), {
        lockTimeoutMs: lockTimeoutOf(group),
      });
      group.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      await this.#recover(group, error, attempt);
    }
  }

  async #recover(group: readonly WaitingBatch[], error: unknown, attempt = attempts): Promise<void> {
    const code = codeOf(error);
    if (error instanceof RequestsRefused) {
      group.forEach(({ reject }, index) => error.refusals[index] !== undefined && reject(error.refusals[index]));
      const fine = group.filter((_, index) => error.refusals[index] === undefined);
      if (fine.length > 0) await this.#recordTogether(fine);
    } else if ((code === lockNotAvailable || isLostWorker(error)) && isOfSeveral(group)) {
      // Agencies do not wait for another agency whose rows are locked or on a lost worker.
      for (const ofAgency of Map.groupBy(group, ({ agencyId }) => agencyId).values()) void this.#record(ofAgency);
    } else if (retryable.has(code) && attempt < attempts) {
      await this.#recordTogether(group, attempt + 1);
    } else if (dataErrorClasses.has(code.slice(0, 2)) && group.length > 1) {
      const middle = group.length >> 1;
      await this.#recordTogether(group.slice(0, middle));
      await this.#recordTogether(group.slice(middle));
    } else {
      for (const { reject } of group) reject(error);
    }
  }
}
