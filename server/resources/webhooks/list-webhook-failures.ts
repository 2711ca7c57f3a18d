import type { ListWebhookFailuresRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookFailurePage } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { Pager } from '../../paging/page.ts';
import { readInstantRange } from '../../query/instants.ts';
import { readOfEndpoint } from './find-endpoint.ts';
import { presentFailure, type FailureRow } from './present.ts';

/** Most recent first. The clean-up may be behind, so records past their retention are left out here. */
export async function listWebhookFailures(
  { cursors }: { readonly cursors: Cursors },
  request: ListWebhookFailuresRequest,
  context: RequestContext,
): Promise<WebhookFailurePage> {
  const pager = new Pager(cursors, 'listWebhookFailures', context);
  const { start, end } = readInstantRange(request);
  const [afterFailedAt, afterId] = pager.after(request.cursor) ?? [];
  const rows = await readOfEndpoint<FailureRow | { id: null }>(
    context.data,
    request.endpoint_id,
    {
      text: `
      SELECT f.* FROM {webhook_endpoints} e
      LEFT JOIN LATERAL (
        SELECT w.id, w.event_id, w.event_type, w.delivery_id, w.event_created_at, w.failed_at, w.error, w.attempts, w.replayed_at
        FROM {webhook_failures} w
        WHERE w.endpoint_id = $1
          AND w.failed_at > now() - interval '30 days'
          AND ($2::text[] IS NULL OR w.event_type = ANY($2))
          AND ($3::timestamptz IS NULL OR w.failed_at >= $3)
          AND ($4::timestamptz IS NULL OR w.failed_at < $4)
          AND ($5::timestamptz IS NULL OR (w.failed_at, w.id) < ($5, $6::uuid))
        ORDER BY w.failed_at DESC, w.id DESC
        LIMIT $7
      ) f ON true
      WHERE e.id = $1
      ORDER BY f.failed_at DESC, f.id DESC`,
      values: [
        request.endpoint_id,
        request.event_types ?? null,
        start ?? null,
        end ?? null,
        afterFailedAt ?? null,
        afterId ?? null,
        request.limit + 1,
      ],
    },
    (statement) => pager.read(statement),
  );
  const failures = rows.filter((row): row is FailureRow => row.id !== null);
  return pager.page(failures, request.limit, presentFailure, (row) => [row.failed_at.toISOString(), row.id]);
}
