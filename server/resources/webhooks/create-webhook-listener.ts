import { auditCreatedEndpoint } from '../../access/audit/audit-log.ts';
import { createListener } from '../../entities/endpoint.ts';
import type { Handler } from '../handler.ts';
import { newEndpointOf } from './new-endpoint.ts';

/** An endpoint without an address. */
export const createWebhookListener: Handler<'createWebhookListener', 'formerBrand' | 'keyring'> = async (
  { body },
  context,
  { formerBrand, keyring },
) => {
  const wanted = await newEndpointOf(body, context, formerBrand);
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const created = await createListener(transaction, keyring, wanted, context);
    await auditCreatedEndpoint(transaction, context.author, created);
    const { id, enabled_event_types, allowed_creator_ids, api_version, created_at } = created;
    return { id, secret: wanted.secret, enabled_event_types, allowed_creator_ids, api_version, created_at: created_at.toISOString() };
  });
};
