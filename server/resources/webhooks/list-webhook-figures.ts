import type { FiguresOfEndpoint } from '../../../generated/models.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';
import { figuresOf } from './get-webhook-figures.ts';

/** Reads one endpoint after the other, so that a request uses one connection at a time. */
export const listWebhookFigures: Handler<'listWebhookFigures'> = async ({ endpoint_ids: ids, ...window }, context) => {
  const data: FiguresOfEndpoint[] = [];
  for (const id of new Set(ids.filter(isUuid).map((given) => given.toLowerCase()))) {
    const figures = await figuresOf(id, window, context);
    if (figures) data.push({ endpoint_id: id, figures });
  }
  return { data };
};
