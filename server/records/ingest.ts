import type { IngestResult } from '../../generated/models/ingest-result.ts';
import type { Record as UpstreamRecord } from '../../generated/models/record.ts';
import type { Database, Transaction } from '../database/sql.ts';
import { publish } from '../events/outbox.ts';
import { batchOf, roundsOf, type Placed, type RecordOf, type RecordType } from './batch.ts';
import { checkReferences } from './check-references.ts';
import { eventsOf } from './facts.ts';
import { recomputeFanSpend, type FanKey } from './fan-spend.ts';
import { Tally, type Written } from './tally.ts';
import { writeAiRequests } from './write-ai-requests.ts';
import { writeCreators } from './write-creators.ts';
import { writeEmployees } from './write-employees.ts';
import { writeFans } from './write-fans.ts';
import { writeOrders } from './write-orders.ts';
import { lockOrders, writeRefunds } from './write-refunds.ts';
import { writeSends } from './write-sends.ts';
import { writeTags } from './write-tags.ts';

export interface IngestOptions {
  /** False: the facts are long past, so that no event tells of them. True where it is left out. */
  readonly publishes?: boolean;
}

/**
 * Records a batch in the caller's transaction: the rows, what fans have spent, the work lists of the projections and
 * the events. Every record is an upsert on its id: what is already as the record says is neither written nor published.
 * Throws `validation_failed` when a record points to something unknown.
 */
export async function ingest(
  transaction: Transaction,
  agencyId: string,
  records: readonly UpstreamRecord[],
  { publishes = true }: IngestOptions = {},
): Promise<IngestResult> {
  const batch = batchOf(records);
  await checkReferences(transaction, agencyId, batch);

  const tally = new Tally();
  async function write<Type extends RecordType, Row extends Written>(
    placed: readonly Placed<Type>[],
    keyOf: (record: RecordOf<Type>) => string,
    writeRound: (transaction: Transaction, agencyId: string, records: readonly RecordOf<Type>[]) => Promise<Row[]>,
  ): Promise<Row[]> {
    const written: Row[] = [];
    for (const round of roundsOf(
      placed.map(({ record }) => record),
      keyOf,
    )) {
      const rows = await writeRound(transaction, agencyId, round);
      tally.add(rows);
      written.push(...rows);
    }
    return written;
  }

  // Every batch writes the types in this order and each type's rows in the order of their keys, so that parallel
  // batches wait for each other instead of ending in a deadlock.
  await write(batch.creator, ({ id }) => id, writeCreators);
  await write(batch.employee, ({ id }) => id, writeEmployees);
  await write(batch.tag, ({ id }) => id, writeTags);
  await write(batch.fan, ({ account_id, fan_id }) => JSON.stringify([account_id, fan_id]), writeFans);
  await write(batch.send, ({ id }) => id, writeSends);
  if (batch.refund.length > 0) {
    const orderIds = [...batch.order.map(({ record }) => record.id), ...batch.refund.map(({ record }) => record.order_id)];
    await lockOrders(transaction, agencyId, orderIds);
  }
  const orders = await write(batch.order, ({ id }) => id, writeOrders);
  const refunds = await write(batch.refund, ({ order_id }) => order_id, writeRefunds);
  const aiRequests = await write(batch.ai_request, ({ id }) => id, writeAiRequests);

  const fansBefore: FanKey[] = orders.flatMap(({ old_account_id, old_fan_id }) =>
    old_account_id === null ? [] : [{ account_id: old_account_id, fan_id: old_fan_id }],
  );
  await recomputeFanSpend(transaction, agencyId, [...orders, ...fansBefore, ...refunds]);

  if (publishes) {
    const newIds = (rows: readonly (Written & { id: string })[]) => rows.filter(({ is_new }) => is_new).map(({ id }) => id);
    const facts = { orderIds: newIds(orders), refundedOrderIds: newIds(refunds), aiRequestIds: newIds(aiRequests) };
    await publish(transaction, agencyId, await eventsOf(transaction, agencyId, facts));
  }
  return tally.result(records.length);
}

const attempts = 5;

/** SQLSTATEs after which the same batch may succeed: serialisation failure, deadlock, and a row that appeared meanwhile. */
const retryable = new Set(['40001', '40P01', '23505']);

/** Records a batch in a transaction of its own, all of it or none. */
export async function ingestBatch(database: Database, agencyId: string, records: readonly UpstreamRecord[]): Promise<IngestResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction((transaction) => ingest(transaction, agencyId, records));
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === attempts || code === undefined || !retryable.has(code)) throw error;
    }
  }
}
