import { audit } from '../../../access/audit/audit-log.ts';
import { presentAgency } from '../../../entities/agency.ts';
import type { Handler } from '../../handler.ts';

export const createAgency: Handler<'createAgency'> = async ({ body }, { data, author, idempotency }) => {
  return idempotency.inTransaction(data, async (transaction) => {
    const agency = await transaction.agencies.create({ name: body.name });
    const { id, name } = agency;
    await audit(transaction, id, author, { action: 'agency.created', subjectId: id, subjectName: name });
    return presentAgency(agency);
  });
};
