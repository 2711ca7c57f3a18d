import { attemptAdvice } from 'built:attempt-advice';
import { limits } from 'built:limits';
import type { Attempt, EndpointIncident, Health, Incident, IncidentGroup, OpenContainment, Schemas } from './schemas.ts';
import { hostOf, nameOf } from './names.ts';
import { count, counted, shortTime } from './format.ts';
import { attemptCount, failedCount } from './pictures/outcomes.ts';

/** The agency and the endpoint of an incident, as `Casa Rosa · Ledger`. */
export const nameOfIncident = ({ agency_name: agency, endpoint_label: label, endpoint_url: url }: Incident): string =>
  `${agency} · ${nameOf({ label, url })}`;

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The reason for the endpoint's state, and since when, as `Has answered nothing since 14:02: 212 timeouts`. */
export function healthSentence({ state, reason, since, detail, counted_from: from }: Health): string {
  const latest = state === 'silent' ? '; the latest attempt was at ' : ' since ';
  const head = since === null ? reason : `${reason}${latest}${shortTime(since)}`;
  return detail === null ? head : `${head}: ${detail}${state === 'works' ? ` since ${shortTime(from)}` : ''}`;
}

/** The number of waiting deliveries, as `more than 10,000 deliveries wait` above the counting limit. */
export const waitingDeliveries = ({
  pending_count: pending,
  has_more_pending: hasMore,
}: Pick<Schemas['EndpointBacklog'], 'pending_count' | 'has_more_pending'>): string =>
  `${hasMore ? 'more than ' : ''}${counted(pending, 'delivery waits', 'deliveries wait')}`;

/** A number that was counted up to a limit. */
export const limited = (value: number, hasMore: boolean): string => `${hasMore ? 'more than ' : ''}${count(value)}`;

/** When an incident closes that needs nothing. */
const endSentence = (of: Lost & Pick<IncidentGroup, 'status'>) =>
  of.status === 'recovering' && !isRepairable(of)
    ? `Nothing is left to do: it closes after ${limits.episodeAccepted} accepted attempts in a row, or ${limits.episodeMinutes} minutes with them.`
    : '';

type Lost = Pick<EndpointIncident, 'unreplayed_count' | 'has_more_unreplayed' | 'missed_count' | 'has_more_missed'> &
  Partial<Pick<IncidentGroup, 'disabled_count'>>;

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

/** The failed attempts, as `61 attempts answered 500, 3 attempts: Response timed out`. */
function errorsText(errors: EndpointIncident['errors']): string {
  const shown = errors
    .slice(0, shownErrors)
    .map(
      ({ count: of, status_code: status, label }) => `${counted(of, 'attempt')}${status === null ? `: ${label}` : ` answered ${status}`}`,
    );
  return [...shown, ...(errors.length > shownErrors ? ['others'] : [])].join(', ');
}

function failedSentence({ attempts, since, errors, status, disabled_at: disabledAt }: EndpointIncident, reason: string): string {
  const [all, failed] = [attemptCount(attempts), failedCount(attempts)];
  const text = errors.length === 0 ? '' : ` (${errorsText(errors)})`;
  if (status === 'disabled')
    return all === 0
      ? `${reason} at ${shortTime(since)}.`
      : `Failed since ${shortTime(since)}${text}${disabledAt === null ? '' : `, disabled at ${shortTime(disabledAt)}`}.`;
  const share = failed === all ? 'every attempt' : `${Math.max(Math.round((failed * 100) / all), 1)}% of its ${counted(all, 'attempt')}`;
  return `Has failed ${share} since ${shortTime(since)}${text}.`;
}

function stateSentence(incident: EndpointIncident, { reason, detail }: Health): string {
  const { status, since, enabled_at: enabledAt, accepted_since: acceptedSince, accepted_count: accepted } = incident;
  switch (status) {
    case 'failing':
    case 'disabled':
      return failedSentence(incident, reason);
    case 'untested':
      return `Enabled at ${shortTime(enabledAt ?? since)}, nothing was sent since.`;
    case 'recovering':
      return `Accepts again${acceptedSince === null ? '' : ` since ${shortTime(acceptedSince)}`}: ${counted(accepted, 'attempt')} in a row.`;
    case 'recovered':
      return `Works again${acceptedSince === null ? '' : ` since ${shortTime(acceptedSince)}`}.`;
    case 'behind':
      return `Behind since ${shortTime(since)}${detail === null ? '' : `: ${detail}`}.`;
  }
}

/** An incident in sentences: what fails and since when, and what it cost. */
export const incidentSentences = (incident: EndpointIncident, health: Health): string =>
  [stateSentence(incident, health), lossSentence(incident) || endSentence(incident)].filter((sentence) => sentence !== '').join(' ');

const names = new Intl.ListFormat('en-GB');

