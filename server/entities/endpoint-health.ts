import type { AttemptCounts, EndpointHealth } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import type { Rows } from '../models/tables.ts';
import type { Statement } from '../database/client/sql.ts';
import {
  allAttempts,
  attemptCount,
  failedAttemptColumns,
  failedCount,
  slowAttempts,
  slowMs,
  sumAttempts,
  type AttemptCountRow,
} from './attempt-counts.ts';
import { behindAcross, behindInScope, describeBehind, type BehindColumns } from './endpoint-backlog.ts';
import {
  acceptedSince,
  episodeMembers,
  failedWhenDisabled,
  hasEnded,
  readEpisode,
  type EpisodeEndpoint,
  type EpisodeRow,
} from './endpoint-episode.ts';

/** The attempts of the last minutes of an endpoint, and its latest episode of failed attempts. */
export interface HealthRow extends AttemptCountRow, BehindColumns {
  id: string;
  /** The beginning of the last minutes, or when the endpoint was enabled or last failed in an episode that has ended, if that was later. */
  window_from: Date;
  latest_minute: Date | null;
  slow_count: number;
  episode: EpisodeRow | null;
}

/** Row comparisons of endpoint and time make the planner use the key, and not the index of the time, which all endpoints share. */
const healthOf = (endpoints: string, minutes: string, episodes: string, behind: string) => {
  const from = (instant: string) =>
    `${minutes} c WHERE c.agency_id = e.agency_id AND (c.endpoint_id, c.minute) >= (e.id, ${instant}) AND (c.endpoint_id, c.minute) < (e.id, 'infinity')`;
  return `
  SELECT e.id, t.window_from, l.latest_minute, s.slow_count, s.delivered_count,
         ${failedAttemptColumns.map((column) => `s.${column}`).join(', ')}, p.episode,
         b.behind_since, b.behind_count, b.behind_per_minute
    FROM ${endpoints} e
    LEFT JOIN LATERAL (
     SELECT p.minute, p.delivered_of_minute, p.last_failed_at, ${hasEnded('p', 'a', 'e')} AS has_ended,
            json_build_object(${episodeMembers.map((column) => `'${column}', p.${column}`).join(', ')},
                              'accepted', a.accepted, 'accepted_minute', a.accepted_minute, 'has_ended', ${hasEnded('p', 'a', 'e')}) AS episode
       FROM ${episodes} p CROSS JOIN LATERAL (${acceptedSince(`${minutes} c`, 'p')}) a
      WHERE p.agency_id = e.agency_id AND p.endpoint_id = e.id) p ON true
   CROSS JOIN LATERAL (
     SELECT greatest(date_trunc('minute', now() - interval '${limits.healthMinutes} minutes'), CASE WHEN e.episode_disabled_at IS NOT NULL THEN e.enabled_at END,
                     CASE WHEN p.has_ended THEN p.last_failed_at END)::timestamptz(3) AS window_from) t
    LEFT JOIN LATERAL (
     SELECT c.minute AS latest_minute FROM ${from(`date_trunc('minute', now() - interval '${limits.healthHours} hours')`)} AND ${allAttempts} > 0
      ORDER BY c.endpoint_id DESC, c.minute DESC LIMIT 1) l ON true
   CROSS JOIN LATERAL (
     SELECT greatest(0, coalesce(sum(c.delivered_count), 0)
                        - CASE WHEN p.has_ended AND p.minute = date_trunc('minute', t.window_from) THEN p.delivered_of_minute ELSE 0 END)::bigint AS delivered_count,
            coalesce(sum(${slowAttempts}) FILTER (WHERE p.has_ended IS NOT TRUE OR c.minute > p.minute), 0)::bigint AS slow_count,
            ${failedAttemptColumns.map((column) => `coalesce(sum(c.${column}) FILTER (WHERE p.has_ended IS NOT TRUE OR c.minute > p.minute), 0)::bigint AS ${column}`).join(', ')}
       FROM ${from("date_trunc('minute', t.window_from)")}) s
    LEFT JOIN LATERAL ${behind} b ON true
   WHERE e.id = ANY ($1::uuid[])`;
};

const inScope = healthOf('{webhook_endpoints}', '{delivery_minutes}', '{endpoint_episodes}', behindInScope);
const acrossAgencies = healthOf('webhook_endpoints', 'delivery_minutes', 'endpoint_episodes', behindAcross);

/** Reads the latest attempts of endpoints, within a tenant scope or across agencies. */
export const healthStatement = (endpoints: readonly Pick<Rows['webhook_endpoints'], 'id'>[], isScoped: boolean): Statement => ({
  text: isScoped ? inScope : acrossAgencies,
  values: [endpoints.map(({ id }) => id)],
});

/** For an endpoint that the statement does not find, because a replica lags or a transaction has just ended. */
export const noAttempts = ({ id }: Pick<Rows['webhook_endpoints'], 'id'>): HealthRow => ({
  id,
  window_from: new Date(Math.floor(Date.now() / 60_000 - limits.healthMinutes) * 60_000),
  latest_minute: null,
  slow_count: 0,
  episode: null,
  behind_since: null,
  behind_count: null,
  behind_per_minute: null,
  delivered_count: 0,
  ...(Object.fromEntries(failedAttemptColumns.map((column) => [column, 0])) as Omit<AttemptCountRow, 'delivered_count'>),
});

