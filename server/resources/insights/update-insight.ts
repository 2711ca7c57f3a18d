import type { UpdateInsightRequest } from '../../../generated/interfaces/insights.ts';
import type { Problems } from '../../../generated/problems.ts';
import { auditOperatorAtFan } from '../../access/audit/audit-log.ts';
import type { ScopedTransaction } from '../../access/scope/scoped-models.ts';
import type { FanPath } from '../../entities/fan.ts';
import { boundHistory, firstEtag, insightHistory, presentInsight, type InsightRow } from '../../entities/insight.ts';
import { entityTags } from '../../query/entity-tags.ts';
import type { Handler } from '../handler.ts';
import { readInsight } from './read-insight.ts';

const anyNote = '* stands for any note, so it does not name the one that you read. Send the `etag` of that one.';

/** The tokens of a header or field; undefined for `*`, which does not identify a note. */
function tokensIn(text: string): readonly string[] | undefined {
  const { isAny, quoted, bare } = entityTags(text);
  return isAny ? undefined : [...quoted, ...bare];
}

/** One of these tokens must be that of the note. If both header and body have tokens, only common ones count. */
function tokensOf(request: UpdateInsightRequest, { problem }: Problems<'validation_failed'>): readonly string[] | undefined {
  const [header, inBody] = [request['If-Match'], request.body.etag];
  const fromHeader = header?.trim() ? tokensIn(header) : undefined;
  const fromBody = inBody === undefined ? undefined : tokensIn(inBody);
  if (!fromHeader || !fromBody) return fromHeader ?? fromBody;
  const both = fromHeader.filter((token) => fromBody.includes(token));
  if (both.length > 0) return both;
  throw problem('validation_failed', { detail: 'If-Match and "etag" are different. Send only one of them, or the same token in both.' });
}

/** The maximum number of edits that one edit removes, if a history is far over its limits. */
const maxDroppedEdits = 200;

/**
 * Adds an edit to the history of a fan whose note the transaction has locked. Removes the oldest edits over the limits of the fan, and over the quota
 * of the agency. `octet_length` does not read the stored text.
 */
async function addEdit(
  transaction: ScopedTransaction,
  { account_id, fan_id }: FanPath,
  previousNote: string,
  keyId: string | null,
): Promise<void> {
  const { editsOfFan, bytesOfFan } = insightHistory;
  const added = transaction.query({
    text: `
      WITH dropped AS (
        DELETE FROM insight_edits d
         WHERE {scope insight_edits d} AND d.id IN (
               SELECT counted.id
                 FROM (SELECT e.id, row_number() OVER latest AS place, sum(octet_length(e.previous_note)) OVER latest AS bytes
                         FROM {insight_edits} e
                        WHERE e.account_id = $1 AND e.fan_id = $2
                       WINDOW latest AS (ORDER BY e.edited_at DESC, e.id DESC)) counted
                WHERE counted.place >= $5 OR counted.bytes + octet_length($3) > $6
                LIMIT ${maxDroppedEdits})
      )
      INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id) VALUES ({agency_id}, $1, $2, $3, $4)`,
    values: [account_id, fan_id, previousNote, keyId, editsOfFan, bytesOfFan],
  });
  // The insert locks the agency's row for its count, so the second statement sees the edits of other transactions.
  await Promise.all([added, transaction.query<{ count: number }>({ text: boundHistory('{agency_id}') })]);
}

/** Writes the note if one of the tokens is the stored one; else returns undefined. The row's lock lets one of parallel edits with the same token succeed. */
async function writeNote(
  transaction: ScopedTransaction,
  path: FanPath,
  tokens: readonly string[],
  note: string,
  keyId: string | null,
): Promise<InsightRow | undefined> {
  const first = firstEtag(transaction.tenantScope.agencyId, path);
  if (tokens.includes(first)) {
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
       WHERE {scope insights i} AND i.account_id = $1 AND i.fan_id = $2 AND i.etag::text = ANY ($4::text[]) AND i.note <> $3
      RETURNING new.note, new.etag, old.note AS previous_note`,
    values: [path.account_id, path.fan_id, note, tokens],
  });
  if (!written) return undefined;
  await addEdit(transaction, path, written.previous_note, keyId);
  return written;
}

/** Optimistic concurrency. The same text, or none, keeps the token. */
export const updateInsight: Handler<'updateInsight'> = async (request, context) => {
  const tokens = tokensOf(request, context);
  const insight = await context.data.transaction(async (transaction) => {
    const { note } = request.body;
    const written =
      note === undefined || tokens === undefined ? undefined : await writeNote(transaction, request, tokens, note, context.key.id);
    if (written) {
      await auditOperatorAtFan(transaction, context.author, 'insight.changed', request);
      return written;
    }
    const current = await readInsight(transaction, request, context);
    if (!tokens) {
      const isAny = Boolean(request['If-Match']?.trim() || request.body.etag);
      throw context.problem('precondition_required', isAny ? { detail: anyNote } : {});
    }
    if (!tokens.includes(current.etag)) throw context.problem('precondition_failed', { members: { current_etag: current.etag } });
    return current;
  });
  context.setHeader('ETag', `"${insight.etag}"`);
  return presentInsight(insight);
};
