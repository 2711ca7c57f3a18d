import type { CreatePortalLinkRequest } from '../../../generated/interfaces/operator.ts';
import type { PortalLink } from '../../../generated/models/index.ts';
import { limits } from '../../../generated/limits.ts';
import type { Problems } from '../../../generated/problems.ts';
import { mintApiKey, type ApiKeyFormat } from '../../access/api-keys.ts';
import { audit } from '../../access/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Database } from '../../database/sql.ts';
import { containmentOfNewKey, lockKeysOfAgency } from '../../entities/containment.ts';
import type { Models } from '../../models/models.ts';
import { validationError } from '../../problems/validation-error.ts';
import { requireAgency } from './require-agency.ts';

export interface CreatePortalLinkDependencies {
  readonly database: Database;
  readonly models: Models;
  readonly keyFormat: ApiKeyFormat;
  /** Where the public listener is reached. */
  readonly publicUrl: string;
}

/** An origin as browsers write it: without the port that is its scheme's own. */
function originOf(text: string, index: number, { problem }: Problems<'validation_failed'>): string {
  const url = URL.parse(text);
  if (url && url.origin !== 'null') return url.origin;
  const path = `allowed_origins.${index}`;
  const message = 'is no origin: its host or its port cannot be';
  throw problem('validation_failed', {
    detail: `"${path}" ${message}.`,
    members: { errors: [validationError(path, message, 'allowed_origins')] },
  });
}

const insert = `
  WITH key AS (
    INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes, expires_at, containment_id, contained_at)
    VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), ${containmentOfNewKey('$1')}) RETURNING id, expires_at
  )
  INSERT INTO portal_links (agency_id, key_id, allowed_origins) SELECT $1, key.id, $7 FROM key
  RETURNING id, key_id, (SELECT expires_at FROM key)`;

/** Makes a key that soon expires and a link that holds it. Neither is told again. */
export async function createPortalLink(
  { database, models, keyFormat, publicUrl }: CreatePortalLinkDependencies,
  { agency_id: agencyId, body }: CreatePortalLinkRequest,
  context: ContextOf<'createPortalLink'>,
): Promise<PortalLink> {
  await requireAgency(models, agencyId, context);
  const { label } = body;
  const scopes = [...new Set(body.scopes ?? ['read:webhooks', 'write:webhooks'])];
  const origins = [...new Set((body.allowed_origins ?? []).map((origin, index) => originOf(origin, index, context)))];
  const apiKey = mintApiKey();
  const prefix = keyFormat.displayPrefix(apiKey);
  const seconds = body.expires_in_seconds ?? limits.portalSeconds;
  const link = await database.transaction(async (transaction) => {
    await lockKeysOfAgency(transaction, agencyId);
    const [made] = await transaction.query<{ id: string; key_id: string; expires_at: Date }>({
      text: insert,
      values: [agencyId, label, prefix, keyFormat.hashOf(apiKey), scopes, seconds, origins],
    });
    const { id, key_id: keyId, expires_at: expiresAt } = made!;
    await audit(transaction, agencyId, context.author, {
      action: 'portal_link.created',
      subjectId: keyId,
      subjectName: label,
      details: { link_id: id, scopes, expires_at: expiresAt, prefix, allowed_origins: origins },
    });
    return made!;
  });
  return {
    id: link.id,
    url: `${publicUrl}/portal/${link.id}#key=${apiKey}`,
    expires_at: link.expires_at.toISOString(),
    key_id: link.key_id,
  };
}
