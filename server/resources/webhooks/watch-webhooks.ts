import { StreamAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { Handler } from '../handler.ts';

/** The request reads what the stream begins with, before its answer. Later queries run outside of the request, which ends its turn. */
export const watchWebhooks: Handler<'watchWebhooks', 'live'> = async (_request, { data }, { live }) => {
  const snapshot = await live.open(data.tenantScope);
  return new StreamAnswer((reader) => live.watch(data.tenantScope, snapshot, reader));
};
