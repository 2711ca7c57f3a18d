import type { AttemptCounts } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import type { Rows } from '../models/tables.ts';
import { allAttempts, attemptCount, failedAttemptColumns, failedCount, sumAttempts, type AttemptCountRow } from './attempt-counts.ts';

/** The columns of an episode that decide the health of its endpoint. */
export const episodeMembers = ['began_at', 'last_failed_at', 'delivered_before', 'delivered_count', ...failedAttemptColumns] as const;

/** The latest episode of an endpoint as JSON, with the result of `acceptedSince`. */
export interface EpisodeRow extends AttemptCountRow {
  readonly began_at: string;
  readonly last_failed_at: string;
  readonly delivered_before: number;
  readonly accepted: number;
  readonly accepted_minute: string | null;
  readonly has_ended: boolean;
}

/**
 * SQL: the attempts that were accepted since the last failed one of the episode `p`, from the counters `c` of the minutes since then. Reads the minutes
 * until the episode has ended: `minutes` are those with attempts that are complete. Row comparisons of endpoint and time make the planner use the key.
 */
export const acceptedSince = (counters: string, p: string): string => `
  SELECT greatest(0, coalesce(sum(a.delivered), 0))::bigint AS accepted, min(a.minute) FILTER (WHERE a.delivered > 0) AS accepted_minute,
         count(*) FILTER (WHERE a.minute > ${p}.minute AND a.minute < date_trunc('minute', now()))::int AS minutes
    FROM (SELECT c.minute, sum(c.delivered_count) - CASE WHEN c.minute = ${p}.minute THEN ${p}.delivered_of_minute ELSE 0 END AS delivered
            FROM ${counters}
           WHERE c.agency_id = ${p}.agency_id AND (c.endpoint_id, c.minute) >= (${p}.endpoint_id, ${p}.minute) AND (c.endpoint_id, c.minute) < (${p}.endpoint_id, 'infinity')
           GROUP BY c.endpoint_id, c.minute HAVING sum(${allAttempts}) > 0
           ORDER BY c.endpoint_id, c.minute LIMIT ${limits.episodeMinutes + 1}) a`;

/** SQL: whether the episode `p` of the endpoint `e` has ended, by the result `s` of `acceptedSince`. While the endpoint is disabled, it does not end. */
export const hasEnded = (p: string, s: string, e: string): string =>
  `(${s}.minutes >= ${limits.episodeMinutes} OR ${s}.accepted >= ${limits.episodeAccepted}
     OR ${s}.accepted > 0 AND greatest(${p}.last_failed_at, ${e}.enabled_at) < coalesce(${e}.disabled_at, now()) - interval '${limits.healthHours} hours')`;

/** What decides the episode of an endpoint besides its attempts. */
export type EpisodeEndpoint = Pick<
  Rows['webhook_endpoints'],
  'status' | 'disabled_reason' | 'disabled_at' | 'enabled_at' | 'episode_disabled_at'
>;

export interface Episode {
  /** `open`: fails, or was disabled so. `untested`: enabled again, without attempts since. `accepting`: accepts again. `over`: has ended. */
  readonly phase: 'open' | 'untested' | 'accepting' | 'over';
  readonly since: Date;
  readonly lastFailedAt: Date;
  /** When the endpoint was first disabled in it, and when it was enabled again. */
  readonly disabledAt: Date | null;
  readonly enabledAt: Date | null;
  /** From the first failed attempt on. */
  readonly attempts: AttemptCounts;
  /** The present share of failed attempts, from 0 to 1. */
  readonly rate: number;
  readonly acceptedCount: number;
  readonly acceptedSince: Date | null;
}

/** What happens by chance in fewer cases is a change. */
const chance = 1e-4;
/** The distance from the mean, in standard deviations, that is as rare. */
const deviations = 3.7;

/** The attempts in a row whose acceptance would be chance at this share of failed attempts: 1 at 100 %, 18 at 40 %, 87 at 10 %. */
const acceptedInARow = (rate: number): number =>
  rate >= 1 ? 1 : Math.min(limits.episodeAccepted, Math.max(1, Math.round(Math.log(chance) / Math.log(1 - rate))));

/**
 * The share of failed attempts since shortly before the episode; 1 if only chance could have failed all of them at this share. If the attempts of the last
 * minutes differ from it by more than chance, their share.
 */
function rateOf(episode: AttemptCountRow & { readonly delivered_before: number }, window: AttemptCountRow): number {
  const counts = sumAttempts([episode]);
  const failed = failedCount(counts);
  const share = failed / (attemptCount(counts) + episode.delivered_before);
  if (episode.delivered_count === 0 && share ** failed < chance) return 1;
  const [lately, all] = [failedCount(sumAttempts([window])), attemptCount(sumAttempts([window]))];
  return Math.abs(lately - all * share) > deviations * Math.sqrt(all * share * (1 - share)) ? lately / all : share;
}

const hoursMs = limits.healthHours * 3_600_000;

/** The latest episode of an endpoint; null if too few attempts failed, or none of the last day. */
export function readEpisode(
  { status, disabled_at, enabled_at, episode_disabled_at }: EpisodeEndpoint,
  { episode, ...window }: AttemptCountRow & { readonly episode: EpisodeRow | null },
): Episode | null {
  if (!episode) return null;
  const [since, lastFailedAt] = [new Date(episode.began_at), new Date(episode.last_failed_at)];
  const disabledAt = episode_disabled_at && episode_disabled_at >= since ? episode_disabled_at : null;
  const enabledAt = disabledAt && status === 'active' ? enabled_at : null;
  const failed = sumAttempts([episode]);
  const [failedAttempts, all] = [failedCount(failed), attemptCount(failed)];
  const rate = rateOf(episode, window);
  const isTrouble = failedAttempts * 100 > (all + episode.delivered_before) * limits.healthStrugglesPercent;
  if (!isTrouble && disabledAt === null) return null;
  const accepted = episode.accepted;
  const phase = (): Episode['phase'] | null => {
    if (episode.has_ended) return 'over';
    if (accepted >= acceptedInARow(failedAttempts / all)) return 'accepting';
    const isUntested = enabledAt !== null && lastFailedAt < enabledAt && accepted === 0;
    const latest = Math.max(lastFailedAt.getTime(), enabledAt?.getTime() ?? 0);
    if ((disabled_at ?? new Date()).getTime() - latest > hoursMs) return null;
    return isUntested ? 'untested' : 'open';
  };
  const found = phase();
  return (
    found && {
      phase: found,
      since,
      lastFailedAt,
      disabledAt,
      enabledAt,
      attempts: { ...failed, http_2xx_count: failed.http_2xx_count + accepted },
      rate,
      acceptedCount: accepted,
      acceptedSince:
        episode.accepted_minute === null ? null : new Date(Math.max(Date.parse(episode.accepted_minute), lastFailedAt.getTime())),
    }
  );
}

/** Whether the service disabled the endpoint, and not a person. */
export const isDisabledByService = ({ disabled_reason: reason }: Pick<EpisodeEndpoint, 'disabled_reason'>): boolean =>
  reason === 'auto_breaker' || reason === 'auto_quota';

/** Whether a disabled endpoint failed when it was disabled: a pause of an endpoint that accepted again has nothing to do with its episode. */
export const failedWhenDisabled = (endpoint: EpisodeEndpoint, episode: Episode | null): episode is Episode =>
  episode !== null && (episode.phase === 'open' || (episode.phase === 'accepting' && isDisabledByService(endpoint)));
