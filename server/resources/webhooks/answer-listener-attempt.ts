import { auditedEndpoint, auditOperator, type AuditedEndpoint } from '../../access/audit/audit-log.ts';
import { answersChannel } from '../../entities/channels.ts';
import type { EndpointRow } from '../../entities/endpoint.ts';
import type { Handler } from '../handler.ts';
import { findListener } from './find-endpoint.ts';
import { requireOwnOfLink } from './portal-link-rules.ts';

const action = 'answer attempts of listeners';

/** The commit notifies the process that delivers. */
export const answerListenerAttempt: Handler<'answerListenerAttempt'> = async ({ listener_id: listenerId, body }, context) => {
  const error = body.status_code === undefined ? (body.error ?? 'connection_error') : null;
  await context.idempotency.inTransaction(context.data, async (transaction) => {
    const [listener] = await transaction.query<AuditedEndpoint & Pick<EndpointRow, 'created_by_link_id'>>({
      name: 'answer-listener-attempt',
      text: `
        WITH answered AS (
          UPDATE listener_attempts a
             SET answered_at = statement_timestamp(), status_code = $3, error = $4, excerpt = $5
            FROM {webhook_endpoints} e
           WHERE a.endpoint_id = $1 AND a.id = $2 AND a.answered_at IS NULL AND a.deadline_at > statement_timestamp()
             AND e.id = a.endpoint_id AND {scope listener_attempts a}
          RETURNING a.id AS attempt_id, e.id, e.label, e.allowed_creator_ids, e.created_by_link_id
        ), notified AS MATERIALIZED (SELECT pg_notify('${answersChannel}', attempt_id::text) FROM answered)
        SELECT a.id, a.label, a.allowed_creator_ids, a.created_by_link_id FROM answered a, notified`,
      values: [listenerId, body.attempt_id, body.status_code ?? null, error, body.body ?? null],
    });
    if (!listener) {
      requireOwnOfLink(context, await findListener(transaction, listenerId, context), action);
      throw context.problem('unknown_listener_attempt');
    }
    requireOwnOfLink(context, listener, action);
    const details = { attempt_id: body.attempt_id, status_code: body.status_code ?? null };
    await auditOperator(transaction, context.author, auditedEndpoint('listener_attempt.answered', listener, details));
  });
};
