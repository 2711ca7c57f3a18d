import type { FailureRow, NoRow } from '../../entities/webhook-delivery.ts';
import type { Handler } from '../handler.ts';
import { readOfEndpoint } from './find-endpoint.ts';
import { listStatements, pageOfEndpoint, type ListParts } from './page-of-endpoint.ts';

const columnsOf = {
  id: 'o.id',
  all: 'o.id, o.event_id, o.event_type, o.delivery_id, o.occurred_at AS event_created_at, o.failed_at, o.error, o.attempts, o.replayed_at',
};

/** The failures, merged from a range for each type. */
const listOf = ({ columns, where, rows }: ListParts) => `
  SELECT f.* FROM {webhook_endpoints} e
  LEFT JOIN LATERAL (
    SELECT w.* FROM unnest($3::text[]) AS t (type) CROSS JOIN LATERAL (
      SELECT ${columnsOf[columns]} FROM {delivery_failures} o WHERE o.event_type = t.type AND ${where('o')}
       ORDER BY o.id DESC LIMIT $2) w
     ORDER BY w.id DESC ${rows}
  ) f ON true
  WHERE e.id = $1
  ORDER BY f.id DESC`;

const statements = listStatements(listOf, 6, 'o.error');

export const listWebhookFailures: Handler<'listWebhookFailures', 'cursors'> = (request, context, { cursors }) =>
  pageOfEndpoint<FailureRow>(request, context, cursors, {
    list: 'listWebhookFailures',
    statements,
    read: (of, endpointId, statement, pager) =>
      readOfEndpoint<FailureRow | NoRow<FailureRow>>(of, endpointId, statement, (given) => pager.read(given)),
  });
