import type { Health, Incident, OpenContainment, Schemas } from './schemas.ts';
import { nameOf } from './names.ts';
import { count, counted, shortTime } from './format.ts';
import { attemptCount, failedCount, outcomes, type AttemptCounts } from './pictures/outcomes.ts';

const failuresText = (attempts: AttemptCounts): string =>
  outcomes
    .filter(([member]) => member !== 'http_2xx_count' && attempts[member] > 0)
    .map(([member, , , one, many]) => counted(attempts[member], one, many))
    .join(', ');

/** The agency and the endpoint of an incident, as `Casa Rosa · Ledger`. */
export const nameOfIncident = ({ agency_name: agency, endpoint_label: label, endpoint_url: url }: Incident): string =>
  `${agency} · ${nameOf({ label, url })}`;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The reason for the endpoint's state, and since when, as `Answers nothing since 14:02: 212 timeouts`. */
export function healthSentence({ state, reason, since, detail }: Health): string {
  const latest = state === 'silent' ? '; the latest attempt was at ' : ' since ';
  const head = since === null ? reason : `${reason}${latest}${shortTime(since)}`;
  return detail === null ? head : `${head}: ${detail}${state === 'works' ? ' in the last 5 minutes' : ''}`;
}

/** The number of waiting deliveries, as `more than 10,000 deliveries wait` above the counting limit. */
export const waitingDeliveries = ({ pending_count: pending, has_more_pending: hasMore }: Schemas['EndpointBacklog']): string =>
  `${hasMore ? 'more than ' : ''}${counted(pending, 'delivery waits', 'deliveries wait')}`;

/** The sentence after the name, as `has not answered since 14:02 (212 timeouts).` */
function problemSentence({ health: { state, since, reason, attempts } }: Incident): string {
  if (state === 'disabled') return `was ${lowerFirst(reason)}${since === null ? '' : `, at ${shortTime(since)}`}.`;
  const [all, failed] = [attemptCount(attempts), failedCount(attempts)];
  const from = since === null ? '' : ` since ${shortTime(since)}`;
  const answered = attempts.http_4xx_count + attempts.http_5xx_count;
  if (failed === all) return `${answered === 0 ? 'has not answered' : 'has acknowledged nothing'}${from} (${failuresText(attempts)}).`;
  return `has failed ${count(failed)} of ${counted(all, 'attempt')}${from} (${failuresText(attempts)}).`;
}

function waitingSentence({ backlog }: Incident): string {
  if (backlog.pending_count === 0) return 'No delivery waits.';
  const oldest = backlog.oldest_pending_at === null ? '' : `, the oldest since ${shortTime(backlog.oldest_pending_at)}`;
  return `${upperFirst(waitingDeliveries(backlog))}${oldest}.`;
}

function breakerSentence({ status, backlog: { consecutive_failures: failures, breaker_failures: limit } }: Incident): string {
  if (status === 'disabled') return 'It receives nothing until it is enabled.';
  return failures === 0
    ? ''
    : `After ${counted(Math.max(limit - failures, 1), 'more failed delivery', 'more failed deliveries')} in a row it is disabled.`;
}

/** The sentences of an incident that follow its name. */
export const incidentSentences = (incident: Incident): string =>
  [problemSentence(incident), waitingSentence(incident), breakerSentence(incident)].filter((sentence) => sentence !== '').join(' ');

export function containmentSentences({ key_id: keyId, key_label: label, contained_at: at, reason, endpoint_ids: paused }: OpenContainment) {
  const what =
    keyId === null ? 'is contained: all its keys are refused' : `has a contained key, ${label === '' ? keyId : label}: it is refused`;
  const endpoints = paused.length === 0 ? '' : ` and ${counted(paused.length, 'endpoint is', 'endpoints are')} paused`;
  return `${what}${endpoints} since ${shortTime(at)}.${reason === '' ? '' : ` Reason: ${reason}`}`;
}
