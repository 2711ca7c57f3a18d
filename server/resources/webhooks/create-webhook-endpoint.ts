import { auditCreatedEndpoint } from '../../access/audit/audit-log.ts';
import { checkDestinationText } from '../../entities/destination.ts';
import { createEndpoint, presentNewEndpoint } from '../../entities/endpoint.ts';
import { newSigningSecret } from '../../entities/signing-secret.ts';
import type { Handler } from '../handler.ts';
import { resolveCreatorScope } from './creator-scope.ts';
import { endpointOfRequest } from './new-endpoint.ts';

/** Only this response and the rotation contain the secret. */
export const createWebhookEndpoint: Handler<'createWebhookEndpoint', 'destinations' | 'keyring'> = async (
  { body },
  context,
  { destinations, keyring },
) => {
  const url = checkDestinationText(body.url, destinations, context);
  const allowedCreatorIds = await resolveCreatorScope(context.data, body.allowed_creator_ids ?? [], context);
  const secret = newSigningSecret();
  return context.answering.inTransaction(context.data, async (transaction) => {
    const wanted = { ...endpointOfRequest(transaction, body, context), url: url.href, allowedCreatorIds, secret };
    const made = await createEndpoint(transaction, keyring, wanted, context);
    await auditCreatedEndpoint(transaction, context.author, made);
    return { ...presentNewEndpoint(made), secret };
  });
};
