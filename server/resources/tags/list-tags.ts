import type { Handler } from '../handler.ts';

/** All tags of the agency, also for a limited key, in the order of the agency's app. */
export const listTags: Handler<'listTags'> = async (_request, context) => {
  const rows = await context.data.tags.rowsOnReplica({ attributes: ['id', 'name', 'color'], order: ['position', 'id'] });
  return { data: rows };
};
