import { limits } from '../../../../generated/limits.ts';
import type { ScopedSql, Sql, Statement } from '../../../database/client/sql.ts';
import { allAttempts, failedAttempts } from '../../../entities/attempt-counts.ts';
import { backlogColumnsAcross, behindAcross, oldestPendingAtAcross } from '../../../entities/endpoint-backlog.ts';
import { healthStatement, presentHealth, type HealthRow } from '../../../entities/endpoint-health.ts';
import { completeIncidents, readIncidents, type CompleteIncident, type CountMissed } from '../../../entities/endpoint-incident.ts';
import { countMissedIn } from '../../../events/recovery.ts';
import { cachedFor, type Measured } from '../../../lib/cached-for.ts';
import type { Rows } from '../../../models/tables.ts';
import type { CursorPosition } from '../../../paging/cursor.ts';
import { groupIncidents, type CandidateRow, type GroupedIncidents, type TroubledEndpoint } from './incident-groups.ts';

export interface OpenContainmentRow extends Pick<
  Rows['containments'],
  'id' | 'agency_id' | 'key_id' | 'reason' | 'notice' | 'contained_at'
> {
  readonly agency_name: string;
  readonly key_label: string | null;
  readonly endpoint_ids: string[];
}

/** An agency with its attempts of the last hour, in slots of five minutes, oldest first. The last slot contains now. */
export interface ActivityRow extends Pick<Rows['agencies'], 'id' | 'name' | 'created_at'> {
  readonly contained_at: Date | null;
  readonly endpoint_count: number;
  readonly paused_endpoint_count: number;
  readonly oldest_pending_at: Date | null;
  /** Null if the agency had no attempt. */
  readonly attempts: readonly number[] | null;
  readonly failed: readonly number[] | null;
}

/** Data access in the tenant scope of an agency. */
type ScopeOf = (agencyId: string) => ScopedSql;

/** An agency and its sort key. */
export interface SortedAgency {
  readonly row: ActivityRow;
  readonly key: CursorPosition;
}

export interface Receivers extends GroupedIncidents {
  /** The group with this id alone, if it exists, with causes and missed events of its first endpoints. Reads them once. */
  readonly groupOf: (id: string) => Promise<GroupedIncidents>;
  readonly hasUnchecked: boolean;
  readonly containments: readonly OpenContainmentRow[];
  readonly agencies: readonly ActivityRow[];
  /** The number of endpoints with incidents, by agency. */
  readonly incidentCounts: ReadonlyMap<string, number>;
  /** The sorted agencies, by requested order. */
  readonly orders: Map<string, readonly SortedAgency[]>;
}

/**
 * Endpoints that failed within a day, were enabled again after failures or are behind, and those that the service disabled. Reads the episodes of all
 * endpoints, which are few rows, and one entry of an index for each endpoint.
 */
const candidates = `
  WITH chosen AS MATERIALIZED (
    SELECT e.id, e.agency_id, e.label, e.url, e.status, e.disabled_reason, e.disabled_at, e.enabled_at, e.episode_disabled_at, e.containment_id, e.consecutive_failures, e.listening_until, e.max_per_second, e.certificate_expires_at
      FROM webhook_endpoints e LEFT JOIN endpoint_episodes p ON p.agency_id = e.agency_id AND p.endpoint_id = e.id
     WHERE e.containment_id IS NULL
       AND (e.disabled_reason IN ('auto_breaker', 'auto_quota')
            OR p.last_failed_at > coalesce(e.disabled_at, now()) - interval '${limits.healthHours} hours'
            OR EXISTS (SELECT FROM ${behindAcross} b)
            OR e.episode_disabled_at >= p.began_at AND e.enabled_at > now() - interval '${limits.healthHours} hours')
     ORDER BY e.status, coalesce(p.last_failed_at, now()) DESC, e.id LIMIT ${limits.incidentCandidates + 1}
  )
  SELECT e.id, e.agency_id, a.name AS agency_name, e.label, e.url, e.status, e.disabled_reason, e.disabled_at, e.enabled_at, e.episode_disabled_at, e.certificate_expires_at, e.containment_id,
         ${backlogColumnsAcross}
    FROM chosen e JOIN agencies a ON a.id = e.agency_id`;

/** SQL of the open containments that meet a condition, the latest first. */
export const openContainments = (condition: string) => `
  SELECT c.id, c.agency_id, a.name AS agency_name, c.key_id, k.label AS key_label, c.reason, c.notice, c.contained_at,
         ARRAY(SELECT e.id FROM webhook_endpoints e WHERE e.agency_id = c.agency_id AND e.containment_id = c.id ORDER BY e.id) AS endpoint_ids
    FROM containments c JOIN agencies a ON a.id = c.agency_id LEFT JOIN api_keys k ON k.agency_id = c.agency_id AND k.id = c.key_id
   WHERE c.released_at IS NULL AND ${condition}
   ORDER BY c.contained_at DESC, c.id DESC LIMIT ${limits.incidentItems}`;

const slotMinutes = 5;
export const slots = 60 / slotMinutes;

const slotOf = (instant: string) => `date_bin('${slotMinutes} minutes', ${instant}, 'epoch')`;
const firstSlot = `${slotOf('now()')} - interval '${slotMinutes * (slots - 1)} minutes'`;

const sumOfSlot = (column: string, slot: number) =>
  `coalesce(sum(s.${column}) FILTER (WHERE s.start_at = ${firstSlot} + interval '${slotMinutes * slot} minutes'), 0)`;

