import type { ListWebhookFiguresRequest } from '../../../generated/interfaces/webhooks.ts';
import type { FiguresOfEndpoint, WebhookFiguresList } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { figuresOf } from './get-webhook-figures.ts';

/** One endpoint after the other, so that a request takes one connection at a time. */
export async function listWebhookFigures(
  { endpoint_ids: ids, ...window }: ListWebhookFiguresRequest,
  context: ContextOf<'listWebhookFigures'>,
): Promise<WebhookFiguresList> {
  const data: FiguresOfEndpoint[] = [];
  for (const id of new Set(ids.map((given) => given.toLowerCase()))) {
    const figures = await figuresOf(id, window, context);
    if (figures) data.push({ endpoint_id: id, figures });
  }
  return { data };
}
