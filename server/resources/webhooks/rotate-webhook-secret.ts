import { limits } from '../../../generated/limits.ts';
import type { Problems } from '../../../generated/problems.ts';
import { auditedEndpoint, auditInScope } from '../../access/audit/audit-log.ts';
import { lockKey } from '../../entities/api-key.ts';
import { renewHeaders } from '../../entities/endpoint-headers.ts';
import { displayedSecretPrefix, newSigningSecret, placeOfSecrets } from '../../entities/signing-secret.ts';
import { sql } from '../../orm/conditions.ts';
import type { Rows } from '../../models/tables.ts';
import type { Handler } from '../handler.ts';
import { requireOwnOfLink } from './portal-link-rules.ts';

interface EarlierSecret {
  readonly sealed: Buffer;
  readonly expiresAt: Date;
}

function stillLive(
  row: Pick<Rows['webhook_endpoints'], 'earlier_secret_ciphertexts' | 'earlier_secrets_expire_at'>,
  now: Date,
): EarlierSecret[] {
  return row.earlier_secret_ciphertexts
    .map((sealed, index) => ({ sealed, expiresAt: row.earlier_secrets_expire_at[index]! }))
    .filter(({ expiresAt }) => expiresAt > now);
}

function tooManySecrets(live: readonly EarlierSecret[], { problem }: Problems<'webhook_secret_limit'>): Error {
  const next = new Date(Math.min(...live.map(({ expiresAt }) => expiresAt.getTime())));
  return problem('webhook_secret_limit', {
    detail:
      `The endpoint has ${limits.secretsOfEndpoint} signing secrets; the next one expires at ${next.toISOString()}. ` +
      'Rotate after that, or set "previous_expires_in_seconds" to 0 so that the current one expires at once.',
  });
}

/** The previous secret also signs until the requested time, and earlier ones until their expiry. */
export const rotateWebhookSecret: Handler<'rotateWebhookSecret', 'keyring'> = async (request, context, { keyring }) => {
  const { endpoint_id: endpointId, body } = request;
  const secret = newSigningSecret();
  const secretPrefix = displayedSecretPrefix(secret);
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    await lockKey(transaction, context.key.id);
    const row = await transaction.webhook_endpoints.row({
      where: { id: endpointId },
      expressions: { now: sql<Date>('now()') },
      lock: 'NO KEY UPDATE',
    });
    if (!row) throw context.problem('unknown_webhook_endpoint');
    requireOwnOfLink(context, row, 'rotate the secret of endpoints');
    const live = stillLive(row, row.now);
    const keptMs = (body?.previous_expires_in_seconds ?? 0) * 1_000;
    const previous = keptMs > 0 ? { sealed: row.secret_ciphertext, expiresAt: new Date(row.now.getTime() + keptMs) } : undefined;
    if (previous && live.length + 2 > limits.secretsOfEndpoint) throw tooManySecrets(live, context);
    if (previous) live.unshift(previous);
    const place = placeOfSecrets(row.agency_id, row.id);
    const secrets = {
      secret_ciphertext: keyring.encrypt(secret, place),
      secret_prefix: secretPrefix,
      earlier_secret_ciphertexts: live.map(({ sealed }) => keyring.renew(sealed, place)),
      earlier_secrets_expire_at: live.map(({ expiresAt }) => expiresAt),
      headers_ciphertext: row.headers_ciphertext && renewHeaders(keyring, row.headers_ciphertext, row.agency_id, row.id),
    };
    await transaction.webhook_endpoints.update(secrets, { id: row.id });
    const details = { secret_prefix: secretPrefix, previous_expires_in_seconds: keptMs / 1_000 };
    await auditInScope(transaction, context.author, auditedEndpoint('secret.rotated', row, details));
    return { secret, secret_prefix: secretPrefix, previous_expires_at: previous?.expiresAt.toISOString() ?? null };
  });
};
