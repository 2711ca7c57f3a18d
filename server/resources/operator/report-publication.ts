import type { ReportPublicationRequest } from '../../../generated/interfaces/operator.ts';
import type { Publication } from '../../../generated/models/index.ts';
import type { Sql } from '../../database/sql.ts';
import { Problem } from '../../problems/problem.ts';
import { validationError } from '../../problems/validation-error.ts';
import { reportPublication as report } from '../../publications/report.ts';
import { parseInstant } from '../../query/instants.ts';

/** A member that says nothing of this outcome is a mistake, which is told rather than dropped. */
function refuseMember(member: 'reason' | 'published_at', status: string): Problem {
  const message = `is accepted with the status ${status} alone`;
  return new Problem('validation_failed', {
    detail: `"${member}" ${message}.`,
    members: { errors: [validationError(member, message, 'status')] },
  });
}

export async function reportPublication(
  { database }: { readonly database: Sql },
  { publication_id: id, body }: ReportPublicationRequest,
): Promise<Publication> {
  const { lease_id: leaseId, status, reason, published_at: publishedAt } = body;
  if (status === 'published' && reason !== undefined) throw refuseMember('reason', 'failed');
  if (status === 'failed' && publishedAt !== undefined) throw refuseMember('published_at', 'published');
  return report(database, id, {
    leaseId,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(publishedAt === undefined ? {} : { publishedAt: parseInstant('published_at', publishedAt) }),
  });
}
