import type { ListPublicationsRequest } from '../../../generated/interfaces/publications.ts';
import type { PublicationPage } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentPublication, shownOfPublication, type PublicationRow } from '../../entities/publication.ts';
import { following } from '../../orm/conditions.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { Pager } from '../../paging/page.ts';

/** Most recently created first. */
export async function listPublications(
  { cursors }: { readonly cursors: Cursors },
  request: ListPublicationsRequest,
  context: ContextOf<'listPublications'>,
): Promise<PublicationPage> {
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
}
