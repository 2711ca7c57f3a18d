import type { Sql } from '../database/sql.ts';
import type { Batch } from './batch.ts';
import { noSuchAgency, Refusals } from './refusals.ts';

interface Known {
  readonly accountOfCreator: Map<string, string>;
  readonly creatorOfAccount: Map<string, string>;
  readonly tagIds: Set<string>;
  readonly orderIds: Set<string>;
}

const mentioned = `
  SELECT 'agency' AS kind, id::text, NULL AS account_id FROM agencies WHERE id = $1
  UNION ALL SELECT 'creator', id, account_id FROM creators WHERE agency_id = $1 AND (id = ANY ($2) OR account_id = ANY ($3))
  UNION ALL SELECT 'tag', id, NULL FROM tags WHERE agency_id = $1 AND id = ANY ($4)
  UNION ALL SELECT 'order', id, NULL FROM orders WHERE agency_id = $1 AND id = ANY ($5)`;

interface Mentioned {
  readonly kind: 'agency' | 'creator' | 'tag' | 'order';
  readonly id: string;
  /** Of a creator. */
  readonly account_id: string;
}

/** What the batch mentions, as far as it is recorded. */
async function readMentioned(sql: Sql, agencyId: string, batch: Batch): Promise<Mentioned[]> {
  const creatorIds = [...batch.send, ...batch.order].map(({ record }) => record.creator_id);
  const accountIds = [...batch.fan, ...batch.ai_request].map(({ record }) => record.account_id);
  for (const { record } of batch.creator) {
    creatorIds.push(record.id);
    accountIds.push(record.account.external_id);
  }
  const tagIds = batch.fan.flatMap(({ record }) => record.tag_ids);
  const orderIds = batch.refund.map(({ record }) => record.order_id);
  const ids = [creatorIds, accountIds, tagIds, orderIds].map((list) => [...new Set(list)]);
  return sql.query({ name: 'read-mentioned', text: mentioned, values: [agencyId, ...ids] });
}

function checkCreators(batch: Batch, { accountOfCreator, creatorOfAccount }: Known, refusals: Refusals): void {
  for (const { index, record } of batch.creator) {
    const accountId = record.account.external_id;
    const current = accountOfCreator.get(record.id);
    const holder = creatorOfAccount.get(accountId);
    if (current !== undefined && current !== accountId) {
      refusals.add(index, 'account.external_id', "is not the account of this creator; a creator's account never changes");
    } else if (holder !== undefined && holder !== record.id) {
      refusals.add(index, 'account.external_id', 'is the account of another creator');
    } else {
      accountOfCreator.set(record.id, accountId);
      creatorOfAccount.set(accountId, record.id);
    }
  }
}

function checkPointers(batch: Batch, known: Known, refusals: Refusals): void {
  for (const { index, record } of [...batch.send, ...batch.order]) {
    if (!known.accountOfCreator.has(record.creator_id)) refusals.add(index, 'creator_id', 'is not a creator of the agency');
  }
  for (const { index, record } of [...batch.fan, ...batch.ai_request]) {
    if (!known.creatorOfAccount.has(record.account_id)) refusals.add(index, 'account_id', 'is not the account of a creator of the agency');
  }
  for (const { index, record } of batch.fan) {
    record.tag_ids.forEach((tagId, position) => {
      if (!known.tagIds.has(tagId)) refusals.add(index, `tag_ids.${position}`, 'is not a tag of the agency');
    });
  }
  for (const { index, record } of batch.refund) {
    if (!known.orderIds.has(record.order_id)) refusals.add(index, 'order_id', 'is neither an order of the agency nor of this batch');
  }
}

/**
 * Refuses the batch when a record points to something that is neither recorded nor in the batch. Throws `not_found` for
 * an agency that does not exist.
 */
export async function checkReferences(sql: Sql, agencyId: string, batch: Batch): Promise<void> {
  const rows = await readMentioned(sql, agencyId, batch);
  const of = (kind: Mentioned['kind']) => rows.filter((row) => row.kind === kind);
  if (of('agency').length === 0) throw noSuchAgency();
  const known: Known = {
    accountOfCreator: new Map(of('creator').map(({ id, account_id }) => [id, account_id])),
    creatorOfAccount: new Map(of('creator').map(({ id, account_id }) => [account_id, id])),
    tagIds: new Set([...of('tag'), ...batch.tag.map(({ record }) => record)].map(({ id }) => id)),
    orderIds: new Set([...of('order'), ...batch.order.map(({ record }) => record)].map(({ id }) => id)),
  };
  const refusals = new Refusals();
  checkCreators(batch, known, refusals);
  checkPointers(batch, known, refusals);
  refusals.throwIfAny();
}
