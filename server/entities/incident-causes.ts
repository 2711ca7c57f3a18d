import type { DeliveryEventType, EndpointIncident, IncidentCause } from '../../generated/models.ts';
import { deliveryEventTypes } from '../../generated/events.ts';
import { limits } from '../../generated/limits.ts';
import type { Rows } from '../models/tables.ts';
import { isReportType } from '../declare/event-creators.ts';
import type { DataAccess } from '../orm/model-rows.ts';

type Incident = Pick<EndpointIncident, 'since' | 'errors' | 'last_failed_at'>;

export interface CauseAccess extends Pick<DataAccess, 'isScoped' | 'query'> {
  /** Whether a key may read the audit log. */
  readonly mayReadAudit?: boolean;
}

/** A change before an episode. */
interface ChangeRow {
  readonly endpoint_id: string;
  readonly kind: 'secret' | 'expired secret' | 'url' | 'server' | 'address';
  readonly at: Date;
  readonly actor_kind: Rows['audit_log']['actor_kind'] | null;
  readonly actor_name: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** A delivery with its last attempt. */
interface SampleRow {
  readonly endpoint_id: string;
  readonly event_type: DeliveryEventType;
  readonly creator_id: string | null;
  readonly creator_name: string | null;
  readonly is_accepted: boolean;
  /** Null if no attempt is stored. */
  readonly attempted_at: Date | null;
  readonly payload_bytes: number;
  /** The status and the beginning of the response to the attempt, as text. */
  readonly status_code: string | null;
  readonly response_excerpt: string | null;
}

/** Changes further back explain nothing. */
const lookBack = `interval '${limits.causeHours} hours'`;

/** An agency with more entries in the window has older ones that are not searched. */
const searchedEntries = 2_000;

/** Attempts that were in flight during a change, or between two instances of a receiver, may still be accepted after it. */
const settlesMs = 60_000;

/** Attempts of two processes do not end in the order of their start. */
const firstWithinMs = 5_000;

/** Deliveries of each type that are read before and during an episode. */
const sampled = { before: 3, during: 10 };

type Table = (name: 'webhook_endpoints' | 'audit_log' | 'receiver_changes' | SampledTable) => string;
type SampledTable = 'delivery_history' | 'delivery_failures' | 'delivery_queue' | 'webhook_events' | 'creators';

const scoped: Table = (name) => `{${name}}`;
const across: Table = (name) => name;

const episodes = (table: Table) => `
  (SELECT e.agency_id, e.id, e.earlier_secrets_expire_at, i.since, i.until
     FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) AS i (id, since, until) JOIN ${table('webhook_endpoints')} e ON e.id = i.id)`;

const changesOf = (table: Table) => `
  SELECT e.id AS endpoint_id, c.kind, c.at, c.actor_kind, c.actor_name, c.before, c.after
    FROM ${episodes(table)} e
   CROSS JOIN LATERAL (
     SELECT CASE l.action WHEN 'secret.rotated' THEN 'secret' ELSE 'url' END AS kind, uuid_extract_timestamp(l.id)::timestamptz(3) AS at,
            l.actor_kind, l.actor_name, NULL AS before, NULL AS after
       FROM (SELECT l.id, l.subject_id, l.action, l.details, l.actor_kind, l.actor_name FROM ${table('audit_log')} l
              WHERE l.agency_id = e.agency_id AND l.id >= first_id_at(e.since - ${lookBack}) AND l.id < first_id_at(e.since)
              ORDER BY l.id DESC LIMIT ${searchedEntries}) l
      WHERE l.subject_id = e.id AND (l.action = 'secret.rotated' OR l.action = 'endpoint.changed' AND l.details ->> 'host' IS NOT NULL)
      UNION ALL
     SELECT 'expired secret', x.at, NULL, NULL, NULL, NULL FROM unnest(e.earlier_secrets_expire_at) AS x (at)
      WHERE x.at >= e.since - ${lookBack} AND x.at < e.since
      UNION ALL
     SELECT r.kind, r.failed_at, NULL, NULL, r.before, r.after FROM ${table('receiver_changes')} r
      WHERE r.agency_id = e.agency_id AND r.endpoint_id = e.id AND r.slot >= e.since - interval '10 minutes' AND r.slot <= e.since + interval '${firstWithinMs} milliseconds'
        AND r.failed_at >= e.since - interval '1 second' AND r.failed_at < e.since + interval '${firstWithinMs} milliseconds'
        AND r.accepted_at >= e.since - ${lookBack}) c`;

const lastAttempt = (row: string) => `${row}.attempts[cardinality(${row}.attempts)]`;

/** Finished deliveries of a type, the newest first; failed ones since the beginning of the episode, and pending ones that were attempted, the oldest first. */
const samplesOf = (table: Table) => {
  const history = (limit: number, range: string) => `
     (SELECT h.event_id, h.creator_id, true AS is_accepted, ${lastAttempt('h')} AS attempt, NULL::json AS data
        FROM ${table('delivery_history')} h
       WHERE h.agency_id = e.agency_id AND h.endpoint_id = e.id AND h.event_type = t.type AND h.status = 'delivered' AND ${range}
       ORDER BY h.id DESC LIMIT ${limit})`;
  return `
  SELECT e.id AS endpoint_id, t.type AS event_type, s.creator_id,
         (SELECT c.name FROM ${table('creators')} c WHERE c.agency_id = e.agency_id AND c.id = s.creator_id) AS creator_name, s.is_accepted,
         (s.attempt::json ->> 'attempted_at')::timestamptz(3) AS attempted_at,
         s.attempt::json ->> 'status_code' AS status_code, left(s.attempt::json ->> 'response_excerpt', ${limits.incidentResponse}) AS response_excerpt,
         coalesce(octet_length(s.data::text),
                  (SELECT octet_length(ev.data::text) FROM ${table('webhook_events')} ev WHERE ev.agency_id = e.agency_id AND ev.id = s.event_id),
                  0) AS payload_bytes
    FROM ${episodes(table)} e
   CROSS JOIN unnest(ARRAY[${deliveryEventTypes.map((type) => `'${type}'`).join(', ')}]) AS t (type)
   CROSS JOIN LATERAL (
     ${history(sampled.before, `h.id >= first_id_at(e.since - 2 * ${lookBack}) AND h.id < first_id_at(e.since)`)}
      UNION ALL ${history(sampled.during, "h.id >= first_id_at(e.since) AND h.id < first_id_at(e.until + interval '1 second')")}
      UNION ALL
     (SELECT f.event_id, f.creator_id, false, ${lastAttempt('f')}, f.data
        FROM ${table('delivery_failures')} f
       WHERE f.agency_id = e.agency_id AND f.endpoint_id = e.id AND f.event_type = t.type AND f.id >= first_id_at(e.since)
       ORDER BY f.id LIMIT ${sampled.during})
      UNION ALL
     (SELECT q.event_id, q.creator_id, false, ${lastAttempt('q')}, q.data
        FROM (SELECT q.event_id, q.creator_id, q.attempts, q.data FROM ${table('delivery_queue')} q
               WHERE q.agency_id = e.agency_id AND q.endpoint_id = e.id AND q.event_type = t.type
               ORDER BY q.id LIMIT ${sampled.during}) q
       WHERE cardinality(q.attempts) > 0)) s`;
};

const statements = [scoped, across].map((table) => ({ changes: changesOf(table), samples: samplesOf(table) }));

/** What is known about an incident. */
interface Evidence {
  /** The outcomes of failed attempts: the most frequent, and that of the first one. */
  readonly most: Incident['errors'][number];
  readonly first: Incident['errors'][number];
  /** When the first failed attempt began. */
  readonly firstAt: number;
  /** The latest first. */
  readonly changes: readonly ChangeRow[];
  /** Accepted deliveries before the first failed attempt, and afterwards. */
  readonly before: readonly SampleRow[];
  readonly accepted: readonly SampleRow[];
  readonly failed: readonly SampleRow[];
  readonly access: CauseAccess;
}

type Cause = (Omit<IncidentCause, 'event_type'> & Partial<Pick<IncidentCause, 'event_type'>>) | undefined;

function spanOf(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

const sizeOf = (bytes: number) =>
  bytes < 10_000 ? `${bytes.toLocaleString('en')} bytes` : `${Math.round(bytes / 1_000).toLocaleString('en')} kB`;

const accepts = (sample: SampleRow) => sample.attempted_at?.getTime() ?? 0;

/** The latest change of a kind after an accepted attempt, and with none between it and the first failed one. */
function changeBefore({ changes, before }: Evidence, kind: ChangeRow['kind']): ChangeRow | undefined {
  const change = changes.find((known) => known.kind === kind);
  const at = change?.at.getTime() ?? 0;
  const isAcceptedBefore = before.some((sample) => accepts(sample) < at);
  return isAcceptedBefore && !before.some((sample) => accepts(sample) > at + settlesMs) ? change : undefined;
}

/** Who made a change, for a key that may read its entry. Agencies do not learn the names of operators. */
function authorOf({ access: { isScoped, mayReadAudit } }: Evidence, { actor_kind: kind, actor_name: name }: ChangeRow): string | null {
  if (isScoped && !mayReadAudit) return null;
  if (kind === 'operator' && isScoped) return 'an operator';
  return kind === 'key' || kind === 'operator' ? `${kind} ${name}` : null;
}

const by = (author: string | null) => (author === null ? '' : ` by ${author}`);

const refusals = [400, 401, 403];

function secretRotated(evidence: Evidence): Cause {
  const { first, firstAt } = evidence;
  if (first.status_code === null || !refusals.includes(first.status_code)) return undefined;
  const came = (change: ChangeRow) => `The first ${first.status_code} came ${spanOf(firstAt - change.at.getTime())} after the`;
  const expired = changeBefore(evidence, 'expired secret');
  const rotated = changeBefore(evidence, 'secret');
  if (expired && !(rotated && rotated.at > expired.at)) {
    const summary = `${came(expired)} previous secret expired: the receiver probably still has it.`;
    return { kind: 'secret_rotated', at: expired.at.toISOString(), by: null, summary };
  }
  if (!rotated) return undefined;
  const author = authorOf(evidence, rotated);
  const summary = `${came(rotated)} rotation${by(author)}: the receiver probably still has the old secret.`;
  return { kind: 'secret_rotated', at: rotated.at.toISOString(), by: author, summary };
}

function urlChanged(evidence: Evidence): Cause {
  const change = changeBefore(evidence, 'url');
  if (!change) return undefined;
  const author = authorOf(evidence, change);
  const came = `The first failed attempt came ${spanOf(evidence.firstAt - change.at.getTime())} after the change of the URL`;
  const summary = `${came}${by(author)}: the new URL is probably wrong, or its receiver is not ready.`;
  return { kind: 'url_changed', at: change.at.toISOString(), by: author, summary };
}

function certificateExpired({ most }: Evidence): Cause {
  if (most.error_detail !== 'tls_certificate_expired') return undefined;
  const summary = 'The certificate of the receiver has expired: the receiver needs a new one.';
  return { kind: 'certificate_expired', at: most.first_at, by: null, summary };
}

const changeOf = ({ changes, first }: Evidence, kind: 'server' | 'address') =>
  first.error_detail === 'tls_certificate_expired' ? undefined : changes.find((change) => change.kind === kind);

function addressChanged(evidence: Evidence): Cause {
  const change = changeOf(evidence, 'address');
  const summary = 'The host of the URL has had other addresses since the last accepted attempt: its DNS records were probably changed.';
  return change && { kind: 'address_changed', at: change.at.toISOString(), by: null, summary };
}

function receiverChanged(evidence: Evidence): Cause {
  const change = changeOf(evidence, 'server');
  if (!change || evidence.first.status_code === null) return undefined;
  const answered = `${change.after} answered the first failed attempt, and ${change.before} the last accepted one`;
  const summary = `${answered}: the receiver or a proxy before it was probably changed.`;
  return { kind: 'receiver_changed', at: change.at.toISOString(), by: null, summary };
}

/** Whether so many deliveries would fail, and none of the others, by chance in less than one of 100 cases. */
function isUnlikely(failed: number, accepted: number): boolean {
  let draws = 1;
  for (let index = 1; index <= failed; index++) draws *= (accepted + index) / index;
  return Math.min(failed, accepted) >= 3 && draws > 100;
}

function payloadLarger({ first, most, before, accepted, failed }: Evidence): Cause {
  const isTooLarge = first.status_code === 413 && most.status_code === 413;
  const smallest = Math.min(...failed.map(({ payload_bytes: bytes }) => bytes));
  const largest = Math.max(...[...before, ...accepted].map(({ payload_bytes: bytes }) => bytes));
  const isExplained = isTooLarge ? smallest > largest : smallest > 2 * largest && isUnlikely(failed.length, accepted.length);
  if (failed.length === 0 || largest <= 0 || !isExplained) return undefined;
  const fail = isTooLarge ? 'Payloads are refused with 413' : 'Only large payloads fail';
  const sizes = `the smallest failed one has ${sizeOf(smallest)}, and the largest accepted one ${sizeOf(largest)}`;
  return { kind: 'payload_larger', at: null, by: null, summary: `${fail}: ${sizes}.` };
}

/** The only value of the failed deliveries, if no accepted one has it. */
function onlyValue<Value>(
  failed: readonly SampleRow[],
  accepted: readonly SampleRow[],
  valueOf: (row: SampleRow) => Value | null,
): Value | null {
  const [value, ...others] = new Set(failed.map(valueOf));
  if (value === undefined || value === null || others.length > 0 || !isUnlikely(failed.length, accepted.length)) return null;
  return accepted.some((row) => valueOf(row) === value) ? null : value;
}

const onlyFail = (which: string, others: string) => `Only events of ${which} fail. Events of ${others} are accepted.`;

function oneEventType({ failed, accepted }: Evidence): Cause {
  const type = onlyValue(failed, accepted, ({ event_type: eventType }) => eventType);
  if (type === null) return undefined;
  return { kind: 'one_event_type', at: null, by: null, event_type: type, summary: onlyFail(`the type ${type}`, 'other types') };
}

function oneCreator({ failed, accepted }: Evidence): Cause {
  const ofCreators = accepted.filter(({ event_type: type, creator_id: id }) => id !== null && !isReportType(type));
  const id = onlyValue(failed, ofCreators, ({ event_type: type, creator_id: creatorId }) => (isReportType(type) ? null : creatorId));
  if (id === null) return undefined;
  const name = failed[0]!.creator_name ?? id;
  return { kind: 'one_creator', at: null, by: null, summary: onlyFail(`the creator ${name}`, 'other creators') };
}

/** The most likely first. */
const rules = [certificateExpired, secretRotated, urlChanged, addressChanged, receiverChanged, oneEventType, oneCreator, payloadLarger];
const maxCauses = 3;

/** What is known of the reasons of an incident. */
export interface Explanation {
  readonly causes: IncidentCause[];
  /** The beginning of a response with the most frequent status. */
  readonly response: string | null;
}

function explain(
  access: CauseAccess,
  { since, errors }: Incident,
  changes: readonly ChangeRow[],
  samples: readonly SampleRow[],
): Explanation {
  const [most] = errors;
  const [first] = errors.toSorted((one, other) => Date.parse(one.first_at) - Date.parse(other.first_at));
  if (!most || !first) return { causes: [], response: null };
  const firstAt = Date.parse(since);
  const known = samples.filter(({ attempted_at: at }) => at !== null);
  const evidence: Evidence = {
    most,
    first,
    firstAt,
    changes: changes.toSorted((one, other) => other.at.getTime() - one.at.getTime()),
    before: known.filter((row) => row.is_accepted && accepts(row) < firstAt),
    accepted: known.filter((row) => row.is_accepted && accepts(row) > firstAt),
    failed: known.filter((row) => !row.is_accepted && accepts(row) >= firstAt),
    access,
  };
  const causes = rules.flatMap((rule) => rule(evidence) ?? []).slice(0, maxCauses);
  const answered = evidence.failed.findLast(({ status_code: status }) => status !== null && status === String(most.status_code));
  return { causes: causes.map((cause) => ({ event_type: null, ...cause })), response: answered?.response_excerpt || null };
}

const endpointOf = ({ endpoint_id: id }: ChangeRow | SampleRow) => id;

/** The likely causes of incidents and a response, by endpoint. Reads short index ranges and a few deliveries around the first failed attempt of each. */
export async function explainIncidents(
  access: CauseAccess,
  incidents: ReadonlyMap<string, Incident>,
): Promise<ReadonlyMap<string, Explanation>> {
  const failed = [...incidents].filter(([, { last_failed_at: at }]) => at !== null);
  if (failed.length === 0) return new Map();
  const { changes, samples } = statements[access.isScoped ? 0 : 1]!;
  const values = [failed.map(([id]) => id), failed.map(([, { since }]) => since), failed.map(([, { last_failed_at: at }]) => at)];
  const [changeRows, sampleRows] = await Promise.all([
    access.query<ChangeRow>({ text: changes, values }),
    access.query<SampleRow>({ text: samples, values }),
  ]);
  const [changesById, samplesById] = [Map.groupBy(changeRows, endpointOf), Map.groupBy(sampleRows, endpointOf)];
  return new Map(failed.map(([id, incident]) => [id, explain(access, incident, changesById.get(id) ?? [], samplesById.get(id) ?? [])]));
}
