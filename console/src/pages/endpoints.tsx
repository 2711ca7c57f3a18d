import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Schemas } from '../schemas.ts';
import { EventType, Time } from '../components/values.tsx';
import { ContainedBadge } from '../components/agency-link.tsx';
import { EndpointAddress } from '../components/endpoint-address.tsx';
import { Answer, Empty } from '../components/feedback.tsx';
import { Segments } from '../components/fields.tsx';
import { HealthBadge, HealthLine } from '../components/health.tsx';
import { Page } from '../components/page.tsx';
import { nameOf } from '../names.ts';
import { count, counted, duration } from '../format.ts';
import { failedCount } from '../pictures/outcomes.ts';
import { Breaker } from '../pictures/breaker.tsx';
import { Sparkline } from '../pictures/bars.tsx';
import { totalsOf } from '../pictures/figures.tsx';
import { useAnswer, useInterval, type Loaded } from '../use-answer.ts';
import { useAgency, useLiveReload } from '../views.ts';

type Endpoint = Schemas['WebhookEndpoint'];
type Figures = Schemas['WebhookFigures'];

/** How often the state of endpoints is read where nothing reports a change: it also changes because time passes. */
export const healthEveryMs = 30_000;

/** So many endpoints are in one request. */
const figuresAtOnce = 50;

/** The figures of the last hour of all endpoints, by their ids. */
function useFigures(endpoints: readonly Endpoint[]): Loaded<ReadonlyMap<string, Figures>> {
  const { api } = useAgency();
  const ids = endpoints.map(({ id }) => id);
  const figures = useAnswer(async () => {
    const read = new Map<string, Figures>();
    for (let from = 0; from < ids.length; from += figuresAtOnce) {
      const { data } = await api.webhooks.listFigures({ endpoint_ids: ids.slice(from, from + figuresAtOnce) });
      for (const { endpoint_id, figures: of } of data) read.set(endpoint_id, of);
    }
    return read;
  }, [api, ids.join()]);
  useInterval(figures.reload, 60_000);
  useLiveReload({ of: 'deliveries', reload: figures.reload, everyMs: 10_000 });
  return figures;
}

interface CardProps {
  readonly endpoint: Endpoint;
  readonly figures: Loaded<ReadonlyMap<string, Figures>>;
}

function LastHour({ endpoint, figures }: CardProps) {
  return (
    <Answer of={figures} label="Loading metrics" isAside>
      {(all) => {
        const of = all.get(endpoint.id);
        if (!of) return null;
        const { points, latency, now } = of;
        const { delivered, attempts, unsent } = totalsOf(points);
        const failed = failedCount(attempts);
        const shown = [
          [count(delivered), 'delivered', undefined],
          [count(failed), 'failed attempts', failed > 0 ? 'bad' : ''],
          ...(unsent > 0 ? [[count(unsent), 'not sent', 'bad'] as const] : []),
          [latency.p99_ms === null ? '–' : duration(latency.p99_ms), 'p99', undefined],
        ] as const;
        return (
          <>
            <Sparkline points={points} />
            <p class="card-figures">
              {shown.map(([figure, name, tone]) => (
                <span key={name} class={tone}>
                  <strong>{figure}</strong> {name}
                </span>
              ))}
              <span class="quiet">last hour</span>
            </p>
            <p class="card-state">
              <Breaker failures={now.consecutive_failures} limit={now.breaker_failures} />
              <span class={now.pending_count > 0 ? 'warning' : 'quiet'}>
                {now.pending_count === 0 ? 'No deliveries wait' : pendingWords(now)}
                {now.pending_count > 0 && now.oldest_pending_at !== null && (
                  <>
                    , oldest <Time at={now.oldest_pending_at} relative />
                  </>
                )}
              </span>
            </p>
          </>
        );
      }}
    </Answer>
  );
}

/** How many deliveries wait, as `more than 10,000 deliveries wait` where they are not counted further. */
const pendingWords = ({ pending_count: pending, has_more_pending: hasMore }: Schemas['EndpointBacklog']) =>
  `${hasMore ? 'more than ' : ''}${counted(pending, 'delivery waits', 'deliveries wait')}`;

function Card({ endpoint, figures }: CardProps) {
  return (
    <li class="card">
      <div class="card-head">
        <h2>
          <Link href={`/endpoints/${endpoint.id}`}>{nameOf(endpoint)}</Link>
        </h2>
        <HealthBadge health={endpoint.health} />
        {endpoint.disabled_detail === 'contained' && <ContainedBadge />}
      </div>
      <HealthLine health={endpoint.health} />
      <EndpointAddress endpoint={endpoint} />
      <p class="chips">
        {endpoint.enabled_event_types.map((type) => (
          <EventType key={type} type={type} />
        ))}
      </p>
      <div class="card-part">
        <LastHour endpoint={endpoint} figures={figures} />
      </div>
    </li>
  );
}

function Cards({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const figures = useFigures(endpoints);
  return (
    <ul class="cards">
      {endpoints.map((endpoint) => (
        <Card key={endpoint.id} endpoint={endpoint} figures={figures} />
      ))}
    </ul>
  );
}

/** All endpoints of the agency with what they did in the last hour. */
export function EndpointsPage() {
  const { api, mayWrite } = useAgency();
  const [status, setStatus] = useState<'all' | Endpoint['status']>('all');
  const endpoints = useAnswer(() => api.webhooks.list(), [api]);
  useLiveReload({ of: 'endpoints', reload: endpoints.reload });
  useLiveReload({ of: 'deliveries', reload: endpoints.reload, everyMs: 10_000 });
  useInterval(endpoints.reload, healthEveryMs);
  const create = mayWrite && (
    <Link href="/endpoints/new" class="button primary">
      Add endpoint
    </Link>
  );
  return (
    <Page title="Endpoints" actions={create}>
      <Answer of={endpoints}>
        {({ data }) => {
          if (data.length === 0)
            return (
              <Empty title="No endpoints yet">
                <p>An endpoint is a URL of yours that receives events, such as new orders, as signed requests.</p>
                {create && <p>{create}</p>}
              </Empty>
            );
          const disabled = data.filter((endpoint) => endpoint.status === 'disabled').length;
          const shown = data.filter((endpoint) => status === 'all' || endpoint.status === status);
          return (
            <>
              {disabled > 0 && (
                <Segments
                  label="Filter by status"
                  value={status}
                  options={[
                    ['all', `All ${data.length}`],
                    ['active', `Active ${data.length - disabled}`],
                    ['disabled', `Paused or disabled ${disabled}`],
                  ]}
                  onChange={(value) => setStatus(value)}
                />
              )}
              <Cards endpoints={shown} />
            </>
          );
        }}
      </Answer>
    </Page>
  );
}
