import type { RotateWebhookSecretRequest } from '../../../generated/interfaces/webhooks.ts';
import type { RotatedSecret } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { SecretSealer } from '../../delivery/endpoints.ts';
import { displayedSecretPrefix, newSigningSecret } from '../../delivery/signing-secret.ts';
import { isUuid } from '../../query/uuid.ts';
import { unknownEndpoint } from './find-endpoint.ts';

/** While the previous secret lives, deliveries are signed with both. The one before the previous dies at once. */
export async function rotateWebhookSecret(
  { sealer }: { readonly sealer: SecretSealer },
  { endpoint_id: endpointId, body }: RotateWebhookSecretRequest,
  context: RequestContext,
): Promise<RotatedSecret> {
  if (!isUuid(endpointId)) throw unknownEndpoint();
  const secret = newSigningSecret();
  const secretPrefix = displayedSecretPrefix(secret);
  const [row] = await context.data.query<{ previous_secret_expires_at: Date | null }>({
    text: `
      UPDATE webhook_endpoints e SET
        previous_secret_ciphertext = CASE WHEN $2 > 0 THEN e.secret_ciphertext END,
        previous_secret_expires_at = CASE WHEN $2 > 0 THEN now() + make_interval(secs => $2) END,
        secret_ciphertext = $3,
        secret_prefix = $4
      WHERE e.id = $1 AND {reach webhook_endpoints e}
      RETURNING e.previous_secret_expires_at`,
    values: [endpointId, body?.previous_expires_in_seconds ?? 0, sealer.encrypt(secret), secretPrefix],
  });
  if (!row) throw unknownEndpoint();
  return {
    secret,
    secret_prefix: secretPrefix,
    previous_expires_at: row.previous_secret_expires_at?.toISOString() ?? null,
  };
}
