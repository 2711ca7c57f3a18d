import type { Schemas } from '@agency-service/sdk';
import { localTime } from './cells.ts';
import { counted } from './counted.ts';

type Incident = Schemas['EndpointIncident'];
type Endpoint = Pick<Schemas['WebhookEndpoint'], 'id' | 'label' | 'health' | 'incident'>;

const shownErrors = 3;

/** `165 attempts answered 401, 2 attempts: Connect timed out`: the outcomes of failed attempts. */
const outcomesOf = ({ errors }: Incident): string =>
  [
    ...errors
      .slice(0, shownErrors)
      .map(
        ({ count, status_code, label }) =>
          `${counted(count, 'attempt')}${status_code === null ? `: ${label}` : ` answered ${status_code}`}`,
      ),
    ...(errors.length > shownErrors ? ['others'] : []),
  ].join(', ');

/** The time of day, with the day if it is not today. */
function shortTime(instant: string): string {
  const local = localTime(instant) ?? instant;
  const today = localTime(new Date().toISOString())?.slice(0, 10);
  return local.startsWith(`${today} `) ? local.slice(11, 16) : local.slice(0, 16);
}

const atLeast = (count: number, hasMore: boolean): string => (hasMore ? `more than ${count}` : String(count));

/** `55 deliveries to replay, 20 events missed.` */
function lossOf(incident: Incident): string {
  const { unreplayed_count: unreplayed, missed_count: missed, has_more_unreplayed, has_more_missed } = incident;
  const parts = [
    unreplayed > 0 && `${atLeast(unreplayed, has_more_unreplayed)} ${unreplayed === 1 ? 'delivery' : 'deliveries'} to replay`,
    missed > 0 && `${atLeast(missed, has_more_missed)} ${missed === 1 ? 'event' : 'events'} missed`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join(', ')}.` : '';
}

function stateOf(incident: Incident, health: Endpoint['health']): string {
  const { status, since, attempts, disabled_at: disabledAt, enabled_at: enabledAt, accepted_since: acceptedSince } = incident;
  const { http_2xx_count: accepted, ...failures } = attempts;
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const outcomes = incident.errors.length > 0 ? ` (${outcomesOf(incident)})` : '';
  const acceptedAt = acceptedSince === null ? '' : ` since ${shortTime(acceptedSince)}`;
  switch (status) {
    case 'failing': {
      const share =
        accepted === 0
          ? 'every attempt'
          : `${Math.max(Math.round((failed * 100) / (failed + accepted)), 1)}% of its ${counted(failed + accepted, 'attempt')}`;
      return `Has failed ${share} since ${shortTime(since)}${outcomes}.`;
    }
    case 'disabled':
      return failed + accepted === 0
        ? `${health.reason} at ${shortTime(since)}.`
        : `Failed since ${shortTime(since)}${outcomes}${disabledAt === null ? '' : `, disabled at ${shortTime(disabledAt)}`}.`;
    case 'untested':
      return `Enabled at ${shortTime(enabledAt ?? since)}, nothing was sent since.`;
    case 'recovering':
      return `Accepts again${acceptedAt}: ${counted(incident.accepted_count, 'attempt')} in a row.`;
    case 'recovered':
      return `Works again${acceptedAt}.`;
    case 'behind':
      return `Behind since ${shortTime(since)}${health.detail === null ? '' : `: ${health.detail}`}.`;
    default:
      return `${status} since ${shortTime(since)}${outcomes}.`;
  }
}

/** The incident of an endpoint in a sentence, what it cost, and its likely causes. */
export const incidentSentence = (incident: Incident, health: Endpoint['health']): string =>
  [stateOf(incident, health), lossOf(incident), ...incident.causes.map(({ summary }) => summary)].filter((part) => part !== '').join(' ');

/** A note for each endpoint with an incident, with its name if there are several. */
export const incidentNotes = (endpoints: readonly Endpoint[]): readonly string[] =>
  endpoints.flatMap(({ id, label, health, incident }) =>
    incident ? [`${endpoints.length > 1 ? `${label === '' ? id : label}: ` : ''}${incidentSentence(incident, health)}`] : [],
  );
