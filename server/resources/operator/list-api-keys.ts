import type { ListApiKeysRequest } from '../../../generated/interfaces/operator.ts';
import type { ApiKeyList } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Sql } from '../../database/sql.ts';
import type { Rows } from '../../models/models.ts';
import { presentApiKey } from './present.ts';
import { requireAgency } from './require-agency.ts';

/** The agency's keys, oldest first, also those that are revoked or expired. */
export async function listApiKeys(
  { database }: { readonly database: Sql },
  { agency_id: agencyId }: ListApiKeysRequest,
  context: ContextOf<'listApiKeys'>,
): Promise<ApiKeyList> {
  await requireAgency(database, agencyId, context);
  const rows = await database.query<Omit<Rows['api_keys'], 'key_hash'>>({
    text: `
      SELECT id, agency_id, label, prefix, scopes, creator_ids, expires_at, revoked_at, created_at
        FROM api_keys WHERE agency_id = $1 ORDER BY created_at, id`,
    values: [agencyId],
  });
  return { data: rows.map(presentApiKey) };
}
