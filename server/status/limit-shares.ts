import { limits } from '../../generated/limits.ts';
import type { Sql } from '../database/client/sql.ts';
import { allowedSql } from '../entities/quota.ts';
import { cachedFor } from '../lib/cached-for.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/** Agencies that use at least this share of a limit are near it. */
const nearShare = 0.8;
const maxAgeMs = 60_000;
const timeoutMs = 5_000;
/** The result is cached for at least this many times the duration of the query, which depends on the number of agencies. */
const agePerDuration = 100;

export interface LimitShare {
  /** The share of the agency with the greatest use of the limit; 1 is all of it. */
  readonly largest: number;
  /** Agencies that are near the limit. */
  readonly nearCount: number;
}

/** Quotas whose use is a column. */
const counted = [
  'insight_history_bytes',
  'scheduled_publications',
  'publication_bytes',
  'pending_deliveries',
  'failure_records',
  'delivery_history_bytes',
] as const;

export const watchedLimits = [...counted, 'api_keys', 'portal_links', 'webhook_endpoints', 'webhook_listeners'] as const;

type LimitName = (typeof watchedLimits)[number];

interface ShareRow {
  readonly name: LimitName;
  readonly largest: number;
  readonly near_count: number;
}

/** SQL: shares of a limit that counts rows, by agency. */
const sharesOf = (name: LimitName, rows: string, allowed: string) => `
  SELECT '${name}' AS name, c.count / nullif(${allowed}, 0)::float8 AS share
    FROM (SELECT agency_id, count(*) AS count FROM ${rows} GROUP BY agency_id) c JOIN agency_quotas q ON q.agency_id = c.agency_id`;

const keys = `api_keys k WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
                AND NOT EXISTS (SELECT FROM portal_links l WHERE l.agency_id = k.agency_id AND l.key_id = k.id)`;

const columnShares = counted.map((name) => `('${name}', q.${name}_used / nullif(${allowedSql(name)}, 0)::float8)`).join(', ');

const shares = `
  SELECT s.name, coalesce(max(s.share), 0) AS largest, count(*) FILTER (WHERE s.share >= ${nearShare}) AS near_count FROM (
    SELECT v.name, v.share FROM agency_quotas q CROSS JOIN LATERAL (VALUES ${columnShares}) v (name, share)
    UNION ALL ${sharesOf('api_keys', keys, allowedSql('api_keys'))}
    UNION ALL ${sharesOf('portal_links', "portal_links WHERE created_at > now() - interval '1 day'", allowedSql('portal_links'))}
    UNION ALL ${sharesOf('webhook_endpoints', 'webhook_endpoints WHERE listening_until IS NULL', String(limits.endpointsOfAgency))}
    UNION ALL ${sharesOf('webhook_listeners', 'webhook_endpoints WHERE listening_until IS NOT NULL', String(limits.listenersOfAgency))}
  ) s GROUP BY s.name`;

export type LimitShares = Readonly<Record<LimitName, LimitShare>>;

const allOf = (shareOf: (name: LimitName) => LimitShare) =>
  Object.fromEntries(watchedLimits.map((name) => [name, shareOf(name)])) as LimitShares;

/** The shares of all agencies, measured at most once a minute; NaN while the database does not respond. */
export function limitShares(sql: Pick<Sql, 'query'>): () => Promise<LimitShares> {
  const measure = async (): Promise<LimitShares> => {
    try {
      const rows = await withTimeout(sql.query<ShareRow>({ text: shares }), timeoutMs);
      const found = new Map(rows.map(({ name, largest, near_count: nearCount }) => [name, { largest, nearCount }]));
      return allOf((name) => found.get(name) ?? { largest: 0, nearCount: 0 });
    } catch {
      return allOf(() => ({ largest: Number.NaN, nearCount: Number.NaN }));
    }
  };
  const cached = cachedFor(measure, maxAgeMs, agePerDuration);
  return async () => (await cached()).value;
}
