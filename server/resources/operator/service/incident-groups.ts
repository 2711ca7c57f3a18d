import { createHash } from 'node:crypto';
import type {
  EndpointHealth,
  EndpointIncident,
  IncidentAcknowledgement,
  IncidentGroup,
  IncidentGroupStatus,
} from '../../../../generated/models.ts';
import { limits } from '../../../../generated/limits.ts';
import { hostOf } from '../../../access/audit/audit-log.ts';
import type { EndpointBacklogRow } from '../../../entities/endpoint-backlog.ts';
import type { EndpointRow } from '../../../entities/endpoint.ts';
import type { Rows } from '../../../models/tables.ts';

/** An endpoint that may have an incident. */
export interface CandidateRow
  extends
    EndpointBacklogRow,
    Pick<
      EndpointRow,
      | 'id'
      | 'label'
      | 'url'
      | 'status'
      | 'disabled_reason'
      | 'disabled_at'
      | 'enabled_at'
      | 'episode_disabled_at'
      | 'certificate_expires_at'
      | 'containment_id'
    > {
  readonly agency_id: string;
  readonly agency_name: string;
}

/** An endpoint with an incident. */
export interface TroubledEndpoint {
  readonly row: CandidateRow;
  readonly health: EndpointHealth;
  readonly incident: EndpointIncident;
  readonly response: string | null;
}

/** A group without what operators said about it. */
export type MeasuredGroup = Omit<IncidentGroup, 'acknowledgement'>;

export interface GroupedIncidents {
  /** Those that need attention most are first. */
  readonly groups: readonly MeasuredGroup[];
  readonly membersOf: ReadonlyMap<string, readonly TroubledEndpoint[]>;
}

/** The states of groups, those that need attention most first. */
const statuses: readonly IncidentGroupStatus[] = ['failing', 'behind', 'untested', 'recovering', 'disabled', 'recovered'];
const rankOf = (status: IncidentGroupStatus) => statuses.indexOf(status);

/** Live groups, then disabled ones, then recovered ones. */
type Tier = 'live' | 'disabled' | 'recovered';
const tierOf = (status: IncidentGroupStatus): Tier => (status === 'disabled' || status === 'recovered' ? status : 'live');

interface Failure {
  /** Endpoints of one host with the same kind are one group. */
  readonly kind: string;
  readonly error: string;
  readonly label: string;
  readonly count: number;
}

/** The most frequent error of an incident. All 5xx are one kind, because a receiver that fails mixes them. */
function failureOf({ row, incident: { status, errors } }: TroubledEndpoint): Failure {
  const [first] = errors;
  if (status === 'behind') return { kind: 'behind', error: 'behind', label: 'Deliveries wait', count: 0 };
  if (!first) {
    const isFull = row.disabled_reason === 'auto_quota';
    return {
      kind: 'none',
      error: isFull ? 'auto_quota' : 'none',
      label: isFull ? 'Quota of pending deliveries' : 'No stored attempts',
      count: 0,
    };
  }
  const { error, status_code: code, error_detail: detail, label, count } = first;
  const kind = error !== 'http_status' ? error : /^5/.test(label) ? '5xx' : label;
  return { kind, error: code === null ? (detail ?? error) : String(code), label, count };
}

const idOf = (host: string, kind: string) => createHash('sha256').update(`${host} ${kind}`).digest('hex').slice(0, 16);

/** The keys of a map of lists, those with the longest list first. */
const longestFirst = <Key, Value>(lists: ReadonlyMap<Key, readonly Value[]>): Key[] =>
  [...lists].toSorted(([, one], [, other]) => other.length - one.length).map(([key]) => key);

const byAttention = (one: { status: IncidentGroupStatus; since: string }, other: { status: IncidentGroupStatus; since: string }) =>
  rankOf(one.status) - rankOf(other.status) || Date.parse(other.since) - Date.parse(one.since);

function groupOf(id: string, host: string, members: readonly TroubledEndpoint[]): MeasuredGroup {
  const { status } = members[0]!.incident;
  const ofTier = (tier: Tier) => members.filter(({ incident }) => tierOf(incident.status) === tier);
  const { error, label } = members.map(failureOf).reduce((most, each) => (each.count > most.count ? each : most));
  const agencies = Map.groupBy(members, ({ row }) => row.agency_id);
  const names = longestFirst(agencies).map((agencyId) => agencies.get(agencyId)![0]!.row.agency_name);
  return {
    id,
    host,
    error,
    label,
    status,
    since: ofTier(tierOf(status))
      .map(({ incident }) => incident.since)
      .reduce((first, each) => (Date.parse(each) < Date.parse(first) ? each : first)),
    endpoint_count: members.length,
    live_count: ofTier('live').length,
    disabled_count: ofTier('disabled').length,
    agency_count: agencies.size,
    agency_names: names.slice(0, limits.incidentAgencies),
    endpoint_ids: members.slice(0, limits.incidentEndpoints).map(({ row }) => row.id),
    unreplayed_count: members.reduce((sum, { incident }) => sum + incident.unreplayed_count, 0),
    has_more_unreplayed: members.some(({ incident }) => incident.has_more_unreplayed),
    missed_count: members.reduce((sum, { incident }) => sum + incident.missed_count, 0),
    has_more_missed: members.some(({ incident }) => incident.has_more_missed),
  };
}

/** Groups endpoints by host and kind of error. */
export function groupIncidents(incidents: readonly TroubledEndpoint[]): GroupedIncidents {
  const inOrder = incidents.toSorted((one, other) => byAttention(one.incident, other.incident));
  const membersOf = Map.groupBy(inOrder, (each) => idOf(hostOf(each.row.url), failureOf(each).kind));
  const groups = [...membersOf].map(([id, members]) => groupOf(id, hostOf(members[0]!.row.url), members));
  return { groups: groups.toSorted(byAttention), membersOf };
}

type AcknowledgementRow = Rows['incident_acknowledgements'];

export const presentAcknowledgement = (row: AcknowledgementRow): IncidentAcknowledgement => ({
  kind: row.kind,
  note: row.note,
  by: row.by_name,
  at: row.acknowledged_at.toISOString(),
  until: row.until?.toISOString() ?? null,
});

/** An acknowledgement ends when the group begins again, a mute also at `until`. */
const applies = (row: AcknowledgementRow, { since }: MeasuredGroup) =>
  Date.parse(since) <= row.acknowledged_at.getTime() && (row.until === null || row.until.getTime() > Date.now());

/** The groups with their acknowledgements, muted ones last. */
export function withAcknowledgements(groups: readonly MeasuredGroup[], rows: readonly AcknowledgementRow[]): IncidentGroup[] {
  const rowOf = new Map(rows.map((row) => [row.group_id, row]));
  const acknowledged = groups.map((group): IncidentGroup => {
    const row = rowOf.get(group.id);
    return { ...group, acknowledgement: row && applies(row, group) ? presentAcknowledgement(row) : null };
  });
  const isMuted = ({ acknowledgement }: IncidentGroup) => Number(acknowledgement?.kind === 'muted');
  return acknowledged.toSorted((one, other) => isMuted(one) - isMuted(other));
}
