import { limits } from '../../generated/limits.ts';
import type { QuotaName } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';
import { tables } from '../models/tables.ts';
import { sql } from '../orm/conditions.ts';

/** The quotas of an agency for which no operator set another limit. */
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

/** An agency's use of each quota, and the limit that an operator set; null if none did. */
export type QuotasRow = { [Column in `${QuotaName}_used`]: number } & { [Column in `${QuotaName}_allowed`]: number | null };

type CountedQuota = 'api_keys' | 'portal_links';
type StoredColumn = `${QuotaName}_allowed` | `${Exclude<QuotaName, CountedQuota>}_used`;

/** The search for a `QuotasRow` in `agency_quotas`. Keys and links are counted, other uses are columns. */
export const shownQuotas = {
  attributes: Object.keys(tables.agency_quotas.columns).filter((name) => /_(?:used|allowed)$/.test(name)) as StoredColumn[],
  expressions: {
    api_keys_used: sql<number>('keys_of_agency(agency_quotas.agency_id)'),
    portal_links_used: sql<number>('links_of_agency(agency_quotas.agency_id)'),
  },
} as const;

/** SQL: the limit of the agency of a row `q` of `agency_quotas`. */
export const allowedSql = (name: QuotaName) => `coalesce(q.${name}_allowed, ${quotaDefaults[name]})`;

/** The limit of the agency of the row. */
export function allowedOf(row: Pick<QuotasRow, `${QuotaName}_allowed`>, name: QuotaName): number {
  return row[`${name}_allowed`] ?? quotaDefaults[name];
}

/** The presented quotas by their names. */
export function presentQuotas<Shown>(present: (name: QuotaName) => Shown): Record<QuotaName, Shown> {
  return Object.fromEntries(quotaNames.map((name) => [name, present(name)])) as Record<QuotaName, Shown>;
}

const nouns: Readonly<Record<'scheduled_publications' | 'publication_bytes' | 'api_keys' | 'portal_links', string>> = {
  scheduled_publications: 'scheduled publications',
  publication_bytes: 'bytes of publications',
  api_keys: 'active API keys',
  portal_links: 'portal links within 24 hours',
};

/** The error for a request that exceeds a quota. */
export function quotaReached(name: keyof typeof nouns, allowed: number, { problem }: Problems<'quota_reached'>): Error {
  const limit = `its limit of ${allowed.toLocaleString('en')} ${nouns[name]}`;
  const detail =
    name === 'publication_bytes'
      ? `This publication would exceed the agency’s limit of ${allowed.toLocaleString('en')} ${nouns[name]}.`
      : `The agency has reached ${limit}.`;
  return problem('quota_reached', { detail, members: { quota: name, allowed } });
}
