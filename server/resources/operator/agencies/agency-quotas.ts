import type { GetAgencyQuotasRequest, UpdateAgencyQuotasRequest } from '../../../../generated/interfaces/operator.ts';
import type { AgencyQuotas } from '../../../../generated/models.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import type { Sql } from '../../../database/client/sql.ts';
import { allowedOf, presentQuotas, quotaColumns, quotaDefaults, quotaNames, type QuotasRow } from '../../../entities/quota.ts';
import type { OperatorModels } from '../../../models/operator-models.ts';
import { requireAgency } from './require-agency.ts';

interface Dependencies {
  readonly data: OperatorModels;
}

function present(agencyId: string, row: QuotasRow): AgencyQuotas {
  const quotas = presentQuotas((name) => ({ used: row[`${name}_used`], allowed: allowedOf(row, name), default: quotaDefaults[name] }));
  return { agency_id: agencyId, quotas };
}

async function read(sql: Sql, agencyId: string, lock = ''): Promise<QuotasRow> {
  const text = `SELECT ${quotaColumns} FROM agency_quotas q WHERE q.agency_id = $1 ${lock}`;
  const [row] = await sql.query<QuotasRow>({ text, values: [agencyId] });
  return row!;
}

export async function getAgencyQuotas(
  { data }: Dependencies,
  { agency_id: agencyId }: GetAgencyQuotasRequest,
  context: ContextOf<'getAgencyQuotas'>,
): Promise<AgencyQuotas> {
  const { id } = await requireAgency(data, agencyId, context);
  return present(id, await read(data, id));
}

/** Members that are left out stay as they are; null is the default again. What the agency has already stays. */
export async function updateAgencyQuotas(
  { data }: Dependencies,
  { agency_id: agencyId, body }: UpdateAgencyQuotasRequest,
  context: ContextOf<'updateAgencyQuotas'>,
): Promise<AgencyQuotas> {
  const { id, name } = await requireAgency(data, agencyId, context);
  return data.transaction(async (transaction) => {
    const before = await read(transaction, id, 'FOR NO KEY UPDATE');
    const decided = presentQuotas((quota) => (body[quota] === undefined ? before[`${quota}_allowed`] : body[quota]));
    const [written] = await transaction.agency_quotas.update(
      Object.fromEntries(quotaNames.map((quota) => [`${quota}_allowed`, decided[quota]])),
      { agency_id: id },
    );
    const after = { ...before, ...written };
    const changed = quotaNames.filter((quota) => before[`${quota}_allowed`] !== after[`${quota}_allowed`]);
    if (changed.length > 0) {
      const change = (quota: (typeof changed)[number]) => ({ before: allowedOf(before, quota), after: allowedOf(after, quota) });
      const details = Object.fromEntries(changed.map((quota) => [quota, change(quota)]));
      await audit(transaction, id, context.author, { action: 'agency.quotas_changed', subjectId: id, subjectName: name, details });
    }
    return present(id, after);
  });
}
