import type { IngestResult, Record as UpstreamRecord } from '../../generated/models.ts';
import type { Transaction } from '../database/client/sql.ts';
import { aiControlRequested } from '../entities/ai-request.ts';
import type { NewEvent } from '../entities/new-event.ts';
import { orderCreated, orderRefunded } from '../entities/order.ts';
import type { Outbox } from '../events/outbox.ts';
import { batchOf, roundsOf, type Entry, type IngestRequest, type Placed } from './batch.ts';
import { noteChanges } from './changed-facts.ts';
import { checkReferences, readReferenced } from './check-references.ts';
import { changeFanSpend, type PurchaseChange } from './fan-spend.ts';
import type { RecordOf, RecordType } from './record-tables.ts';
import {
  lockOrders,
  writeAiRequests,
  writeCreators,
  writeEmployees,
  writeFans,
  writeOrders,
  writeRefunds,
  writeSends,
  writeTags,
  type WrittenOrder,
  type WrittenRefund,
  type WrittenRow,
} from './write-records.ts';

/** Some requests of a group are refused: nothing of the group is recorded. */
export class RequestsRefused extends Error {
  /** The refusal of each request; undefined for one that is accepted. */
  readonly refusals: readonly unknown[];

  constructor(refusals: readonly unknown[]) {
    super('refused the requests of a group');
    this.refusals = refusals;
  }
}

const idOf = ({ id }: { readonly id: string }) => id;
const orderIdOf = ({ order_id }: { readonly order_id: string }) => order_id;
const fanOf = ({ account_id, fan_id }: { readonly account_id: string; readonly fan_id: string }) => JSON.stringify([account_id, fan_id]);

const changeOfOrder = (order: WrittenOrder): PurchaseChange => ({
  before:
    order.old_account_id === null
      ? null
      : {
          agency_id: order.agency_id,
          account_id: order.old_account_id,
          fan_id: order.old_fan_id,
          order_type: order.old_order_type!,
          amount_cents: order.old_amount_cents!,
          created_at: order.old_created_at!,
          refunded_at: order.refunded_at,
        },
  after: order,
});

const changeOfRefund = (refund: WrittenRefund): PurchaseChange => ({ before: { ...refund, refunded_at: null }, after: null });

/** Waits for statements that were sent together. Throws the error of the first failed one. */
async function allInOrder(statements: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(statements);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/**
 * Records requests of any agencies in the caller's transaction: the rows, the spend of fans, the work lists of the projections and, with an
 * outbox, the events. Each record is an upsert by its id: an unchanged row is neither written nor published. Throws `RequestsRefused` if a
 * record refers to an unknown object. Returns a result per request. Independent statements are sent together.
 */
export async function ingestTogether(
  transaction: Transaction,
  requests: readonly IngestRequest[],
  outbox: Outbox | undefined,
): Promise<IngestResult[]> {
  const batch = batchOf(requests);
  const counts = requests.map(() => ({ created: 0, updated: 0 }));
  const traces = new Map<WrittenRow, string>();
  const sent: Promise<unknown>[] = [];
  function write<Type extends RecordType, Row extends WrittenRow>(
    placed: readonly Placed<Type>[],
    keyOf: (written: RecordOf<Type> | Row) => string,
    writeRound: (transaction: Transaction, entries: readonly Entry<Type>[]) => Promise<Row[]>,
  ): Row[] {
    const written: Row[] = [];
    for (const round of roundsOf(placed, ({ agencyId, record }) => agencyId + keyOf(record))) {
      const requestOf = new Map(round.map(({ agencyId, record, request }) => [agencyId + keyOf(record), request]));
      sent.push(
        writeRound(transaction, round).then((rows) => {
          for (const row of rows) {
            const request = requestOf.get(row.agency_id + keyOf(row))!;
            counts[request]![row.is_new ? 'created' : 'updated'] += 1;
            const { traceparent } = requests[request]!;
            if (traceparent !== null) traces.set(row, traceparent);
          }
          written.push(...rows);
        }),
      );
    }
    return written;
  }

  const referenced = readReferenced(transaction, requests, batch);
  sent.push(referenced);
  // Every batch writes the types in this order, and the rows of each type in the order of their keys: parallel batches do not deadlock.
  write(batch.creator, idOf, writeCreators);
  write(batch.employee, idOf, writeEmployees);
  write(batch.tag, idOf, writeTags);
  write(batch.fan, fanOf, writeFans);
  const sends = write(batch.send, idOf, writeSends);
  if (batch.refund.length > 0) {
    const ofOrders = batch.order.map(({ agencyId, record }) => ({ agencyId, orderId: record.id }));
    const ofRefunds = batch.refund.map(({ agencyId, record }) => ({ agencyId, orderId: record.order_id }));
    sent.push(lockOrders(transaction, [...ofOrders, ...ofRefunds]));
  }
  const orders = write(batch.order, idOf, writeOrders);
  const refunds = write(batch.refund, orderIdOf, writeRefunds);
  const aiRequests = write(batch.ai_request, idOf, writeAiRequests);
  // An unknown reference may make a later statement fail. The refusal is more specific than that error.
  await Promise.allSettled(sent);
  const refusals = checkReferences(requests, await referenced);
  if (refusals.some((refusal) => refusal !== undefined)) throw new RequestsRefused(refusals);
  await allInOrder(sent);

  const isNew = ({ is_new }: WrittenRow) => is_new;
  const traceOf = (row: WrittenRow) => ({ traceparent: traces.get(row) ?? null });
  // If a later record of the batch changed a new order, its event has the final state.
  const latest = new Map(orders.map((order) => [order.agency_id + order.id, order]));
  const events: NewEvent[] = [
    ...orders.filter(isNew).map((order) => ({ ...orderCreated(latest.get(order.agency_id + order.id)!), ...traceOf(order) })),
    ...refunds.map((refund) => ({ ...orderRefunded(refund), ...traceOf(refund) })),
    ...aiRequests.filter(isNew).map((aiRequest) => ({ ...aiControlRequested(aiRequest), ...traceOf(aiRequest) })),
  ];
  const noted = noteChanges(transaction, { sends, orders, refunds });
  const spent = changeFanSpend(transaction, [...orders.map(changeOfOrder), ...refunds.map(changeOfRefund)]);
  // Refunds and changed orders need further queries. Batches that only add rows are sent together with the events.
  if (refunds.length > 0 || !orders.every(isNew)) await allInOrder([noted, spent]);
  await allInOrder([noted, spent, outbox?.publish(transaction, events, { commits: true }) ?? Promise.resolve()]);
  return counts.map(({ created, updated }, request) => {
    const unchanged = requests[request]!.records.length - created - updated;
    return { created, updated, unchanged };
  });
}

/** Records one batch of the past, without events. */
export async function ingestSilently(
  transaction: Transaction,
  agencyId: string,
  records: readonly UpstreamRecord[],
  problems: IngestRequest['problems'],
): Promise<IngestResult> {
  return (await ingestTogether(transaction, [{ agencyId, records, problems, traceparent: null }], undefined))[0]!;
}
