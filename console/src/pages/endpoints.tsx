import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Empty, Loaded } from '../components/feedback.tsx';
import { SegmentedControl } from '../components/fields.tsx';
import { Page } from '../components/page.tsx';
import { Permitted } from '../components/permitted.tsx';
import { ContainedBadge, HealthBadge, HealthLine } from '../components/status.tsx';
import { EventType, Time } from '../components/values.tsx';
import { count, duration } from '../format.ts';
import { nameOf } from '../names.ts';
import { Sparkline } from '../pictures/bars.tsx';
import { Breaker } from '../pictures/breaker.tsx';
import { totalsOf } from '../pictures/figures.tsx';
import { failedCount } from '../pictures/outcomes.ts';
import type { Endpoint, Figures } from '../schemas.ts';
import { waitingDeliveries } from '../sentences.ts';
import { useQuery, type Query } from '../use-query.ts';
import { useAgency, useLiveReload } from '../views.ts';

/** The polling interval of endpoint states without a reported change, because states also change as time passes. */
export const healthEveryMs = 30_000;

/** The limit of endpoints in one request. */
const figuresAtOnce = 50;

/** The figures of the last hour of all endpoints, by their ids. */
function useFigures(endpoints: readonly Endpoint[]): Query<ReadonlyMap<string, Figures>> {
  const { api } = useAgency();
  const ids = endpoints.map(({ id }) => id);
  const figures = useQuery(
    async () => {
      const read = new Map<string, Figures>();
      for (let from = 0; from < ids.length; from += figuresAtOnce) {
        const { data } = await api.webhooks.listFigures({ endpoint_ids: ids.slice(from, from + figuresAtOnce) });
        for (const { endpoint_id, figures: of } of data) read.set(endpoint_id, of);
      }
      return read;
    },
    [api, ids.join()],
    60_000,
  );
  useLiveReload({ topic: 'deliveries', reload: figures.reload, everyMs: 10_000 });
  return figures;
}

function LastHour({ figures: { points, latency, now } }: { figures: Figures }) {
  const { delivered, attempts, unsent } = totalsOf(points);
  const failed = failedCount(attempts);
  const shown = [
    [count(delivered), 'delivered', undefined],
    [count(failed), 'failed attempts', failed > 0 ? 'bad' : ''],
    ...(unsent > 0 ? [[count(unsent), 'not sent', 'bad'] as const] : []),
    ...(latency.p99_ms === null ? [] : [[duration(latency.p99_ms), 'p99', undefined] as const]),
  ] as const;
  return (
    <>
      <Sparkline points={points} />
      <p class="row card-figures">
        {shown.map(([figure, name, tone]) => (
          <span key={name} class={tone}>
            <strong>{figure}</strong> {name}
          </span>
        ))}
        <span class="quiet">last hour</span>
      </p>
      <p class="row spread card-state">
        <Breaker failures={now.consecutive_failures} limit={now.breaker_failures} />
        {now.pending_count === 0 ? (
          <span class="quiet">No deliveries wait</span>
        ) : (
          <span class="warning">
            {waitingDeliveries(now)}
            {now.oldest_pending_at !== null && (
              <>
                , oldest <Time at={now.oldest_pending_at} relative />
              </>
            )}
          </span>
        )}
      </p>
    </>
  );
}

interface AddressProps {
  readonly endpoint: Endpoint;
  readonly children?: ComponentChildren;
}

/** The URL or, for a listener, whether it is connected. */
export const EndpointAddress = ({ endpoint: { url, is_listening: isListening }, children }: AddressProps) =>
  isListening === null ? (
    <p class="url" title={url}>
      {url} {children}
    </p>
  ) : (
    <p class="url">
      {isListening
        ? 'Listener, connected: deliveries go to a running svc listen.'
        : 'Listener, not connected: deliveries wait until svc listen connects.'}
    </p>
  );

function Cards({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const figures = useFigures(endpoints);
  return (
    <ul class="cards">
      {endpoints.map((endpoint) => (
        <li key={endpoint.id} class="card">
          <div class="row spread card-head">
            <h2>
              <Link href={`/endpoints/${endpoint.id}`}>{nameOf(endpoint)}</Link>
            </h2>
            <HealthBadge health={endpoint.health} />
            {endpoint.disabled_detail === 'contained' && <ContainedBadge />}
          </div>
          <HealthLine endpoint={endpoint} />
          <EndpointAddress endpoint={endpoint} />
          <p class="row chips">
            {endpoint.enabled_event_types.map((type) => (
              <EventType key={type} type={type} />
            ))}
          </p>
          <div class="card-part">
            <Loaded query={figures} label="Loading metrics" isInline>
              {(all) => all.has(endpoint.id) && <LastHour figures={all.get(endpoint.id)!} />}
            </Loaded>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function EndpointsPage() {
  const { api, mayWrite } = useAgency();
  const [status, setStatus] = useState<'all' | Endpoint['status']>('all');
  const endpoints = useQuery(() => api.webhooks.list(), [api], healthEveryMs);
  useLiveReload({ topic: 'endpoints', reload: endpoints.reload });
  useLiveReload({ topic: 'deliveries', reload: endpoints.reload, everyMs: 10_000 });
  const create = (
    <Permitted if={mayWrite} to="add endpoints">
      <Link href="/endpoints/new" class="button primary">
        Add endpoint
      </Link>
    </Permitted>
  );
  return (
    <Page title="Endpoints" actions={create}>
      <Loaded query={endpoints}>
        {({ data }) => {
          if (data.length === 0)
            return (
              <Empty title="No endpoints yet">
                <p>An endpoint is a URL of yours that receives events, such as new orders, as signed requests.</p>
                {mayWrite && <p>{create}</p>}
              </Empty>
            );
          const disabled = data.filter((endpoint) => endpoint.status === 'disabled').length;
          return (
            <>
              {disabled > 0 && (
                <SegmentedControl
                  label="Filter by status"
                  value={status}
                  options={[
                    ['all', `All ${count(data.length)}`],
                    ['active', `Active ${count(data.length - disabled)}`],
                    ['disabled', `Paused or disabled ${count(disabled)}`],
                  ]}
                  onChange={(value) => setStatus(value)}
                />
              )}
              <Cards endpoints={data.filter((endpoint) => status === 'all' || endpoint.status === status)} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
