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

const idOf = ({ id }: { readonly id: string }) => id;
const orderIdOf = ({ order_id }: { readonly order_id: string }) => order_id;
const fanOf = ({ account_id, fan_id }: { readonly account_id: string; readonly fan_id: string }) => JSON.stringify([account_id, fan_id]);

/**
 * Records the batches of some requests in the caller's transaction: the rows, what fans have spent, the work lists of the
 * projections and the events. Every record is an upsert on its id: what is already as the record says is neither written
 * nor published. Throws `validation_failed` when a record points to something unknown. Answers with a result per request.
 */
async function ingestTogether(
  transaction: Transaction,
  agencyId: string,
  requests: readonly (readonly UpstreamRecord[])[],
  { publishes = true }: IngestOptions = {},
): Promise<IngestResult[]> {
  const batch = batchOf(requests);
  await checkReferences(transaction, agencyId, batch);

  const tallies = requests.map(() => new Tally());
  async function write<Type extends RecordType, Row extends Written>(
    placed: readonly Placed<Type>[],
    keyOf: (written: RecordOf<Type> | Row) => string,
    writeRound: (transaction: Transaction, agencyId: string, records: readonly RecordOf<Type>[]) => Promise<Row[]>,
  ): Promise<Row[]> {
    const written: Row[] = [];
    for (const round of roundsOf(placed, ({ record }) => keyOf(record))) {
      const requestOf = new Map(round.map(({ record, request }) => [keyOf(record), request]));
      const rows = await writeRound(
        transaction,
        agencyId,
        round.map(({ record }) => record),
      );
      for (const row of rows) tallies[requestOf.get(keyOf(row))!]!.add(row);
      written.push(...rows);
    }
    return written;
  }

  // Every batch writes the types in this order and each type's rows in the order of their keys, so that parallel
  // batches wait for each other instead of ending in a deadlock.
  await write(batch.creator, idOf, writeCreators);
  await write(batch.employee, idOf, writeEmployees);
  await write(batch.tag, idOf, writeTags);
  await write(batch.fan, fanOf, writeFans);
  await write(batch.send, idOf, writeSends);
  if (batch.refund.length > 0) {
    const orderIds = [...batch.order.map(({ record }) => record.id), ...batch.refund.map(({ record }) => record.order_id)];
    await lockOrders(transaction, agencyId, orderIds);
  }
  const orders = await write(batch.order, idOf, writeOrders);
  const refunds = await write(batch.refund, orderIdOf, writeRefunds);
  const aiRequests = await write(batch.ai_request, idOf, writeAiRequests);

  const fansBefore: FanKey[] = orders.flatMap(({ old_account_id, old_fan_id }) =>
    old_account_id === null ? [] : [{ account_id: old_account_id, fan_id: old_fan_id }],
  );
  await recomputeFanSpend(transaction, agencyId, [...orders, ...fansBefore, ...refunds]);

  if (publishes) {
    const isNew = ({ is_new }: Written) => is_new;
    const facts = {
      orderIds: orders.filter(isNew).map(idOf),
      refundedOrderIds: refunds.map(orderIdOf),
      aiRequestIds: aiRequests.filter(isNew).map(idOf),
    };
    await publish(transaction, agencyId, await eventsOf(transaction, agencyId, facts));
  }
  return tallies.map((tally, request) => tally.result(requests[request]!.length));
}

/** Records one batch, as above. */
export async function ingest(
  transaction: Transaction,
  agencyId: string,
  records: readonly UpstreamRecord[],
  options?: IngestOptions,
): Promise<IngestResult> {
  return (await ingestTogether(transaction, agencyId, [records], options))[0]!;
}

const attempts = 5;

/** SQLSTATEs after which the same batch may succeed: serialisation failure, deadlock, and a row that appeared meanwhile. */
const retryable = new Set(['40001', '40P01', '23505']);

/** Records the batches in a transaction of their own, all of them or none. */
export async function ingestInTransaction(
  database: Database,
  agencyId: string,
  requests: readonly (readonly UpstreamRecord[])[],
): Promise<IngestResult[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction((transaction) => ingestTogether(transaction, agencyId, requests));
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === attempts || code === undefined || !retryable.has(code)) throw error;
    }
  }
}