/** The endpoints of a group, their agencies and its loss, as `30 endpoints of Quill, Harbour and Mosaic have failed since 17:41 (503 response).` */
export function groupSentences(group: IncidentGroup): string {
  const { label, status, since, endpoint_count: all, live_count: live, disabled_count: disabled, agency_count: agencies } = group;
  const others = agencies - group.agency_names.length;
  const of = names.format([...group.agency_names, ...(others > 0 ? [counted(others, 'other agency', 'other agencies')] : [])]);
  const states = [
    ...(live > 0 && live < all && status !== 'recovering' ? [`${count(live)} live`] : []),
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
  const accepts = status === 'recovered' || status === 'recovering';
  const from = accepts ? '' : ` since ${shortTime(since)}`;
  const failure = label === '' ? '' : accepts ? ` after ${label}` : ` (${label})`;
  return [
    `${counted(status === 'recovering' ? live : all, 'endpoint')} of ${of} ${what}${from}${failure}${states === '' ? '' : `: ${states}`}.`,
    lossSentence(group) || endSentence(group),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Whether a repair does anything: a receiver that accepts its deliveries gets everything without one, unless it lost some. */
export const isRepairable = ({
  status,
  unreplayed_count: failures,
  missed_count: missed,
  has_more_missed: moreMissed,
  disabled_count: disabled = 0,
}: Lost & Pick<IncidentGroup, 'status'>) =>
  failures + missed + disabled > 0 || moreMissed || !['behind', 'recovering', 'recovered'].includes(status);

/** What the words of `lossSentence` mean. */
export const lossHint =
  'To replay: deliveries that failed, which a repair sends again. Missed: events that occurred while the endpoint was disabled, which a repair recovers.';

/** The code of the most frequent error of an incident: a status, or else a detail. */
export const errorOf = ({ status_code: status, error_detail: detail, error }: Pick<Attempt, 'status_code' | 'error_detail' | 'error'>) =>
  String(status ?? detail ?? error);

/** What the owner of a receiver does about an error, beginning with the advice on the exact status. */
const statusAdvice: readonly (readonly [status: RegExp, advice: string])[] = [
  [/^40[13]$/, 'Accept the signature of the present secret.'],
  [/^(404|410)$/, 'Serve the path of the URL, or correct the URL.'],
  [/^429$/, 'Accept more requests a second, or limit the rate of the endpoint.'],
  [/^3/, 'Serve the URL without a redirect, or correct the URL.'],
  [/^4/, 'Read the last response, which says why it refuses the events.'],
  [/^5/, 'Read the log of the receiver, and correct its error.'],
  [/^behind$/, 'Respond faster, or in parallel.'],
];

/**
 * Who must act on an error, and how, as `The owner of the receiver at crm.example must act first: Renew the certificate. Then choose Repair.`
 * The button is undefined for a visitor without it.
 */
export function nextStep(host: string, error: string, button: string | undefined): string {
  const advice = attemptAdvice[error] ?? statusAdvice.find(([status]) => status.test(error))?.[1] ?? 'Accept the deliveries.';
  return `The owner of the receiver at ${host} must act${button === undefined ? `: ${advice}` : ` first: ${advice} Then choose ${button}.`}`;
}

/** Whether the owner of the receiver must act. */
export const isOpen = ({ status }: Pick<IncidentGroup, 'status'>) => ['failing', 'disabled', 'behind'].includes(status);

const storedSentence = 'Events since then are stored and can be recovered.';

/** What to do about a group of incidents. Undefined unless the owner of the receiver must act. */
export function nextStepOfGroup(group: Lost & Pick<IncidentGroup, 'host' | 'error' | 'status'>, mayRepair: boolean) {
  const { host, error, missed_count: missed } = group;
  if (error === '' || !isOpen(group)) return undefined;
  return `${nextStep(host, error, mayRepair && isRepairable(group) ? 'Repair' : undefined)}${missed > 0 ? ` ${storedSentence}` : ''}`;
}

/** The same about one incident. */
export function nextStepOfEndpoint(url: string, incident: EndpointIncident, mayRepair: boolean) {
  const { errors, status } = incident;
  const error = errors[0] ? errorOf(errors[0]) : status === 'behind' ? status : '';
  return nextStepOfGroup({ ...incident, host: hostOf(url), error }, mayRepair);
}

export function containmentSentences({ key_id: keyId, key_label: label, contained_at: at, reason, endpoint_ids: paused }: OpenContainment) {
  const what =
    keyId === null
      ? `has been contained since ${shortTime(at)}: all its keys are refused`
      : `has had a contained key, ${label === '' ? keyId : label}, since ${shortTime(at)}: it is refused`;
  const endpoints = paused.length === 0 ? '' : ` and ${counted(paused.length, 'endpoint is', 'endpoints are')} paused`;
  return `${what}${endpoints}.${reason === '' ? '' : ` Reason: ${reason}`}`;
}
