import { StreamAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { Handler } from '../handler.ts';

/** The request reads the first snapshot. Later queries do not use its agency's slots. */
export const watchWebhooks: Handler<'watchWebhooks', 'live'> = async (_request, { data }, { live }) => {
  const snapshot = await live.open(data.tenantScope);
  return new StreamAnswer((reader) => live.watch(data.tenantScope, snapshot, reader));
};
