import type { EndpointIncident, Health, Incident, IncidentGroup, OpenContainment, Schemas } from './schemas.ts';
import { nameOf } from './names.ts';
import { count, counted, duration, shortTime } from './format.ts';
import { attemptCount, failedCount } from './pictures/outcomes.ts';

/** The agency and the endpoint of an incident, as `Casa Rosa · Ledger`. */
export const nameOfIncident = ({ agency_name: agency, endpoint_label: label, endpoint_url: url }: Incident): string =>
  `${agency} · ${nameOf({ label, url })}`;

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The reason for the endpoint's state, and since when, as `Has answered nothing since 14:02: 212 timeouts`. */
export function healthSentence({ state, reason, since, detail }: Health): string {
  const latest = state === 'silent' ? '; the latest attempt was at ' : ' since ';
  const head = since === null ? reason : `${reason}${latest}${shortTime(since)}`;
  return detail === null ? head : `${head}: ${detail}${state === 'works' ? ' in the last 5 minutes' : ''}`;
}

/** The number of waiting deliveries, as `more than 10,000 deliveries wait` above the counting limit. */
export const waitingDeliveries = ({
  pending_count: pending,
  has_more_pending: hasMore,
}: Pick<Schemas['EndpointBacklog'], 'pending_count' | 'has_more_pending'>): string =>
  `${hasMore ? 'more than ' : ''}${counted(pending, 'delivery waits', 'deliveries wait')}`;

/** A number that was counted up to a limit. */
export const limited = (value: number, hasMore: boolean): string => `${hasMore ? 'more than ' : ''}${count(value)}`;

type Lost = Pick<EndpointIncident, 'unreplayed_count' | 'has_more_unreplayed' | 'missed_count' | 'has_more_missed'>;

/** The loss, as `55 deliveries to replay, 20 events missed.` */
function lossSentence({
  unreplayed_count: failures,
  has_more_unreplayed: moreFailures,
  missed_count: missed,
  has_more_missed: moreMissed,
}: Lost) {
  const parts = [
    ...(failures > 0 ? [`${limited(failures, moreFailures)} ${failures === 1 ? 'delivery' : 'deliveries'} to replay`] : []),
    ...(missed > 0 ? [`${limited(missed, moreMissed)} ${missed === 1 ? 'event' : 'events'} missed`] : []),
  ];
  return parts.length === 0 ? '' : `${upperFirst(parts.join(', '))}.`;
}

const shownErrors = 3;

/** The failed attempts, as `61 × 500, 3 × Response timed out`. */
function errorsText(errors: EndpointIncident['errors']): string {
  const shown = errors.slice(0, shownErrors).map(({ count: of, status_code: status, label }) => `${count(of)} × ${status ?? label}`);
  return [...shown, ...(errors.length > shownErrors ? ['others'] : [])].join(', ');
}

/** A duration to its largest unit, as `6 h`. */
const about = (seconds: number): string => (seconds < 60 ? 'a minute' : duration(seconds * 1_000));

/** The queue of an endpoint that is behind, as `5,000 deliveries wait, 14 a minute; done in about 6 h`. */
function queueText({ per_minute: rate, done_in_seconds: left, ...backlog }: Schemas['EndpointBacklog']): string {
  const speed = rate === null ? '' : `, ${count(rate)} a minute`;
  return `${waitingDeliveries(backlog)}${speed}${left === null ? '' : `; done in about ${about(left)}`}`;
}

function failedSentence({ attempts, since, errors, status, disabled_at: disabledAt }: EndpointIncident): string {
  const [all, failed] = [attemptCount(attempts), failedCount(attempts)];
  const text = errors.length === 0 ? '' : ` (${errorsText(errors)})`;
  if (status === 'disabled')
    return all === 0
      ? `Disabled at ${shortTime(since)}.`
      : `Failed since ${shortTime(since)}${text}${disabledAt === null ? '' : `, disabled at ${shortTime(disabledAt)}`}.`;
  const share = failed === all ? 'every attempt' : `${Math.max(Math.round((failed * 100) / all), 1)} % of its attempts`;
  return `Has failed ${share} since ${shortTime(since)}${text}.`;
}

function stateSentence(incident: EndpointIncident, backlog: Schemas['EndpointBacklog'] | undefined): string {
  const { status, since, enabled_at: enabledAt, accepted_since: acceptedSince, accepted_count: accepted } = incident;
  switch (status) {
    case 'failing':
    case 'disabled':
      return failedSentence(incident);
    case 'untested':
      return `Enabled at ${shortTime(enabledAt ?? since)}, nothing was sent since: send a test event.`;
    case 'recovering':
      return `Accepts again: ${count(accepted)} of the last ${counted(accepted, 'attempt')}${acceptedSince === null ? '' : ` since ${shortTime(acceptedSince)}`}.`;
    case 'recovered':
      return `Works again${acceptedSince === null ? '' : ` since ${shortTime(acceptedSince)}`}.`;
    case 'behind':
      return `Behind since ${shortTime(since)}${backlog ? `: ${queueText(backlog)}` : ''}.`;
  }
}

/** An incident in sentences: what fails and since when, and what it cost. */
export const incidentSentences = (incident: EndpointIncident, backlog?: Schemas['EndpointBacklog']): string =>
  [stateSentence(incident, backlog), lossSentence(incident)].filter((sentence) => sentence !== '').join(' ');

/** The endpoints of a group, their agencies and its loss, as `30 endpoints of Casa Rosa and 2 other agencies have failed since 17:41 (503 response).` */
export function groupSentences(group: IncidentGroup): string {
  const { label, status, since, endpoint_count: all, live_count: live, disabled_count: disabled, agency_count: agencies } = group;
  const [name] = group.agency_names;
  const of = agencies === 1 ? name! : `${name!} and ${counted(agencies - 1, 'other agency', 'other agencies')}`;
  const states = [
    ...(live > 0 && live < all ? [`${count(live)} live`] : []),
    ...(disabled > 0 ? [`${disabled === all ? 'all' : count(disabled)} disabled`] : []),
  ].join(', ');
  const what = {
    failing: 'have failed',
    disabled: 'failed',
    behind: 'are behind',
    untested: 'are enabled and untested',
    recovering: 'accept again',
    recovered: 'work again',
  }[status];
  const from = status === 'recovered' || status === 'recovering' ? '' : ` since ${shortTime(since)}`;
  return [
    `${counted(all, 'endpoint')} of ${of} ${what}${from}${label === '' ? '' : ` (${label})`}${states === '' ? '' : `: ${states}`}.`,
    lossSentence(group),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

export function containmentSentences({ key_id: keyId, key_label: label, contained_at: at, reason, endpoint_ids: paused }: OpenContainment) {
  const what =
    keyId === null ? 'is contained: all its keys are refused' : `has a contained key, ${label === '' ? keyId : label}: it is refused`;
  const endpoints = paused.length === 0 ? '' : ` and ${counted(paused.length, 'endpoint is', 'endpoints are')} paused`;
  return `${what}${endpoints} since ${shortTime(at)}.${reason === '' ? '' : ` Reason: ${reason}`}`;
}
