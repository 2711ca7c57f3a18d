import type { Client, Schemas, WebhookDelivery } from '@agency-service/sdk';

/** The state of an endpoint at one moment. */
export interface EndpointState {
  readonly endpoint_id: string;
  /** Its label, or its URL. */
  readonly name: string;
  readonly state: Schemas['EndpointState'];
  readonly since: string | null;
  readonly reason: string;
  readonly delivered_per_minute: number;
  readonly failed_attempts_per_minute: number;
  readonly p90_ms: number | null;
  readonly pending_count: number;
  readonly has_more_pending: boolean;
  readonly next_attempt_at: string | null;
  readonly consecutive_failures: number;
  readonly breaker_failures: number;
}

/** The last response of a delivery that did not succeed so far. */
export interface FailingResponse {
  readonly endpoint_id: string;
  readonly delivery_id: string;
  readonly event_type: string;
  readonly status: WebhookDelivery['status'];
  readonly attempt: number;
  readonly attempted_at: string;
  readonly duration_ms: number;
  readonly status_code: number | null;
  readonly error: Schemas['DeliveryError'] | null;
  readonly error_detail: WebhookDelivery['attempts'][number]['error_detail'];
  readonly response_excerpt: string | null;
  readonly next_attempt_at: string | null;
}

export interface Snapshot {
  readonly endpoints: readonly EndpointState[];
  /** Most recent first, a few of each endpoint. */
  readonly failing: readonly FailingResponse[];
}

const failingOfEndpoint = 5;
const minuteMs = 60_000;

/** Reads endpoints with their figures in two requests, and one more for each endpoint that has trouble. Failed requests are not retried. */
export async function readSnapshot(client: Client, endpointId: string | undefined, signal: AbortSignal): Promise<Snapshot> {
  const options = { signal, maxRetries: 0 };
  const { webhooks } = client;
  const found =
    endpointId === undefined ? (await webhooks.list({}, options)).data : [await webhooks.get({ endpoint_id: endpointId }, options)];
  if (found.length === 0) return { endpoints: [], failing: [] };
  const now = Date.now();
  const start = new Date(now - minuteMs).toISOString();
  const { data } = await webhooks.listFigures({ endpoint_ids: found.map(({ id }) => id), start }, options);
  const endpoints = found.flatMap((endpoint) => {
    const figures = data.find(({ endpoint_id }) => endpoint_id === endpoint.id)?.figures;
    return figures === undefined ? [] : [stateOf(endpoint, figures, now)];
  });
  const failing: FailingResponse[] = [];
  for (const { endpoint_id } of endpoints.filter(hasTrouble)) {
    const call = { endpoint_id, statuses: ['failed', 'pending'] as const, limit: failingOfEndpoint };
    const page = await webhooks.listDeliveries({ ...call, statuses: [...call.statuses] }, options);
    failing.push(...page.data.flatMap((delivery) => failingOf(endpoint_id, delivery)));
  }
  failing.sort((a, b) => (a.attempted_at < b.attempted_at ? 1 : -1));
  return { endpoints, failing };
}

function hasTrouble({ state, consecutive_failures, failed_attempts_per_minute, pending_count }: EndpointState): boolean {
  return ['struggles', 'fails', 'disabled'].includes(state) || consecutive_failures + failed_attempts_per_minute + pending_count > 0;
}

function stateOf(endpoint: Schemas['WebhookEndpoint'], figures: Schemas['WebhookFigures'], now: number): EndpointState {
  const { points, latency, now: backlog } = figures;
  // The last minute has only begun, so the rate is of both.
  const seconds = Math.min(120, Math.max(60, (now - Date.parse(points[0]?.at ?? '')) / 1_000 || 60));
  const perMinute = (count: number): number => Math.round((count * 60) / seconds);
  const sumOf = (count: (point: Schemas['FigurePoint']) => number): number => points.reduce((sum, point) => sum + count(point), 0);
  const { health } = endpoint;
  return {
    endpoint_id: endpoint.id,
    name: endpoint.label || endpoint.url,
    state: health.state,
    since: health.since,
    reason: health.reason,
    delivered_per_minute: perMinute(sumOf(({ delivered_count }) => delivered_count)),
    failed_attempts_per_minute: perMinute(sumOf(({ attempts }) => failedOf(attempts))),
    p90_ms: latency.p90_ms,
    pending_count: backlog.pending_count,
    has_more_pending: backlog.has_more_pending,
    next_attempt_at: backlog.next_attempt_at,
    consecutive_failures: backlog.consecutive_failures,
    breaker_failures: backlog.breaker_failures,
  };
}

function failedOf({ http_2xx_count: succeeded, ...counts }: Schemas['AttemptCounts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function failingOf(endpoint_id: string, delivery: WebhookDelivery): FailingResponse[] {
  const last = delivery.attempts.at(-1);
  if (last === undefined || last.error === null) return [];
  const { id, event_type, status, attempts, next_attempt_at } = delivery;
  return [{ endpoint_id, delivery_id: id, event_type, status, attempt: attempts.length, ...last, next_attempt_at }];
}
