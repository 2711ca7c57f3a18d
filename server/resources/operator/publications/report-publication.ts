import type { Problems } from '../../../../generated/problems.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { fieldRefusal } from '../../../problems/validation-error.ts';
import { applyPublicationReport } from '../../../publications/report.ts';
import { parseInstant } from '../../../query/instants.ts';
import type { Handler } from '../../handler.ts';

function refuseMember(member: 'reason' | 'published_at', status: string, problems: Problems<'validation_failed'>): Error {
  return fieldRefusal(member, `is accepted only with the status ${status}`, 'status', problems);
}

export const reportPublication: Handler<'reportPublication'> = async ({ publication_id: id, body }, context) => {
  const { lease_id: leaseId, status, reason, published_at: publishedAt } = body;
  if (status === 'published' && reason !== undefined) throw refuseMember('reason', 'failed', context);
  if (status === 'failed' && publishedAt !== undefined) throw refuseMember('published_at', 'published', context);
  const outcome = {
    leaseId,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(publishedAt === undefined ? {} : { publishedAt: parseInstant('published_at', publishedAt, context) }),
  };
  return context.idempotency.statement(context.data, (models: Pick<OperatorModels, 'publications'>) =>
    applyPublicationReport(models, id, outcome, context),
  );
};
