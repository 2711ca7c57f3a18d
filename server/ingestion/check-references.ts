import type { ValidationError } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import type { Sql } from '../database/client/sql.ts';
import { noSuchAgency } from '../entities/agency.ts';
import { validationError } from '../problems/validation-error.ts';
import { batchOf, queryPerAgency, type Batch, type IngestRequest } from './batch.ts';

const pairs = (agencies: string, ids: string) => `(SELECT * FROM unnest(${agencies}::uuid[], ${ids}::text[]))`;

const referenced = `
  SELECT 'agency' AS kind, id AS agency_id, id::text, NULL AS account_id FROM agencies WHERE id = ANY ($1::uuid[]) AND erased_at IS NULL
  UNION ALL SELECT 'creator', agency_id, id, account_id FROM creators
             WHERE (agency_id, id) IN ${pairs('$2', '$3')} OR (agency_id, account_id) IN ${pairs('$4', '$5')}
  UNION ALL SELECT 'tag', agency_id, id, NULL FROM tags WHERE (agency_id, id) IN ${pairs('$6', '$7')}`;

/** One statement per agency, because Citus stores the orders of an agency on one worker. */
const referencedOrders = `SELECT 'order' AS kind, agency_id, id, NULL AS account_id FROM orders WHERE agency_id = $1 AND id = ANY ($2::text[])`;

interface ReferencedOf<Kind, AccountId> {
  readonly kind: Kind;
  readonly agency_id: string;
  readonly id: string;
  readonly account_id: AccountId;
}
type Referenced = ReferencedOf<'creator', string> | ReferencedOf<'agency' | 'tag' | 'order', null>;

/** Pairs of an agency and an id, each once, as two parameters of a statement. */
function columnsOfPairs(all: readonly (readonly [agencyId: string, id: string])[]): [agencyIds: string[], ids: string[]] {
  const unique = [...new Map(all.map((pair) => [pair.join(' '), pair])).values()];
  return [unique.map(([agencyId]) => agencyId), unique.map(([, id]) => id)];
}

/** Reads the stored objects to which the requests refer. */
export async function readReferenced(sql: Sql, requests: readonly IngestRequest[], batch: Batch): Promise<Referenced[]> {
  const creators = [
    ...[...batch.send, ...batch.order].map(({ agencyId, record }) => [agencyId, record.creator_id] as const),
    ...batch.creator.map(({ agencyId, record }) => [agencyId, record.id] as const),
  ];
  const accounts = [
    ...[...batch.fan, ...batch.ai_request].map(({ agencyId, record }) => [agencyId, record.account_id] as const),
    ...batch.creator.map(({ agencyId, record }) => [agencyId, record.account.external_id] as const),
  ];
  const tags = batch.fan.flatMap(({ agencyId, record }) => record.tag_ids.map((tagId) => [agencyId, tagId] as const));
  const agencyIds = [...new Set(requests.map(({ agencyId }) => agencyId))];
  const others = sql.query<Referenced>({
    name: 'read-mentioned',
    text: referenced,
    values: [agencyIds, ...columnsOfPairs(creators), ...columnsOfPairs(accounts), ...columnsOfPairs(tags)],
  });
  const orders = queryPerAgency(batch.refund, (agencyId, refunds) =>
    sql.query<Referenced>({
      name: 'read-mentioned-orders',
      text: referencedOrders,
      values: [agencyId, refunds.map(({ record }) => record.order_id)],
    }),
  );
  return (await Promise.all([others, orders])).flat();
}

/** The errors of a request's invalid references. `rows` are the stored objects. */
function* invalidReferences(request: IngestRequest, rows: readonly Referenced[]): Generator<ValidationError> {
  const batch = batchOf([request]);
  const creators = rows.filter((row) => row.kind === 'creator');
  const accountOfCreator = new Map(creators.map(({ id, account_id }) => [id, account_id]));
  const creatorOfAccount = new Map(creators.map(({ id, account_id }) => [account_id, id]));
  const idsOf = (kind: 'tag' | 'order') =>
    new Set([...rows.filter((row) => row.kind === kind), ...batch[kind].map(({ record }) => record)].map(({ id }) => id));
  const [tagIds, orderIds] = [idsOf('tag'), idsOf('order')];
  const error = (index: number, field: string, message: string) => validationError(`records.${index}.${field}`, message, 'reference');

  for (const { index, record } of batch.creator) {
    const accountId = record.account.external_id;
    const current = accountOfCreator.get(record.id);
    const holder = creatorOfAccount.get(accountId);
    if (current !== undefined && current !== accountId) {
      yield error(index, 'account.external_id', "is not the account of this creator; a creator's account never changes");
    } else if (holder !== undefined && holder !== record.id) {
      yield error(index, 'account.external_id', 'is the account of another creator');
    } else {
      accountOfCreator.set(record.id, accountId);
      creatorOfAccount.set(accountId, record.id);
    }
  }
  for (const { index, record } of [...batch.send, ...batch.order]) {
    if (!accountOfCreator.has(record.creator_id)) yield error(index, 'creator_id', 'is not a creator of the agency');
  }
  for (const { index, record } of [...batch.fan, ...batch.ai_request]) {
    if (!creatorOfAccount.has(record.account_id)) yield error(index, 'account_id', 'is not the account of a creator of the agency');
  }
  for (const { index, record } of batch.fan) {
    for (const [position, tagId] of record.tag_ids.entries()) {
      if (!tagIds.has(tagId)) yield error(index, `tag_ids.${position}`, 'is not a tag of the agency');
    }
  }
  for (const { index, record } of batch.refund) {
    if (!orderIds.has(record.order_id)) yield error(index, 'order_id', 'is not an order of the agency or of this batch');
  }
}

const maxListed = limits.listedMismatches;

function refusalOf(request: IngestRequest, rows: readonly Referenced[]): Error | undefined {
  const { problems } = request;
  if (!rows.some(({ kind }) => kind === 'agency')) return noSuchAgency(problems);
  const errors = [...invalidReferences(request, rows)];
  const count = errors.length;
  if (count === 0) return undefined;
  const what = count === 1 ? '1 reference of the batch is' : `${count} references of the batch are`;
  const cut = count > maxListed ? ` The first ${maxListed} are listed.` : '';
  return problems.problem('validation_failed', {
    detail: `${what} not acceptable; nothing was recorded.${cut}`,
    members: { errors: errors.slice(0, maxListed) },
  });
}

/**
 * The refusal of each request; undefined for an accepted one. `validation_failed` if a record refers to an object that is neither stored
 * nor in the request, `not_found` for an agency that does not exist.
 */
export function checkReferences(requests: readonly IngestRequest[], rows: readonly Referenced[]): (Error | undefined)[] {
  const byAgency = Map.groupBy(rows, ({ agency_id }) => agency_id);
  return requests.map((request) => refusalOf(request, byAgency.get(request.agencyId) ?? []));
}
