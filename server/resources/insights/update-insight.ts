import type { UpdateInsightRequest } from '../../../generated/interfaces/insights.ts';
import type { Insight } from '../../../generated/models.ts';
import type { Problems } from '../../../generated/problems.ts';
import { auditOperatorAtFan } from '../../access/audit/audit-log.ts';
import type { ScopedTransaction } from '../../access/scope/scoped-models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { FanPath } from '../../entities/fan.ts';
import { firstEtag, presentInsight, type InsightRow } from '../../entities/insight.ts';
import { bareToken } from './bare-token.ts';
import { readInsight } from './read-insight.ts';
import { addEdit } from './add-edit.ts';

/** The token that the caller read: from the header, the body, or both when they agree. */
function tokenOf(request: UpdateInsightRequest, { problem }: Problems<'validation_failed'>): string | undefined {
  const header = request['If-Match'];
  const fromHeader = header?.trim() ? bareToken(header) : undefined;
  const fromBody = request.body.etag === undefined ? undefined : bareToken(request.body.etag);
  if (fromHeader !== undefined && fromBody !== undefined && fromHeader !== fromBody) {
    throw problem('validation_failed', { detail: 'If-Match and "etag" are different. Send only one of them, or the same token in both.' });
  }
  return fromHeader ?? fromBody;
}

/**
 * Writes the note where the token still is the stored one: of parallel edits with the same token the row's lock lets
 * one through. Answers undefined where nothing was written.
 */
async function writeNote(
  transaction: ScopedTransaction,
  path: FanPath,
  token: string,
  note: string,
  keyId: string | null,
): Promise<InsightRow | undefined> {
  const first = firstEtag(transaction.tenantScope.agencyId, path);
  if (token === first) {
    await transaction.query({
      text: `
        INSERT INTO insights (agency_id, account_id, fan_id, note, etag)
        SELECT {agency_id}, f.account_id, f.fan_id, '', $3::uuid FROM {fans} f WHERE f.account_id = $1 AND f.fan_id = $2
        ON CONFLICT DO NOTHING`,
      values: [path.account_id, path.fan_id, first],
    });
  }
  const [written] = await transaction.query<InsightRow & { previous_note: string }>({
    text: `
      UPDATE insights i
         SET note = $3, etag = gen_random_uuid(), updated_at = now()
       WHERE {scope insights i} AND i.account_id = $1 AND i.fan_id = $2 AND i.etag::text = $4 AND i.note <> $3
      RETURNING new.note, new.etag, old.note AS previous_note`,
    values: [path.account_id, path.fan_id, note, token],
  });
  if (!written) return undefined;
  await addEdit(transaction, path, written.previous_note, keyId);
  return written;
}

/** Edits the note with optimistic concurrency. The same text, or none, changes nothing and keeps the token. */
export async function updateInsight(request: UpdateInsightRequest, context: ContextOf<'updateInsight'>): Promise<Insight> {
  const token = tokenOf(request, context);
  const insight = await context.data.transaction(async (transaction) => {
    const { note } = request.body;
    const written =
      note === undefined || token === undefined ? undefined : await writeNote(transaction, request, token, note, context.key.id);
    if (written) {
      await auditOperatorAtFan(transaction, context.author, 'insight.changed', request);
      return written;
    }
    const current = await readInsight(transaction, request, context);
    if (token === undefined) throw context.problem('precondition_required');
    if (token !== current.etag) throw context.problem('precondition_failed', { members: { current_etag: current.etag } });
    return current;
  });
  context.setHeader('ETag', `"${insight.etag}"`);
  return presentInsight(insight);
}
