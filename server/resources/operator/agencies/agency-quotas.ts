import type { AgencyQuotas } from '../../../../generated/models.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import { allowedOf, presentQuotas, quotaDefaults, quotaNames, shownQuotas, type QuotasRow } from '../../../entities/quota.ts';
import type { Handler } from '../../handler.ts';
import { requireAgency } from './require-agency.ts';

function present(agencyId: string, row: QuotasRow): AgencyQuotas {
  const quotas = presentQuotas((name) => ({ used: row[`${name}_used`], allowed: allowedOf(row, name), default: quotaDefaults[name] }));
  return { agency_id: agencyId, quotas };
}

export const getAgencyQuotas: Handler<'getAgencyQuotas'> = async ({ agency_id: agencyId }, context) => {
  const { id } = await requireAgency(context.data, agencyId, context);
  const row = await context.data.agency_quotas.row({ ...shownQuotas, where: { agency_id: id } });
  return present(id, row!);
};

/** An omitted quota stays, and null restores the default. Existing rows over a lower quota stay. */
export const updateAgencyQuotas: Handler<'updateAgencyQuotas'> = async ({ agency_id: agencyId, body }, context) => {
  const { id, name } = await requireAgency(context.data, agencyId, context);
  return context.data.transaction(async (transaction) => {
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
};
