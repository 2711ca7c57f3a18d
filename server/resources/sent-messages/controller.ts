import type { SentMessagesApi } from '../../../generated/interfaces/sent-messages.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { listSentMessages } from './list-sent-messages.ts';

interface Dependencies {
  readonly cursors: Cursors;
}

export function sentMessagesController(dependencies: Dependencies): SentMessagesApi<Contexts> {
  return { listSentMessages: (request, context) => listSentMessages(dependencies, request, context) };
}
