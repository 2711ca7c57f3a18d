import { enumerations, type Schemas } from '@agency-service/sdk';
import { counted } from '../counted.ts';
import type { EndpointFacts } from './endpoint-facts.ts';
import { failed, notice, ok, warning, type Checks, type Verdict } from './finding.ts';
import { incidentSentence } from '../incident.ts';
import { isLoopback } from './service-checks.ts';

/** With a response time of this length, the service sends fewer deliveries to an endpoint at the same time. */
const slowMs = 3_000;
const lateMinutes = 10;
/** This many pending deliveries are a backlog, even if none of them is old. */
const manyPending = 1_000;

type Endpoint = Schemas['WebhookEndpoint'];
type Reason = NonNullable<Endpoint['disabled_reason'] | Endpoint['disabled_detail']>;

const reasons: Readonly<Record<Reason, string>> = {
  manual: 'it was paused',
  auto_breaker: 'too many deliveries in a row failed',
  contained: 'operators paused it as a precaution',
  link_ended: 'its portal link has ended',
  auto_quota: 'the pending deliveries exceeded the quota',
};

/** The checks of an endpoint. */
export const endpointChecks: Checks<EndpointFacts> = {
  'endpoint status': ({ endpoint }) => {
    const { id, status, disabled_reason: reason, disabled_detail: detailed, disabled_at: since } = endpoint;
    const why = detailed ?? reason;
    if (status === 'active') return ok('It is active.');
    const detail = `It is disabled since ${since}: ${why === null ? 'the reason is not known' : reasons[why]}.`;
    const enable = `svc webhooks enable ${id}, then svc webhooks recover ${id} --since ${since} for the events meanwhile`;
    if (reason === 'manual') return notice(detail, `To receive again: ${enable}.`);
    return failed(detail, `Fix the receiver, then ${enable}.`);
  },
  'endpoint health': ({ endpoint: { id, status, is_listening: isListening, health, incident } }) => {
    if (status !== 'active') return null;
    if (isListening === false)
      return notice('It is a listener without a stream: deliveries wait.', 'Start svc listen again, or delete it.');
    const { state, since, reason, detail } = health;
    const text = incident ? incidentSentence(incident, health) : `${reason}${detail === null ? '' : `: ${detail}`}.`;
    if (state === 'fails') return failed(text, `Fix the receiver: svc failures list ${id} shows its responses.`);
    if (state === 'behind') return warning(text, `Make the receiver faster: svc webhooks figures ${id} shows its response times.`);
    if (state === 'struggles') return warning(text, `Fix the receiver: svc deliveries list ${id} shows its responses.`);
    if (incident?.status === 'untested') return notice(text, `Send it a test event: svc trigger ping --endpoint ${id}`);
    if (state !== 'silent') return ok(text);
    if (since !== null) return ok(`The last attempt was at ${since}.`);
    return notice('Nothing was sent to it within 24 hours.', `Send it a test event: svc trigger ping --endpoint ${id}`);
  },
  'endpoint url': ({ endpoint: { id, url } }) => {
    if (url.startsWith('https:') || isLoopback(url)) return ok('Deliveries to it are encrypted, or stay on this machine.');
    return warning('Its URL is http: deliveries can be read on their way.', `Use https: svc webhooks update ${id} --url https://…`);
  },
  'endpoint breaker': ({ endpoint: { consecutive_failures: failures }, figures }) => {
    if (figures === null || failures === 0) return null;
    const { breaker_failures: limit } = figures.now;
    if (failures < limit / 2)
      return notice(`${counted(failures, 'delivery', 'deliveries')} in a row failed; after ${limit} it is disabled.`);
    return warning(`${failures} deliveries in a row failed; after ${limit} it is disabled.`, 'Fix the receiver before that.');
  },
  'endpoint backlog': ({ figures, endpoint: { status } }) => {
    if (figures === null || status !== 'active') return null;
    const { pending_count: count, has_more_pending: hasMore, oldest_pending_at: oldest } = figures.now;
    if (oldest === null) return ok('No delivery is pending.');
    const minutes = Math.floor((Date.now() - Date.parse(oldest)) / 60_000);
    const detail = `${hasMore ? 'More than ' : ''}${counted(count, 'delivery is', 'deliveries are')} pending, the oldest since ${oldest}.`;
    if (minutes < lateMinutes && count < manyPending && !hasMore) return ok(detail);
    return warning(detail, 'Respond faster and with 2xx: slow and failing receivers get few deliveries at the same time.');
  },
  'endpoint speed': ({ figures }) => {
    const p90 = figures?.latency.p90_ms ?? null;
    if (p90 === null) return null;
    if (p90 < slowMs) return ok(`It responds within ${p90} ms (p90 of the last hour).`);
    // The p90 is an estimate within its bucket.
    const { up_to_ms: most } = figures!.latency.buckets.find(({ up_to_ms: bound }) => bound === null || bound >= p90)!;
    return warning(
      `It needs up to ${most ?? p90} ms to respond (p90 of the last hour).`,
      'Respond with 2xx first, and do the work afterwards.',
    );
  },
  'endpoint failures': ({ endpoint: { id, status }, waiting: { count, hasMore, errors } }) => {
    if (count === 0) return ok('No failure waits for a replay.');
    const detail = `${counted(count, 'failure')}${hasMore ? ' or more were' : count === 1 ? ' was' : ' were'} not replayed (${errors.join(', ')}).`;
    const first = status === 'active' ? 'When the receiver works' : 'When the endpoint is enabled';
    return warning(detail, `${first}: svc failures replay ${id} --all --wait`);
  },
  'endpoint secret': ({ endpoint: { id }, secretCount }): Verdict | null => {
    if (secretCount === null) return null;
    if (secretCount === 1) return ok('One secret signs its deliveries.');
    return notice(
      `${secretCount} secrets sign its deliveries: a rotation has not ended.`,
      `Give the new secret to every receiver of ${id} before the former one expires.`,
    );
  },
  'endpoint version': ({ endpoint: { api_version: version }, newestVersion }) => {
    if (newestVersion === null || version >= newestVersion) return null;
    return notice(
      `It receives events of version ${version}; ${newestVersion} is newer.`,
      'Create an endpoint with the newer version when the receiver knows it.',
    );
  },
};

/** The checks of all endpoints together. */
export const agencyChecks: Checks<readonly Schemas['WebhookEndpoint'][]> = {
  'event types': (endpoints) => {
    const active = endpoints.filter(({ status, is_listening }) => status === 'active' && is_listening === null);
    if (active.length === 0) {
      return notice('No active endpoint receives events.', 'Create one: svc webhooks create --url https://… --event-types order.created');
    }
    const received = new Set(active.flatMap(({ enabled_event_types: types }) => types));
    const missed = enumerations.WebhookEventType.filter((type) => !received.has(type));
    if (missed.length === 0) return ok('Every event type has an active endpoint that receives it.');
    return notice(
      `No active endpoint receives ${missed.join(', ')}.`,
      'Add those that you need: svc webhooks update ENDPOINT --event-types …',
    );
  },
};
