import { StreamAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { LiveWatch } from '../../live/live-watch.ts';

/** The request reads what the stream begins with, before its answer. Later queries run outside of the request, which ends its turn. */
export async function watchWebhooks({ live }: { readonly live: LiveWatch }, { data }: ContextOf<'watchWebhooks'>): Promise<StreamAnswer> {
  const snapshot = await live.open(data.tenantScope);
  return new StreamAnswer((reader) => live.watch(data.tenantScope, snapshot, reader));
}
