import { attemptErrorTitles } from '../../generated/attempt-errors.ts';
import type { EndpointIncident, FailedAttempts, IncidentError } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import { firstShownId } from '../database/partitions/partitions.ts';
import type { Statement } from '../database/client/sql.ts';
import type { Rows } from '../models/tables.ts';
import { sumAttempts } from './attempt-counts.ts';
import { failedWhenDisabled, isDisabledByService, readEpisode, type Episode, type EpisodeEndpoint } from './endpoint-episode.ts';
import type { HealthRow } from './endpoint-health.ts';
import { explainIncidents, type CauseAccess, type Explanation } from './incident-causes.ts';

/** What decides the incident of an endpoint besides its attempts. */
type IncidentEndpoint = EpisodeEndpoint & Pick<Rows['webhook_endpoints'], 'id' | 'containment_id'>;

/** An incident without its counts. */
interface FoundIncident {
  readonly status: EndpointIncident['status'];
  readonly since: Date;
  readonly episode: Episode | null;
  /** When the endpoint was first disabled, and until when; null for now. */
  readonly disabled: { readonly from: Date; readonly to: Date | null } | null;
}

/** The outcomes of the failed attempts of an endpoint's incident, and its failures that were not replayed. */
interface IncidentCountsRow {
  readonly id: string;
  readonly errors: readonly (FailedAttemptsRow & { first_at: string; last_at: string })[] | null;
  /** Counted up to one more than is shown. */
  readonly unreplayed_count: number;
}

/** Counts events that a recovery of the span would deliver. */
export type CountMissed = (endpointId: string, start: Date, end: Date) => Promise<{ readonly count: number; readonly hasMore: boolean }>;

function statusOf(endpoint: IncidentEndpoint, episode: Episode | null, isBehind: boolean): EndpointIncident['status'] | null {
  if (endpoint.containment_id !== null) return null;
  if (endpoint.status === 'disabled') return isDisabledByService(endpoint) || failedWhenDisabled(endpoint, episode) ? 'disabled' : null;
  if (isBehind && (episode === null || episode.phase === 'over')) return 'behind';
  if (episode === null) return null;
  if (episode.phase !== 'over') return ({ open: 'failing', untested: 'untested', accepting: 'recovering' } as const)[episode.phase];
  const latest = Math.max(episode.lastFailedAt.getTime(), episode.enabledAt?.getTime() ?? 0);
  return Date.now() - latest < limits.healthHours * 3_600_000 ? 'recovered' : null;
}

/** The incident of an endpoint without its counts; null if there is none. Only this function determines it. */
function findIncident(endpoint: IncidentEndpoint, row: HealthRow): FoundIncident | null {
  const latest = readEpisode(endpoint, row);
  const status = statusOf(endpoint, latest, row.behind_since !== null);
  if (status === null) return null;
  if (status === 'behind') return { status, since: row.behind_since!, episode: null, disabled: null };
  const episode = endpoint.status === 'active' || failedWhenDisabled(endpoint, latest) ? latest : null;
  const from = episode?.disabledAt ?? endpoint.disabled_at;
  return {
    status,
    since: episode?.since ?? endpoint.disabled_at!,
    episode,
    disabled: from && { from, to: endpoint.status === 'active' ? endpoint.enabled_at : null },
  };
}

const countsOf = (table: (name: string) => string) => `
  SELECT e.id,
         (SELECT json_agg(json_build_object('code', x.code, 'error', x.error, 'count', x.attempt_count, 'first_at', x.first_at, 'last_at', x.last_at))
            FROM (SELECT x.code, x.error, x.attempt_count, x.first_at, x.last_at
                    FROM ${table('endpoint_episodes')} p
                    JOIN ${table('episode_errors')} x ON x.agency_id = p.agency_id AND x.endpoint_id = p.endpoint_id AND x.number = p.number
                   WHERE i.has_episode AND p.agency_id = e.agency_id AND p.endpoint_id = e.id
                   ORDER BY x.attempt_count DESC, x.code LIMIT ${limits.incidentErrors}) x) AS errors,
         (SELECT count(*) FROM (
            SELECT FROM ${table('delivery_failures')} f
             WHERE f.agency_id = e.agency_id AND f.endpoint_id = e.id AND f.replayed_at IS NULL AND f.event_type <> 'ping'
               AND f.id >= greatest(${firstShownId}, first_id_at(i.since)) AND f.id < first_id_at(now() + interval '1 minute') LIMIT ${limits.incidentUnreplayed + 1}) f)::int AS unreplayed_count
    FROM unnest($1::uuid[], $2::timestamptz[], $3::boolean[]) AS i (id, since, has_episode)
    JOIN ${table('webhook_endpoints')} e ON e.id = i.id`;

const inScope = countsOf((name) => `{${name}}`);
const acrossAgencies = countsOf((name) => name);

type Found = readonly [endpoint: IncidentEndpoint, incident: FoundIncident];

