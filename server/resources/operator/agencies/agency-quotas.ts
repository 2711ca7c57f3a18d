import type { GetAgencyQuotasRequest, UpdateAgencyQuotasRequest } from '../../../../generated/interfaces/operator.ts';
import type { AgencyQuotas } from '../../../../generated/models.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { allowedOf, presentQuotas, quotaDefaults, quotaNames, shownQuotas, type QuotasRow } from '../../../entities/quota.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { requireAgency } from './require-agency.ts';

interface Dependencies {
  readonly data: OperatorModels;
}

function present(agencyId: string, row: QuotasRow): AgencyQuotas {
  const quotas = presentQuotas((name) => ({ used: row[`${name}_used`], allowed: allowedOf(row, name), default: quotaDefaults[name] }));
  return { agency_id: agencyId, quotas };
}

export async function getAgencyQuotas(
  { data }: Dependencies,
  { agency_id: agencyId }: GetAgencyQuotasRequest,
  context: ContextOf<'getAgencyQuotas'>,
): Promise<AgencyQuotas> {
  const { id } = await requireAgency(data, agencyId, context);
  const row = await data.agency_quotas.row({ ...shownQuotas, where: { agency_id: id } });
  return present(id, row!);
}

/** Members that are left out stay as they are; null is the default again. What the agency has already stays. */
export async function updateAgencyQuotas(
  { data }: Dependencies,
  { agency_id: agencyId, body }: UpdateAgencyQuotasRequest,
  context: ContextOf<'updateAgencyQuotas'>,
): Promise<AgencyQuotas> {
  const { id, name } = await requireAgency(data, agencyId, context);
  return data.transaction(async (transaction) => {
    const before = (await transaction.agency_quotas.row({ ...shownQuotas, where: { agency_id: id }, lock: 'NO KEY UPDATE' }))!;
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
