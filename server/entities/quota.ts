import { limits } from '../../generated/limits.ts';
import type { QuotaName } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';
import { sql } from '../orm/conditions.ts';

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

/** What of `agency_quotas` is read for a `QuotasRow`: keys and links are counted, the rest are columns. */
export const shownQuotas = {
  attributes: [
    'insight_history_bytes_used',
    'insight_history_bytes_allowed',
    'scheduled_publications_used',
    'scheduled_publications_allowed',
    'publication_bytes_used',
    'publication_bytes_allowed',
    'pending_deliveries_used',
    'pending_deliveries_allowed',
    'failure_records_used',
    'failure_records_allowed',
    'delivery_history_bytes_used',
    'delivery_history_bytes_allowed',
    'api_keys_allowed',
    'portal_links_allowed',
  ],
  expressions: {
    api_keys_used: sql<number>('keys_of_agency(agency_quotas.agency_id)'),
    portal_links_used: sql<number>('links_of_agency(agency_quotas.agency_id)'),
  },
} as const;

/** SQL: what the agency of a row `q` of `agency_quotas` is allowed. */
export const allowedSql = (name: QuotaName) => `coalesce(q.${name}_allowed, ${quotaDefaults[name]})`;

/** What the agency of the row is allowed. */
export function allowedOf(row: Pick<QuotasRow, `${QuotaName}_allowed`>, name: QuotaName): number {
  return row[`${name}_allowed`] ?? quotaDefaults[name];
}

/** The quotas by their names, each as `present` shows it. */
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
