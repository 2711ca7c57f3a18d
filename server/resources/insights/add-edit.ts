import type { ScopedTransaction } from '../../access/scope/scoped-models.ts';
import type { FanPath } from '../../entities/fan.ts';
import { boundHistory, insightHistory } from '../../entities/insight.ts';

/** The most edits that one edit removes, from a history far over its limits. */
const mostDropped = 200;

/**
 * Adds an edit to the history of a fan whose note the transaction has locked. Removes the oldest edits over the limits of the fan, and over the quota
 * of the agency. `octet_length` does not read the stored text.
 */
export async function addEdit(
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
                LIMIT ${mostDropped})
      )
      INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id) VALUES ({agency_id}, $1, $2, $3, $4)`,
    values: [account_id, fan_id, previousNote, keyId, editsOfFan, bytesOfFan],
  });
  // The insert locks the agency's row for its count, so the second statement sees the edits of other transactions.
  await Promise.all([added, transaction.query<{ count: number }>({ text: boundHistory('{agency_id}') })]);
}
