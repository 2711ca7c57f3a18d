import type { TagsApi } from '../../../generated/interfaces/tags.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { listTags } from './list-tags.ts';

export function tagsController(): TagsApi<RequestContext> {
  return { listTags: (_request, context) => listTags(context) };
}
