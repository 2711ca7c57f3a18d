import type { CreateAgencyRequest } from '../../../../generated/interfaces/operator.ts';
import type { Agency } from '../../../../generated/models.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { presentAgency } from '../../../entities/agency.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';

/** Each call creates another agency. */
export async function createAgency(
  { data }: { readonly data: OperatorModels },
  { body }: CreateAgencyRequest,
  { author, answering }: ContextOf<'createAgency'>,
): Promise<Agency> {
  return answering.inTransaction(data, async (transaction) => {
    const agency = await transaction.agencies.create({ name: body.name });
    const { id, name } = agency;
    await audit(transaction, id, author, { action: 'agency.created', subjectId: id, subjectName: name });
    return presentAgency(agency);
  });
}
