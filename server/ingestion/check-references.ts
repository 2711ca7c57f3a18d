import type { Sql } from '../database/client/sql.ts';
import { noSuchAgency } from '../entities/agency.ts';
import type { RecordType } from '../entities/record.ts';
import { batchOf, forEachAgency, type Batch, type IngestRequest } from './batch.ts';
import { Refusals } from './refusals.ts';

interface Known {
  readonly accountOfCreator: Map<string, string>;
  readonly creatorOfAccount: Map<string, string>;
  readonly tagIds: Set<string>;
  readonly orderIds: Set<string>;
}

const named = (agencies: string, ids: string) => `unnest(${agencies}::uuid[], ${ids}::text[])`;

const mentioned = `
  SELECT 'agency' AS kind, id AS agency_id, id::text, NULL AS account_id FROM agencies WHERE id = ANY ($1::uuid[]) AND erased_at IS NULL
  UNION ALL SELECT 'creator', agency_id, id, account_id FROM creators
             WHERE (agency_id, id) IN (SELECT * FROM ${named('$2', '$3')}) OR (agency_id, account_id) IN (SELECT * FROM ${named('$4', '$5')})
  UNION ALL SELECT 'tag', agency_id, id, NULL FROM tags WHERE (agency_id, id) IN (SELECT * FROM ${named('$6', '$7')})`;

/** Each agency has a statement, as its orders are on one worker of Citus. */
const mentionedOrders = `SELECT 'order' AS kind, agency_id, id, NULL AS account_id FROM orders WHERE agency_id = $1 AND id = ANY ($2::text[])`;

interface MentionedOf<Kind, AccountId> {
  readonly kind: Kind;
  readonly agency_id: string;
  readonly id: string;
  readonly account_id: AccountId;
}
type Mentioned = MentionedOf<'creator', string> | MentionedOf<'agency' | 'tag' | 'order', null>;

/** Ids by agency, each once, as two columns. */
class Ids {
  readonly #keys = new Map<string, [string, string]>();

  add(agencyId: string, id: string): void {
    this.#keys.set(`${agencyId} ${id}`, [agencyId, id]);
  }

  get columns(): [string[], string[]] {
    const rows = [...this.#keys.values()];
    return [rows.map(([agencyId]) => agencyId), rows.map(([, id]) => id)];
  }
}

/** What the requests mention, as far as it is recorded. */
export async function readMentioned(sql: Sql, requests: readonly IngestRequest[], batch: Batch): Promise<Mentioned[]> {
  const [creators, accounts, tags] = [new Ids(), new Ids(), new Ids()];
  for (const { agencyId, record } of [...batch.send, ...batch.order]) creators.add(agencyId, record.creator_id);
  for (const { agencyId, record } of [...batch.fan, ...batch.ai_request]) accounts.add(agencyId, record.account_id);
  for (const { agencyId, record } of batch.creator) {
    creators.add(agencyId, record.id);
    accounts.add(agencyId, record.account.external_id);
  }
  for (const { agencyId, record } of batch.fan) for (const tagId of record.tag_ids) tags.add(agencyId, tagId);
  const agencyIds = [...new Set(requests.map(({ agencyId }) => agencyId))];
  const others = sql.query<Mentioned>({
    name: 'read-mentioned',
    text: mentioned,
    values: [agencyIds, ...creators.columns, ...accounts.columns, ...tags.columns],
  });
  const orders = forEachAgency(batch.refund, (agencyId, refunds) =>
    sql.query<Mentioned>({
      name: 'read-mentioned-orders',
      text: mentionedOrders,
      values: [agencyId, refunds.map(({ record }) => record.order_id)],
    }),
  );
  return (await Promise.all([others, orders])).flat();
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
    if (!known.orderIds.has(record.order_id)) refusals.add(index, 'order_id', 'is not an order of the agency or of this batch');
  }
}

function checkRequest(request: IngestRequest, rows: readonly Mentioned[]): void {
  const of = (kind: Mentioned['kind']) => rows.filter((row) => row.kind === kind);
  const creators = rows.filter((row) => row.kind === 'creator');
  if (of('agency').length === 0) throw noSuchAgency(request.problems);
  const batch = batchOf([request]);
  const known: Known = {
    accountOfCreator: new Map(creators.map(({ id, account_id }) => [id, account_id])),
    creatorOfAccount: new Map(creators.map(({ id, account_id }) => [account_id, id])),
    tagIds: new Set([...of('tag'), ...batch.tag.map(({ record }) => record)].map(({ id }) => id)),
    orderIds: new Set([...of('order'), ...batch.order.map(({ record }) => record)].map(({ id }) => id)),
  };
  const refusals = new Refusals();
  checkCreators(batch, known, refusals);
  checkPointers(batch, known, refusals);
  refusals.throwIfAny(request.problems);
}

/** Records of these types point to something that has to be there. */
const pointing: ReadonlySet<RecordType> = new Set(['creator', 'fan', 'send', 'order', 'refund', 'ai_request']);

/**
 * Refuses a request when a record of it points to something that is neither recorded nor in the request: with
 * `validation_failed`, or with `not_found` for an agency that does not exist. Answers with the refusal of each request.
 */
export function checkReferences(requests: readonly IngestRequest[], rows: readonly Mentioned[]): unknown[] {
  const byAgency = new Map<string, Mentioned[]>();
  for (const row of rows) {
    const known = byAgency.get(row.agency_id);
    if (known) known.push(row);
    else byAgency.set(row.agency_id, [row]);
  }
  return requests.map((request) => {
    const known = byAgency.get(request.agencyId) ?? [];
    if (known.length > 0 && !request.records.some(({ type }) => pointing.has(type))) return undefined;
    try {
      checkRequest(request, known);
      return undefined;
    } catch (refusal) {
      return refusal;
    }
  });
}
