import { limits } from '../../generated/limits.ts';
import type { QuotaName } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';

/** What an agency is allowed where no operator decided otherwise. */
export const quotaDefaults: Readonly<Record<QuotaName, number>> = {
  insight_history_bytes: limits.quotaInsightHistoryBytes,
  scheduled_publications: limits.quotaScheduledPublications,
  publication_bytes: limits.quotaPublicationBytes,
  pending_deliveries: limits.quotaPendingDeliveries,
  failure_records: limits.quotaFailureRecords,
  delivery_history_bytes: limits.quotaDeliveryHistoryBytes,
  api_keys: limits.quotaApiKeys,
  portal_links: limits.quotaPortalLinks,
};

export const quotaNames = Object.keys(quotaDefaults) as QuotaName[];

/** Of each quota what the agency has, and what an operator allows it; null where none decided on it. */
export type QuotasRow = { [Column in `${QuotaName}_used`]: number } & { [Column in `${QuotaName}_allowed`]: number | null };

/** Functions that count what is not kept as a number. */
const counted: Partial<Record<QuotaName, string>> = { api_keys: 'keys_of_agency', portal_links: 'links_of_agency' };

/** The columns of `QuotasRow`, of a row of `agency_quotas` with the alias `q`. */
export const quotaColumns = quotaNames
  .flatMap((name) => [counted[name] ? `${counted[name]}(q.agency_id) AS ${name}_used` : `q.${name}_used`, `q.${name}_allowed`])
  .join(', ');

/** SQL: what the agency of a row `q` of `agency_quotas` is allowed. */
export const allowedSql = (name: QuotaName) => `coalesce(q.${name}_allowed, ${quotaDefaults[name]})`;

/** What the agency of the row is allowed. */
export function allowedOf(row: Pick<QuotasRow, `${QuotaName}_allowed`>, name: QuotaName): number {
  return row[`${name}_allowed`] ?? quotaDefaults[name];
}

/** The quotas by their names, each as it is to be shown. */
export function presentQuotas<Shown>(present: (name: QuotaName) => Shown): Record<QuotaName, Shown> {
  return Object.fromEntries(quotaNames.map((name) => [name, present(name)])) as Record<QuotaName, Shown>;
}

const nouns: Readonly<Record<'scheduled_publications' | 'publication_bytes' | 'api_keys' | 'portal_links', string>> = {
  scheduled_publications: 'scheduled publications',
  publication_bytes: 'bytes of publications',
  api_keys: 'active API keys',
  portal_links: 'portal links within 24 hours',
};

/** The agency has reached the quota, or the request needs more than is left of it. */
export function quotaReached(name: keyof typeof nouns, allowed: number, { problem }: Problems<'quota_reached'>): Error {
  const limit = `its limit of ${allowed.toLocaleString('en')} ${nouns[name]}`;
  const detail =
    name === 'publication_bytes'
      ? `This publication would exceed the agency’s limit of ${allowed.toLocaleString('en')} ${nouns[name]}.`
      : `The agency has reached ${limit}.`;
  return problem('quota_reached', { detail, members: { quota: name, allowed } });
}
