import type { Actor, Author } from '../../access/audit/author.ts';
import type { Call } from './run-operation.ts';
import { addressOf } from '../connection/client-address.ts';
import { requestStateOf } from './request-state.ts';
import { shortForLog } from './request-id.ts';

/** Who makes a request, as the audit log keeps it. */
export function authorOf(actor: Actor, { request, response }: Pick<Call, 'request' | 'response'>): Author {
  return { ...actor, address: addressOf(request) || null, requestId: shortForLog(requestStateOf(response).requestId) };
}
