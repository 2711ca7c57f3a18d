import type { Sql } from '../database/sql.ts';
import type { Batch } from './batch.ts';
import { Refusals } from './refusals.ts';

interface Known {
  readonly accountOfCreator: Map<string, string>;
  readonly creatorOfAccount: Map<string, string>;
  readonly tagIds: Set<string>;
  readonly orderIds: Set<string>;
}

async function knownCreators(sql: Sql, agencyId: string, batch: Batch): Promise<{ id: string; account_id: string }[]> {
  const creatorIds = new Set<string>();
  const accountIds = new Set<string>();
  for (const { record } of batch.creator) {
    creatorIds.add(record.id);
    accountIds.add(record.account.external_id);
  }
  for (const { record } of [...batch.send, ...batch.order]) creatorIds.add(record.creator_id);
  for (const { record } of [...batch.fan, ...batch.ai_request]) accountIds.add(record.account_id);
  if (creatorIds.size + accountIds.size === 0) return [];
  return sql.query({
    text: 'SELECT id, account_id FROM creators WHERE agency_id = $1 AND (id = ANY($2) OR account_id = ANY($3))',
    values: [agencyId, [...creatorIds], [...accountIds]],
  });
}

async function knownTags(sql: Sql, agencyId: string, batch: Batch): Promise<{ id: string }[]> {
  const tagIds = new Set(batch.fan.flatMap(({ record }) => record.tag_ids));
  if (tagIds.size === 0) return [];
  return sql.query({ text: 'SELECT id FROM tags WHERE agency_id = $1 AND id = ANY($2)', values: [agencyId, [...tagIds]] });
}

async function knownOrders(sql: Sql, agencyId: string, batch: Batch): Promise<{ id: string }[]> {
  if (batch.refund.length === 0) return [];
  const ids = new Set(batch.refund.map(({ record }) => record.order_id));
  return sql.query({ text: 'SELECT id FROM orders WHERE agency_id = $1 AND id = ANY($2)', values: [agencyId, [...ids]] });
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

/** Refuses the batch when a record points to something that is neither recorded nor in the batch. */
export async function checkReferences(sql: Sql, agencyId: string, batch: Batch): Promise<void> {
  const creators = await knownCreators(sql, agencyId, batch);
  const tags = await knownTags(sql, agencyId, batch);
  const orders = await knownOrders(sql, agencyId, batch);
  const known: Known = {
    accountOfCreator: new Map(creators.map(({ id, account_id }) => [id, account_id])),
    creatorOfAccount: new Map(creators.map(({ id, account_id }) => [account_id, id])),
    tagIds: new Set([...tags, ...batch.tag.map(({ record }) => record)].map(({ id }) => id)),
    orderIds: new Set([...orders, ...batch.order.map(({ record }) => record)].map(({ id }) => id)),
  };
  const refusals = new Refusals();
  checkCreators(batch, known, refusals);
  checkPointers(batch, known, refusals);
  refusals.throwIfAny();
}