const disabledReasons: Readonly<Record<NonNullable<EpisodeEndpoint['disabled_reason']>, string>> = {
  manual: 'Paused',
  auto_breaker: `Disabled after ${limits.breakerFailures} failed deliveries in a row`,
  auto_quota: 'Disabled by the quota of pending deliveries',
  link_ended: 'Disabled when its portal link ended',
};

const names: Readonly<Record<Exclude<keyof AttemptCounts, 'http_2xx_count'>, readonly [one: string, many: string]>> = {
  http_4xx_count: ['response with 4xx', 'responses with 4xx'],
  http_5xx_count: ['response with 5xx', 'responses with 5xx'],
  timeout_count: ['timeout', 'timeouts'],
  connection_error_count: ['failed connection', 'failed connections'],
  tls_error_count: ['failed TLS handshake', 'failed TLS handshakes'],
  other_count: ['other failure', 'other failures'],
};

const count = (of: number) => of.toLocaleString('en');

function describeFailures(counts: AttemptCounts): string {
  const shown = failedAttemptColumns.filter((column) => counts[column] > 0);
  return shown.map((column) => `${count(counts[column])} ${names[column][counts[column] === 1 ? 0 : 1]}`).join(', ');
}

function detailOf(counts: AttemptCounts): string | null {
  const [all, failed] = [attemptCount(counts), failedCount(counts)];
  if (all === 0) return null;
  if (failed === 0) return all === 1 ? '1 attempt acknowledged' : `all ${count(all)} attempts acknowledged`;
  return failed === all ? describeFailures(counts) : `${count(failed)} of ${count(all)} attempts failed: ${describeFailures(counts)}`;
}

function failingReason(counts: AttemptCounts): string {
  if (counts.http_2xx_count > 0) return 'Most attempts have failed';
  return counts.http_4xx_count + counts.http_5xx_count > 0 ? 'Has acknowledged nothing' : 'Has answered nothing';
}

type HealthEndpoint = EpisodeEndpoint & Pick<Rows['webhook_endpoints'], 'certificate_expires_at'>;

/** The health of an endpoint. Only this function determines it. */
export function presentHealth(endpoint: HealthEndpoint, row: HealthRow): EndpointHealth {
  const health = healthWithoutCertificate(endpoint, row);
  const { status, certificate_expires_at: end } = endpoint;
  if (status === 'disabled' || end === null) return health;
  const msLeft = end.getTime() - Date.now();
  if (msLeft < 0 || msLeft > limits.certificateDays * 86_400_000) return health;
  const at = end.toISOString().slice(0, 16).replace('T', ' ');
  return { ...health, reason: `${health.reason}; the certificate of the receiver expires at ${at} UTC` };
}

function healthWithoutCertificate(endpoint: EpisodeEndpoint, row: HealthRow): EndpointHealth {
  const lately = sumAttempts([row]);
  const episode = readEpisode(endpoint, row);
  const { disabled_reason: disabledReason, disabled_at: disabledAt, enabled_at: enabledAt, status } = endpoint;
  const counted = (attempts: AttemptCounts, from: Date) => ({ detail: detailOf(attempts), counted_from: from.toISOString(), attempts });
  const ofEpisode = episode && counted(episode.attempts, episode.since);
  if (status === 'disabled') {
    const reason = disabledReasons[disabledReason ?? 'manual'];
    const state = disabledReason === 'manual' ? 'paused' : 'disabled';
    const failed = failedWhenDisabled(endpoint, episode) ? ofEpisode! : { ...counted(lately, row.window_from), detail: null };
    return { state, since: disabledAt?.toISOString() ?? null, reason, ...failed };
  }
  if (episode?.phase === 'open') {
    const isMost = episode.rate * 100 > limits.healthFailsPercent;
    const reason = isMost ? failingReason(episode.attempts) : 'Some attempts have failed';
    return { state: isMost ? 'fails' : 'struggles', since: episode.since.toISOString(), reason, ...ofEpisode! };
  }
  if (row.behind_since) {
    const detail = describeBehind(row.behind_count!, row.behind_per_minute);
    return {
      state: 'behind',
      since: row.behind_since.toISOString(),
      reason: 'Due deliveries wait for the receiver',
      ...counted(lately, row.window_from),
      detail,
    };
  }
  if (episode?.phase === 'accepting') {
    const accepted = { ...sumAttempts([]), http_2xx_count: episode.acceptedCount };
    return { state: 'works', since: null, reason: 'Accepts again', ...counted(accepted, episode.acceptedSince!) };
  }
  if (episode?.phase === 'untested') {
    return {
      state: 'silent',
      since: enabledAt.toISOString(),
      reason: 'Enabled again, nothing was sent since',
      ...counted(sumAttempts([]), enabledAt),
    };
  }
  if (attemptCount(lately) > 0) {
    const reason = 'Acknowledges deliveries';
    const of = counted(lately, row.window_from);
    if (row.slow_count * 2 < attemptCount(lately)) return { state: 'works', since: null, reason, ...of };
    const detail = `${of.detail}, ${count(row.slow_count)} of them took over ${slowMs / 1_000} s`;
    return { state: 'works', since: null, reason: `${reason}, slowly`, ...of, detail };
  }
  const latest = row.latest_minute?.toISOString() ?? null;
  return { state: 'silent', since: latest, reason: 'Nothing was sent lately', ...counted(lately, row.window_from) };
}