const eachSlot = (column: string) => `ARRAY[${Array.from({ length: slots }, (_, slot) => sumOfSlot(column, slot)).join(', ')}]::float8[]`;

/**
 * Reads the counters of an hour once, and sums them by agency and slot before they become arrays. Reads the oldest pending delivery only of endpoints
 * that have one: with EXISTS instead of LIMIT 1, the plan reads all pending deliveries.
 */
const agencies = `
  WITH slots AS MATERIALIZED (
    SELECT c.agency_id, ${slotOf('c.minute')} AS start_at, sum(${allAttempts}::float8) AS attempts, sum(${failedAttempts}) AS failed
      FROM delivery_minutes c WHERE c.minute >= ${firstSlot} GROUP BY 1, 2
  ), sums AS (
    SELECT s.agency_id, ${eachSlot('attempts')} AS attempts, ${eachSlot('failed')} AS failed FROM slots s GROUP BY s.agency_id
  ), endpoints AS (
    SELECT e.agency_id, count(*)::bigint AS endpoint_count, count(*) FILTER (WHERE e.disabled_reason = 'manual') AS paused_endpoint_count,
           min(CASE WHEN (SELECT true FROM delivery_queue q WHERE q.agency_id = e.agency_id AND q.endpoint_id = e.id LIMIT 1)
                    THEN ${oldestPendingAtAcross} END) AS oldest_pending_at
      FROM webhook_endpoints e GROUP BY e.agency_id
  )
  SELECT a.id, a.name, a.created_at, c.contained_at, coalesce(n.endpoint_count, 0)::bigint AS endpoint_count,
         coalesce(n.paused_endpoint_count, 0)::bigint AS paused_endpoint_count, n.oldest_pending_at, s.attempts, s.failed
    FROM (SELECT id, name, created_at FROM agencies WHERE erased_at IS NULL ORDER BY created_at, id LIMIT ${limits.activityAgencies}) a
    LEFT JOIN sums s ON s.agency_id = a.id
    LEFT JOIN endpoints n ON n.agency_id = a.id
    LEFT JOIN containments c ON c.agency_id = a.id AND c.key_id IS NULL AND c.released_at IS NULL`;

/**
 * Groups incidents. Reads causes and missed events only of those that are listed first, and of the first ones of a requested group: they are several
 * statements of each endpoint. Of the others, the missed events are at least none.
 */
async function readGroups(
  sql: Sql,
  rows: readonly CandidateRow[],
  scopeOf: ScopeOf,
): Promise<GroupedIncidents & Pick<Receivers, 'groupOf'>> {
  const health = new Map((await sql.query<HealthRow>(healthStatement(rows, false))).map((row) => [row.id, row]));
  const data = { isScoped: false, query: <Row>(statement: Statement) => sql.query<Row>(statement) };
  const found = await readIncidents(data, rows, health);
  const troubled = rows.flatMap((row): TroubledEndpoint[] => {
    const incident = found.get(row.id);
    return incident ? [{ row, incident, health: presentHealth(row, health.get(row.id)!), response: null }] : [];
  });
  const complete = new Map<string, CompleteIncident | undefined>();
  const groupCompleted = async (members: readonly TroubledEndpoint[]) => {
    const listed = members.slice(0, limits.incidentItems).filter(({ row }) => !complete.has(row.id));
    const agencies = new Map(listed.map(({ row }) => [row.id, row.agency_id]));
    const countMissed: CountMissed = (id, ...span) => countMissedIn(scopeOf(agencies.get(id)!))(id, ...span);
    const incidents = await completeIncidents(data, new Map(listed.map(({ row, incident }) => [row.id, incident])), countMissed);
    for (const { row } of listed) complete.set(row.id, incidents.get(row.id));
    return groupIncidents(
      members.flatMap((each) => {
        const found = complete.has(each.row.id) ? complete.get(each.row.id) : each;
        return found ? [{ ...each, incident: found.incident, response: found.response }] : [];
      }),
    );
  };
  const { groups, membersOf } = groupIncidents(troubled);
  return {
    ...(await groupCompleted(groups.flatMap(({ id }) => membersOf.get(id)!))),
    groupOf: (id) => groupCompleted(membersOf.get(id) ?? []),
  };
}

async function read(sql: Sql, scopeOf: ScopeOf): Promise<Receivers> {
  const found = await sql.query<CandidateRow>({ text: candidates });
  const grouped = await readGroups(sql, found.slice(0, limits.incidentCandidates), scopeOf);
  const incidentCounts = new Map<string, number>();
  for (const { row } of [...grouped.membersOf.values()].flat())
    incidentCounts.set(row.agency_id, (incidentCounts.get(row.agency_id) ?? 0) + 1);
  return {
    ...grouped,
    incidentCounts,
    hasUnchecked: found.length > limits.incidentCandidates,
    containments: await sql.query<OpenContainmentRow>({ text: openContainments('true') }),
    agencies: await sql.query<ActivityRow>({ text: agencies }),
    orders: new Map(),
  };
}

/** The receivers are cached for this many times the duration of reading them, so that operators use at most a fifth of a connection. */
const agePerDuration = 4;

export const cachedReceivers = (
  sql: Sql,
  scopeOf: ScopeOf,
  maxAgeMs = limits.overviewSeconds * 1_000,
): (() => Promise<Measured<Receivers>>) => cachedFor(() => read(sql, scopeOf), maxAgeMs, agePerDuration);
