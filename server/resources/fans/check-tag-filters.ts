import type { Problems } from '../../../generated/problems.ts';
import type { Sql } from '../../database/client/sql.ts';

/** Throws `unknown_account`, or `unknown_tag` with all unknown ids. */
export async function checkTagFilters(
  data: Sql,
  accountId: string,
  tagIds: readonly string[],
  { problem }: Problems<'unknown_account' | 'unknown_tag'>,
): Promise<void> {
  const [account] = await data.query<{ known: readonly string[] }>({
    text: `
      SELECT ARRAY (SELECT t.id FROM {tags} t WHERE t.id = ANY ($2)) AS known
        FROM {creators} c WHERE c.account_id = $1`,
    values: [accountId, tagIds],
  });
  if (!account) throw problem('unknown_account');
  const known = new Set(account.known);
  const unknown = tagIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw problem('unknown_tag', { members: { tag_ids: unknown } });
}
