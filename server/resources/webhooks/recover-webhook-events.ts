import { limits } from '../../../generated/limits.ts';
import type { RecoverWebhookEventsRequest } from '../../../generated/interfaces/webhooks.ts';
import { auditedEndpoint, auditInScope } from '../../access/audit/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { forecastOf } from '../../entities/delivery-forecast.ts';
import { presentCounts, presentRecovery } from '../../entities/webhook-recovery.ts';
import { countRecovery, requestRecovery, type RecoverySelection } from '../../events/recovery.ts';
import { readInstantRange } from '../../query/instants.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';

/** Uses the database's clock, like events. */
const span = `
  SELECT now()::timestamptz(3) AS now, least(coalesce($2::timestamptz, now()), now())::timestamptz(3) AS end_at,
         $1::timestamptz < now() - interval '${limits.historyDays} days' AS is_too_old
    FROM {agencies}`;

async function readSpan(
  { body }: RecoverWebhookEventsRequest,
  context: ContextOf<'recoverWebhookEvents'>,
): Promise<{ start: Date; end: Date; now: Date }> {
  const { start, end } = readInstantRange(body, context);
  const refused = (detail: string) => context.problem('validation_failed', { detail });
  const [found] = await context.data.query<{ now: Date; end_at: Date; is_too_old: boolean }>({ text: span, values: [start, end ?? null] });
  const { now, end_at, is_too_old } = found!;
  if (is_too_old) {
    throw refused(`"start" must be at most ${limits.historyDays} days ago: older events are not stored. Read older facts from the lists.`);
  }
  if (start! >= end_at) throw refused('"start" must be before "end", and in the past.');
  return { start: start!, end: end_at, now };
}

/** A dry run reads many rows, so an agency's dry runs wait for each other before they take a connection. */
export const recoverWebhookEvents: Handler<'recoverWebhookEvents', 'serialQueue'> = async (request, context, { serialQueue }) => {
  const { data } = context;
  const endpoint = await findEndpoint(data, request.endpoint_id, context);
  const endpointId = endpoint.id;
  const { start, end, now } = await readSpan(request, context);
  const selection: RecoverySelection = { endpointId, start, end, eventTypes: request.body.event_types ?? null };
  if (request.body.dry_run) {
    const { counts, hasMore } = await serialQueue.run(data.tenantScope.agencyId, () => countRecovery(data, selection));
    const found = presentCounts(counts);
    return {
      id: null,
      status: 'counted',
      start: start.toISOString(),
      end: end.toISOString(),
      event_types: request.body.event_types ?? null,
      ...found,
      has_more: hasMore,
      forecast: await forecastOf(data, endpoint, found.recorded_count + found.reconstructed_count),
      requested_at: now.toISOString(),
      ended_at: null,
    };
  }
  return context.idempotency.inTransaction(data, async (transaction) => {
    const changed = await findEndpoint(transaction, endpointId, context);
    const recovery = await requestRecovery(transaction, selection);
    if (!recovery) throw context.problem('webhook_endpoint_disabled');
    const details = {
      recovery_id: recovery.id,
      start: start.toISOString(),
      end: end.toISOString(),
      event_types: request.body.event_types,
    };
    await auditInScope(transaction, context.author, auditedEndpoint('events.recovered', changed, details));
    return presentRecovery(recovery);
  });
};
