import { auditCreatedEndpoint } from '../../access/audit/audit-log.ts';
import { checkDestinationText } from '../../entities/destination.ts';
import { createEndpoint, presentNewEndpoint } from '../../entities/endpoint.ts';
import type { Handler } from '../handler.ts';
import { newEndpointOf } from './new-endpoint.ts';

/** Only this response and the rotation contain the secret. */
export const createWebhookEndpoint: Handler<'createWebhookEndpoint', 'destinations' | 'formerBrand' | 'keyring'> = async (
  { body },
  context,
  { destinations, formerBrand, keyring },
) => {
  const url = checkDestinationText(body.url, destinations, context);
  const wanted = await newEndpointOf(body, context, formerBrand);
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const created = await createEndpoint(transaction, keyring, { ...wanted, url: url.href }, context);
    await auditCreatedEndpoint(transaction, context.author, created);
    return { ...presentNewEndpoint(created), secret: wanted.secret };
  });
};
