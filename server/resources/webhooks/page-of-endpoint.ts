import { deliveryEventTypes } from '../../../generated/events.ts';
import type { ListWebhookFailuresRequest } from '../../../generated/interfaces/webhooks.ts';
import { limits } from '../../../generated/limits.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Statement } from '../../database/client/sql.ts';
import { firstShownId } from '../../database/partitions/partitions.ts';
import { presentDelivery, type NoRow } from '../../entities/webhook-delivery.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { Pager, type Page } from '../../paging/pager.ts';
import { readInstantRange } from '../../query/instants.ts';
import { lastId, nilId } from '../../query/uuid.ts';
import { readOfEndpoint } from './find-endpoint.ts';

/** What the statement of a list depends on. */
export interface ListParts {
  readonly columns: 'all' | 'id';
  /** SQL: the conditions on a row with this alias. They exclude rows past their retention, which partitions may still contain. */
  readonly where: (alias: string) => string;
  /** SQL: which of the merged rows are returned. */
  readonly rows: string;
}

/** The common parameters are `$1` to `$6`: the endpoint, a number of rows, types, start, end and cursor. */
const within = (alias: string) => `${alias}.endpoint_id = $1
  AND ${alias}.id >= greatest(${firstShownId}, first_id_at(greatest($4::timestamptz, 'epoch')))
  AND ${alias}.id < least($6::uuid, first_id_at(greatest(coalesce($5::timestamptz, '9999-01-01'), 'epoch')))`;

const hasOutcome = (alias: string, outcomes: string) => `EXISTS (
  SELECT FROM unnest(${alias}.attempts) AS a (attempt)
   CROSS JOIN LATERAL json_to_record(a.attempt::json) AS o (status_code text, error text, error_detail text)
   WHERE ARRAY[o.status_code, left(o.status_code, 1) || 'xx', o.error, o.error_detail] && ${outcomes})`;

/**
 * The statements of a list whose pages merge short ranges of keys, each of at most `$2` rows. A search for outcomes reads a bounded number of
 * rows: `run` finds the last one, and `search` returns the matching rows from there on. `parameters` is how many the list itself has, `error` an
 * outcome besides those of the attempts.
 */
export function listStatements(textOf: (parts: ListParts) => string, parameters: number, error = 'NULL') {
  const outcomes = `$${parameters + 2}::text[]`;
  const found = (alias: string) =>
    `${within(alias)} AND ${alias}.id >= $${parameters + 1}::uuid AND (${error} = ANY (${outcomes}) OR ${hasOutcome(alias, outcomes)})`;
  return {
    page: textOf({ columns: 'all', where: within, rows: 'LIMIT $2' }),
    run: textOf({ columns: 'id', where: within, rows: 'OFFSET $2 - 1 LIMIT 1' }),
    search: textOf({ columns: 'all', where: found, rows: 'LIMIT $2' }),
  };
}

type ListContext = ContextOf<'listWebhookDeliveries' | 'listWebhookFailures'>;

interface Wanted<Row> {
  readonly list: 'listWebhookDeliveries' | 'listWebhookFailures';
  readonly statements: ReturnType<typeof listStatements>;
  /** The values of the list's own parameters, from `$7` on. */
  readonly values?: readonly unknown[];
  /** A generic plan does not know the window and the cursor: the page after the 30,000th delivery of a type reads 1,625 rows instead of 204. */
  readonly plan?: 'custom';
  /** Reads rows of the list with `readOfEndpoint`. */
  readonly read: (context: ListContext, endpointId: string, statement: Statement, pager: Pager) => Promise<(Row | NoRow<Row>)[]>;
}

interface ListedRow {
  readonly id: string;
  readonly attempts: readonly string[];
}

/** A page of the deliveries or failures of an endpoint, most recent first. Ids do not change, so their order is that of the list. */
export async function pageOfEndpoint<Row extends ListedRow>(
  { endpoint_id: endpointId, limit, ...request }: ListWebhookFailuresRequest,
  context: ListContext,
  cursors: Cursors,
  { list, statements, values = [], plan, read }: Wanted<Row>,
): Promise<Page<ReturnType<typeof presentDelivery<Row>>>> {
  const pager = new Pager(cursors, list, context);
  const { start, end } = readInstantRange(request, context);
  const [afterId] = pager.after(request.cursor) ?? [];
  const types = [...new Set(request.event_types ?? deliveryEventTypes)];
  const statementOf = (text: string, most: number, more: readonly unknown[] = [], planned = plan): Statement => ({
    text,
    values: [endpointId, most, types, start ?? null, end ?? null, afterId ?? lastId, ...values, ...more],
    ...(planned ? { plan: planned } : {}),
  });
  const pageOf = (rows: readonly (Row | NoRow<Row>)[], readTo: string | null = null) =>
    pager.page(
      rows.filter((row): row is Row => row.id !== null),
      limit,
      presentDelivery,
      ({ id }) => [id],
      readTo === null ? undefined : [readTo],
    );
  if (!request.outcomes) return pageOf(await read(context, endpointId, statementOf(statements.page, limit + 1), pager));
  const run = statementOf(statements.run, limits.searchedDeliveries, [], 'custom');
  const [last] = await readOfEndpoint<{ id: string | null }>(context, endpointId, run, (given) => pager.read(given));
  const search = statementOf(statements.search, limit + 1, [last!.id ?? nilId, request.outcomes], 'custom');
  return pageOf(await read(context, endpointId, search, pager), last!.id);
}
