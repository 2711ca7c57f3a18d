import type { PortalTheme } from '../../../../generated/models.ts';
import { limits } from '../../../../generated/limits.ts';
import type { Problems } from '../../../../generated/problems.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import { newPortalLink } from '../../../access/keys/portal-links.ts';
import { containmentOfNewKey, lockKeysOfAgency } from '../../../entities/containment.ts';
import { hasInvisibleCharacters } from '../../../lib/invisible-characters.ts';
import { fieldRefusal } from '../../../problems/validation-error.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import type { Handler } from '../../handler.ts';
import { requireQuota } from './require-quota.ts';

/** An origin as browsers send it: without the default port. */
function originOf(text: string, index: number, problems: Problems<'validation_failed'>): string {
  const url = URL.parse(text);
  if (url && url.origin !== 'null') return url.origin;
  throw fieldRefusal(`allowed_origins.${index}`, 'is not an origin: its host or port is not valid', 'allowed_origins', problems);
}

/** Throws `validation_failed` for invisible or misleading texts. */
function checkTheme({ name, logo_text: logo }: PortalTheme, problems: Problems<'validation_failed'>): void {
  if (name !== undefined && (hasInvisibleCharacters(name) || /[\p{Zl}\p{Zp}]/u.test(name) || name.trim() === ''))
    throw fieldRefusal('theme.name', 'must be one line of characters that show', 'portalName', problems);
  if (logo !== undefined && !/^[\p{L}\p{N}]+$/u.test(logo))
    throw fieldRefusal('theme.logo_text', 'must be up to 3 letters or digits', 'logoText', problems);
}

const insert = `
  WITH key AS (
    INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes, expires_at, containment_id, contained_at)
    VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), ${containmentOfNewKey('$1')}) RETURNING id, expires_at
  )
  INSERT INTO portal_links (agency_id, key_id, allowed_origins, secret_hash, uses_left, theme) SELECT $1, key.id, $7, $8, $9, $10::jsonb FROM key
  RETURNING id, key_id, (SELECT expires_at FROM key)`;

/** Ends the endpoints of the link at its expiry, before the job that runs every minute. */
const endAtExpiry = 'SELECT add_end_of_link_job($1::uuid, $2::timestamptz)';

/** Creates a key that expires soon, and a link whose sessions use it. Only this response contains the link's secret. */
export const createPortalLink: Handler<'createPortalLink', 'publicUrl'> = async ({ agency_id: agencyId, body }, context, { publicUrl }) => {
  await requireAgency(context.data, agencyId, context);
  checkTheme(body.theme ?? {}, context);
  const { label } = body;
  const scopes = [...new Set(body.scopes ?? ['read:webhooks', 'replay:webhooks'])];
  const origins = [...new Set((body.allowed_origins ?? []).map((origin, index) => originOf(origin, index, context)))];
  const { secret, secretHash, keyHash, prefix } = newPortalLink();
  const uses = body.uses ?? 1;
  const seconds = body.expires_in_seconds ?? limits.portalSeconds;
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    await lockKeysOfAgency(transaction, agencyId);
    await requireQuota(transaction, agencyId, 'portal_links', context);
    const [made] = await transaction.query<{ id: string; key_id: string; expires_at: Date }>({
      text: insert,
      values: [
        agencyId,
        label,
        prefix,
        keyHash,
        scopes,
        seconds,
        origins,
        secretHash,
        uses,
        body.theme === undefined ? null : JSON.stringify(body.theme),
      ],
    });
    const { id, key_id: keyId, expires_at: expiresAt } = made!;
    if (scopes.includes('write:webhooks')) await transaction.query({ text: endAtExpiry, values: [keyId, expiresAt] });
    await audit(transaction, agencyId, context.author, {
      action: 'portal_link.created',
      subjectId: keyId,
      subjectName: label,
      details: { link_id: id, scopes, expires_at: expiresAt, prefix, allowed_origins: origins, uses, theme: body.theme },
    });
    return { id, url: `${publicUrl}/portal/${id}#key=${secret}`, expires_at: expiresAt.toISOString(), key_id: keyId };
  });
};
