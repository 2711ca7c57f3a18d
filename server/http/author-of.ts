import type { Author } from '../access/author.ts';
import type { Call } from './answer-request.ts';
import { addressOf } from './client-address.ts';
import { exchangeOf } from './exchange.ts';
import { shortForLog } from './request-id.ts';

/** Who makes a request, as the audit log keeps it. */
export function authorOf(who: Pick<Author, 'kind' | 'id' | 'name'>, { request, response }: Call): Author {
  return { ...who, address: addressOf(request) || null, requestId: shortForLog(exchangeOf(response).requestId) };
}
