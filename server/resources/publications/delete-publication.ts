import { auditOperator } from '../../access/audit/audit-log.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';

/**
 * Whatever its status, also during a lease, whose report then answers `unknown_publication`. So does
 * a repeated delete.
 */
export const deletePublication: Handler<'deletePublication'> = async (request, context) => {
  if (!isUuid(request.publication_id)) throw context.problem('unknown_publication');
  await context.data.transaction(async (transaction) => {
    const [deleted] = await transaction.publications.destroy({ id: request.publication_id });
    if (!deleted) throw context.problem('unknown_publication');
    const { id, creator_id, status } = deleted;
    await auditOperator(transaction, context.author, {
      action: 'publication.deleted',
      subjectId: id,
      subjectName: '',
      creatorIds: [creator_id],
      details: { creator_id, status },
    });
  });
};
