import type { IngestResult, Record as UpstreamRecord } from '../../generated/models.ts';
import type { Transaction } from '../database/client/sql.ts';
import { aiControlRequested } from '../entities/ai-request.ts';
import { orderCreated, orderRefunded } from '../entities/order.ts';
import type { RecordOf, RecordType } from '../entities/record.ts';
import type { NewEvent } from '../entities/event.ts';
import type { Outbox } from '../events/outbox.ts';
import { batchOf, roundsOf, type Entry, type IngestRequest, type Placed } from './batch.ts';
import { noteChanges } from './changed-facts.ts';
import { checkReferences, readMentioned } from './check-references.ts';
import { allInOrder, moveFanSpend, type PurchaseChange } from './fan-spend.ts';
import { Tally, type Written } from './tally.ts';
import { writeAiRequests } from './write-ai-requests.ts';
import { writeCreators } from './write-creators.ts';
import { writeEmployees } from './write-employees.ts';
import { writeFans } from './write-fans.ts';
import { purchasesOf, writeOrders, type WrittenOrder } from './write-orders.ts';
import { lockOrders, writeRefunds, type WrittenRefund } from './write-refunds.ts';
import { writeSends } from './write-sends.ts';
import { writeTags } from './write-tags.ts';
import { tracesOf } from './traces-of.ts';

/** Some requests of a group are refused: nothing of the group is recorded. */
export class RequestsRefused extends Error {
  /** The refusal of each request; undefined for one that is fine. */
  readonly refusals: readonly unknown[];

  constructor(refusals: readonly unknown[]) {
    super('refused the requests of a group');
    this.refusals = refusals;
  }
}

const idOf = ({ id }: { readonly id: string }) => id;
const orderIdOf = ({ order_id }: { readonly order_id: string }) => order_id;
const fanOf = ({ account_id, fan_id }: { readonly account_id: string; readonly fan_id: string }) => JSON.stringify([account_id, fan_id]);

function changesOf(orders: readonly WrittenOrder[], refunds: readonly WrittenRefund[]): PurchaseChange[] {
  const refundedChanges = refunds.map((refund): PurchaseChange => ({
    before: {
      agencyId: refund.agency_id,
      accountId: refund.account_id,
      fanId: refund.fan_id,
      orderType: refund.order_type,
      amountCents: refund.amount_cents,
      createdAt: refund.created_at,
      isRefunded: false,
    },
    after: null,
  }));
  return [...orders.map(purchasesOf), ...refundedChanges];
}

/**
 * Records requests of any agencies in the caller's transaction: the rows, what fans have spent, the work lists of the
 * projections and, with an outbox, the events. Every record is an upsert on its id: what is already as the record says is
 * neither written nor published. Throws `RequestsRefused` when a record points to something unknown. Answers with a
 * result per request. Statements that do not depend on each other are sent together.
 */
export async function ingestTogether(
  transaction: Transaction,
  requests: readonly IngestRequest[],
  outbox: Outbox | undefined,
): Promise<IngestResult[]> {
  const batch = batchOf(requests);
  const tallies = requests.map(() => new Tally());
  const sent: Promise<unknown>[] = [];
  function write<Type extends RecordType, Row extends Written>(
    placed: readonly Placed<Type>[],
    keyOf: (written: RecordOf<Type> | Row) => string,
    writeRound: (transaction: Transaction, entries: readonly Entry<Type>[]) => Promise<Row[]>,
  ): Row[] {
    const written: Row[] = [];
    for (const round of roundsOf(placed, ({ agencyId, record }) => agencyId + keyOf(record))) {
      const requestOf = new Map(round.map(({ agencyId, record, request }) => [agencyId + keyOf(record), request]));
      sent.push(
        writeRound(transaction, round).then((rows) => {
          for (const row of rows) tallies[requestOf.get(row.agency_id + keyOf(row))!]!.add(row);
          written.push(...rows);
        }),
      );
    }
    return written;
  }

  const mentioned = readMentioned(transaction, requests, batch);
  sent.push(mentioned);
  // Every batch writes the types in this order and each type's rows in the order of their keys, so that parallel
  // batches wait for each other instead of ending in a deadlock.
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
  // What points to nothing may make a later statement fail: the refusal says more.
  await Promise.allSettled(sent);
  const refusals = checkReferences(requests, await mentioned);
  if (refusals.some((refusal) => refusal !== undefined)) throw new RequestsRefused(refusals);
  await allInOrder(sent);

  const isNew = ({ is_new }: Written) => is_new;
  // The event of an order that a later record of the batch changed has the final state.
  const latest = new Map(orders.map((order) => [order.agency_id + order.id, order]));
  const traceOf = tracesOf(requests, batch);
  const events: NewEvent[] = [
    ...orders
      .filter(isNew)
      .map((order) => ({ ...orderCreated(latest.get(order.agency_id + order.id)!), ...traceOf('order', order.agency_id, order.id) })),
    ...refunds.map((refund) => ({ ...orderRefunded(refund), ...traceOf('refund', refund.agency_id, refund.order_id) })),
    ...aiRequests.filter(isNew).map((asked) => ({ ...aiControlRequested(asked), ...traceOf('ai_request', asked.agency_id, asked.id) })),
  ];
  const noted = noteChanges(transaction, { sends, orders, refunds });
  const spent = moveFanSpend(transaction, changesOf(orders, refunds));
  // Refunds need another query; pure additions go together with the events.
  if (refunds.length > 0 || !orders.every(isNew)) await allInOrder([noted, spent]);
  await allInOrder([noted, spent, outbox?.publish(transaction, events, { commits: true }) ?? Promise.resolve()]);
  return tallies.map((tally, request) => tally.result(requests[request]!.records.length));
}

/** Records one batch without events: the facts are long past. */
export async function ingestSilently(
  transaction: Transaction,
  agencyId: string,
  records: readonly UpstreamRecord[],
  problems: IngestRequest['problems'],
): Promise<IngestResult> {
  return (await ingestTogether(transaction, [{ agencyId, records, problems, traceparent: null }], undefined))[0]!;
}
