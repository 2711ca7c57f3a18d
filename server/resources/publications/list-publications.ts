import { presentPublication, shownOfPublication, type PublicationRow } from '../../entities/publication.ts';
import { following } from '../../orm/conditions.ts';
import { Pager } from '../../paging/pager.ts';
import type { Handler } from '../handler.ts';

export const listPublications: Handler<'listPublications', 'cursors'> = async (request, context, { cursors }) => {
  const pager = new Pager(cursors, 'listPublications', context);
  const [createdAt, id] = pager.after(request.cursor) ?? [];
  const rows = await pager.rows(context.data.publications, {
    where: id === undefined ? {} : following<PublicationRow>('created_at', 'id', [createdAt, id]),
    attributes: shownOfPublication,
    order: [
      ['created_at', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: request.limit + 1,
  });
  return pager.page(rows, request.limit, presentPublication, (row) => [row.created_at.toISOString(), row.id]);
};
