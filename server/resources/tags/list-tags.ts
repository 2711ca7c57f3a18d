import type { TagList } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentTag } from '../../entities/tag.ts';

/** Every tag of the agency, whatever creators the key covers, in the order of the agency's app. */
export async function listTags(context: ContextOf<'listTags'>): Promise<TagList> {
  const rows = await context.data.tags.rowsOnReplica({ attributes: ['id', 'name', 'color'], order: ['position', 'id'] });
  return { data: rows.map(presentTag) };
}
