import { StreamAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { LiveWatch } from '../../live/live-watch.ts';

/** The look is made outside the request, which ends its turn at once. */
export function watchWebhooks({ live }: { readonly live: LiveWatch }, context: ContextOf<'watchWebhooks'>): Promise<StreamAnswer> {
  const { author, data } = context;
  return Promise.resolve(new StreamAnswer((reader) => live.watch(data.reach, author, reader)));
}
