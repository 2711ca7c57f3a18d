import { auditCreatedEndpoint } from '../../access/audit/audit-log.ts';
import { createListener } from '../../entities/endpoint.ts';
import { newSigningSecret } from '../../entities/signing-secret.ts';
import type { Handler } from '../handler.ts';
import { resolveCreatorScope } from './creator-scope.ts';
import { endpointOfRequest } from './new-endpoint.ts';

/** An endpoint without an address. */
export const createWebhookListener: Handler<'createWebhookListener', 'keyring'> = async ({ body }, context, { keyring }) => {
  const allowedCreatorIds = await resolveCreatorScope(context.data, body.allowed_creator_ids ?? [], context);
  const secret = newSigningSecret();
  return context.answering.inTransaction(context.data, async (transaction) => {
    const wanted = { ...endpointOfRequest(transaction, body, context), allowedCreatorIds, secret };
    const made = await createListener(transaction, keyring, wanted, context);
    await auditCreatedEndpoint(transaction, context.author, made);
    const { id, enabled_event_types, allowed_creator_ids, api_version, created_at } = made;
    return { id, secret, enabled_event_types, allowed_creator_ids, api_version, created_at: created_at.toISOString() };
  });
};
