import type { TagsApi } from '../../../generated/interfaces/tags.ts';
import type { Contexts } from '../../access/request-context.ts';
import { listTags } from './list-tags.ts';

export function tagsController(): TagsApi<Contexts> {
  return { listTags: (_request, context) => listTags(context) };
}
