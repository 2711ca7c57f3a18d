import type { ListPublicationsRequest } from '../../../generated/interfaces/publications.ts';
import type { PublicationPage } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentPublication, publicationColumns, type PublicationRow } from '../../entities/publication.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { Pager } from '../../paging/page.ts';

/** Most recently created first. */
export async function listPublications(
  { cursors }: { readonly cursors: Cursors },
  request: ListPublicationsRequest,
  context: ContextOf<'listPublications'>,
): Promise<PublicationPage> {
  const pager = new Pager(cursors, 'listPublications', context);
  const [afterCreatedAt, afterId] = pager.after(request.cursor) ?? [];
  const rows = await pager.read<PublicationRow>({
    text: `
      SELECT ${publicationColumns} FROM {publications} p
       WHERE $1::timestamptz IS NULL OR (p.created_at, p.id) < ($1, $2::uuid)
       ORDER BY p.created_at DESC, p.id DESC
       LIMIT $3`,
    values: [afterCreatedAt ?? null, afterId ?? null, request.limit + 1],
  });
  return pager.page(rows, request.limit, presentPublication, (row) => [row.created_at.toISOString(), row.id]);
}
