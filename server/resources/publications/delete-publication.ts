import { auditOperator } from '../../access/audit/audit-log.ts';
import type { Handler } from '../handler.ts';

/** A publication of any status, also while it is leased: the report of the lease then fails with `unknown_publication`. */
export const deletePublication: Handler<'deletePublication'> = async (request, context) => {
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