const countsStatement = (found: readonly Found[], isScoped: boolean): Statement => ({
  text: isScoped ? inScope : acrossAgencies,
  values: [found.map(([{ id }]) => id), found.map(([, { since }]) => since), found.map(([, { episode }]) => episode !== null)],
});

const errorNames: Readonly<Record<IncidentError['error'], string>> = {
  http_status: 'Error response',
  timeout: 'Timed out',
  connection_error: 'Connection failed',
  tls_error: 'TLS handshake failed',
  redirect: 'Redirect',
  destination_forbidden: 'Host not public',
};

const isDetail = (code: string): code is keyof typeof attemptErrorTitles => Object.hasOwn(attemptErrorTitles, code);

/** Failed attempts with the same outcome. */
export interface FailedAttemptsRow {
  code: string;
  error: IncidentError['error'];
  count: number;
}

/** The outcome of failed attempts in the words of the contract. */
export function presentFailed({ code, error, count }: FailedAttemptsRow): FailedAttempts {
  const isStatus = /^\d/.test(code);
  return {
    error,
    status_code: /^\d+$/.test(code) ? Number(code) : null,
    error_detail: isDetail(code) ? code : null,
    label: isStatus ? `${code} response` : isDetail(code) ? attemptErrorTitles[code] : errorNames[error],
    count,
  };
}

const presentError = ({ first_at, last_at, ...row }: NonNullable<IncidentCountsRow['errors']>[number]): IncidentError => ({
  ...presentFailed(row),
  first_at: new Date(first_at).toISOString(),
  last_at: new Date(last_at).toISOString(),
});

/** Whether an incident has ended and nothing is lost. */
const isSettled = ({ status, missed_count: missed, has_more_missed: hasMore, unreplayed_count: unreplayed }: EndpointIncident): boolean =>
  status === 'recovered' && missed === 0 && !hasMore && unreplayed === 0;

/** The incident as the contract shows it, with at least no missed events, and without causes. */
function presentIncident({ status, since, episode, disabled }: FoundIncident, counts: IncidentCountsRow | undefined): EndpointIncident {
  const unreplayed = counts?.unreplayed_count ?? 0;
  return {
    status,
    since: since.toISOString(),
    disabled_at: disabled?.from.toISOString() ?? null,
    enabled_at: disabled?.to?.toISOString() ?? null,
    attempts: episode?.attempts ?? sumAttempts([]),
    errors: counts?.errors?.map(presentError) ?? [],
    last_failed_at: episode?.lastFailedAt.toISOString() ?? null,
    accepted_since: episode?.acceptedSince?.toISOString() ?? null,
    accepted_count: episode?.acceptedCount ?? 0,
    unreplayed_count: Math.min(unreplayed, limits.incidentUnreplayed),
    has_more_unreplayed: unreplayed > limits.incidentUnreplayed,
    missed_count: 0,
    has_more_missed: disabled !== null,
    causes: [],
  };
}

type Incidents = ReadonlyMap<string, EndpointIncident>;

/**
 * The incidents of endpoints by their ids, before `completeIncidents`: without causes and counted missed events, of which there may be more. Endpoints
 * without one cost no further statement.
 */
export async function readIncidents(
  data: CauseAccess,
  endpoints: readonly IncidentEndpoint[],
  health: ReadonlyMap<string, HealthRow>,
): Promise<Incidents> {
  const found = endpoints.flatMap((endpoint) => {
    const row = health.get(endpoint.id);
    const incident = row ? findIncident(endpoint, row) : null;
    return incident ? [[endpoint, incident] as const] : [];
  });
  if (found.length === 0) return new Map();
  const rows = await data.query<IncidentCountsRow>(countsStatement(found, data.isScoped));
  const counts = new Map(rows.map((row) => [row.id, row]));
  const incidents = found.map(([{ id }, incident]) => [id, presentIncident(incident, counts.get(id))] as const);
  return new Map(incidents.filter(([, incident]) => !isSettled(incident)));
}

/** An incident with its causes and missed events, and a response, which only operators see with it. */
export type CompleteIncident = { readonly incident: EndpointIncident } & Pick<Explanation, 'response'>;

/** Counts the missed events of incidents and reads their causes. Removes those that have ended and lost nothing. */
export async function completeIncidents(
  data: CauseAccess,
  incidents: Incidents,
  countMissed: CountMissed,
): Promise<ReadonlyMap<string, CompleteIncident>> {
  const counted = new Map<string, EndpointIncident>();
  for (const [id, incident] of incidents) {
    const { disabled_at: from, enabled_at: to } = incident;
    const missed = from === null ? null : await countMissed(id, new Date(from), to === null ? new Date() : new Date(to));
    const complete = missed ? { ...incident, missed_count: missed.count, has_more_missed: missed.hasMore } : incident;
    if (!isSettled(complete)) counted.set(id, complete);
  }
  const explanations = await explainIncidents(data, counted);
  return new Map(
    Array.from(counted, ([id, incident]) => {
      const { causes, response } = explanations.get(id) ?? { causes: [], response: null };
      return [id, { incident: { ...incident, causes }, response }];
    }),
  );
}
