import { useState } from 'preact/hooks';
import { answerOf } from '../api.ts';
import { EventType } from '../components/badges.tsx';
import { Id } from '../components/copy.tsx';
import { Answer } from '../components/feedback.tsx';
import { Fact, Facts, Table } from '../components/list.tsx';
import { Section } from '../components/page.tsx';
import { FullTime, Time } from '../components/time.tsx';
import { count, percent } from '../numbers.ts';
import { Breaker } from '../pictures/breaker.tsx';
import { DeliveriesPicture, FiguresTable, LatencyPicture, totalsOf } from '../pictures/figures.tsx';
import { HeatMap } from '../pictures/heat-map.tsx';
import { useAnswer, useInterval } from '../use-answer.ts';
import { useAgency, useLiveReload } from '../views.ts';
import type { EndpointTabProps } from './endpoint.tsx';

const minuteMs = 60_000;
const dayMs = 86_400_000;

const spans = {
  hour: { text: 'Last hour', ms: 60 * minuteMs, interval: 'minute' },
  day: { text: 'Last day', ms: dayMs, interval: 'hour' },
  week: { text: 'Last 7 days', ms: 7 * dayMs, interval: 'hour' },
} as const;
type Span = keyof typeof spans;

const intervalMs = { minute: minuteMs, hour: 60 * minuteMs } as const;

/** Who made the endpoint: a key by its label, where that is known. */
function Maker({ keyId }: { keyId: string | null }) {
  const { keyName } = useAgency();
  if (keyId === null) return <>An operator, or unknown</>;
  const name = keyName(keyId);
  return (
    <>
      {name === undefined ? 'Key' : `Key “${name}”`} <Id>{keyId}</Id>
    </>
  );
}

/** Pictures of what an endpoint receives, and what waits for it. */
export function FiguresTab({ endpoint }: EndpointTabProps) {
  const { api } = useAgency();
  const [span, setSpan] = useState<Span>('hour');
  const figuresOf = (ms: number, interval: 'minute' | 'hour') => {
    const now = Date.now();
    const query = { start: new Date(now - ms).toISOString(), end: new Date(now).toISOString(), interval };
    return answerOf(api.GET('/v1/webhooks/{endpoint_id}/figures', { params: { path: { endpoint_id: endpoint.id }, query } }));
  };
  const figures = useAnswer(() => figuresOf(spans[span].ms, spans[span].interval), [api, endpoint.id, span]);
  const day = useAnswer(() => figuresOf(dayMs, 'minute'), [api, endpoint.id]);
  useInterval(figures.reload, minuteMs);
  useInterval(day.reload, 5 * minuteMs);
  useLiveReload({ of: 'deliveries', reload: figures.reload, endpointId: endpoint.id, everyMs: 5_000, isWanted: span === 'hour' });
  const choice = (
    <div class="segments" role="group" aria-label="Time range">
      {(Object.keys(spans) as Span[]).map((name) => (
        <button key={name} type="button" aria-pressed={span === name} onClick={() => setSpan(name)}>
          {spans[name].text}
        </button>
      ))}
    </div>
  );
  return (
    <>
      <Section title="Deliveries" lands aside={choice}>
        <Answer of={figures} label="Loading metrics">
          {({ points, by_event_type: types, now, interval }) => {
            const { delivered, failed } = totalsOf(points);
            return (
              <>
                <dl class="tiles">
                  <Fact name="Delivered">{count(delivered)}</Fact>
                  <Fact name="Failed">{count(failed)}</Fact>
                  <Fact name="Success">{delivered + failed === 0 ? '–' : percent(delivered / (delivered + failed))}</Fact>
                  <Fact name="Waiting">
                    {count(now.pending_count)}
                    {now.oldest_pending_at !== null && (
                      <span class="tile-note">
                        oldest <Time at={now.oldest_pending_at} relative />
                      </span>
                    )}
                  </Fact>
                  <Fact name="Next attempt">{now.next_attempt_at === null ? '–' : <Time at={now.next_attempt_at} relative />}</Fact>
                  <Fact name="Breaker">
                    <Breaker failures={now.consecutive_failures} limit={now.breaker_failures} />
                  </Fact>
                </dl>
                <div class="pictures">
                  <div class="panel">
                    <h3>Deliveries per {interval}</h3>
                    <DeliveriesPicture points={points} intervalMs={intervalMs[interval]} />
                  </div>
                  <div class="panel">
                    <h3>Response time</h3>
                    <LatencyPicture points={points} intervalMs={intervalMs[interval]} />
                  </div>
                </div>
                <FiguresTable points={points} />
                <h3>By event type</h3>
                <Table label="Deliveries by event type" head={['Event type', ['Delivered', 'number'], ['Failed', 'number']]}>
                  {types
                    .filter(
                      ({ delivered_count: good, failed_count: bad, event_type: type }) =>
                        good + bad > 0 || (type !== 'ping' && endpoint.enabled_event_types.includes(type)),
                    )
                    .map(({ event_type: type, delivered_count: good, failed_count: bad }) => (
                      <tr key={type}>
                        <td>
                          <EventType type={type} />
                        </td>
                        <td class="number">{count(good)}</td>
                        <td class={bad > 0 ? 'number bad' : 'number'}>{count(bad)}</td>
                      </tr>
                    ))}
                </Table>
              </>
            );
          }}
        </Answer>
      </Section>
      <Section title="The last day in cells of five minutes">
        <Answer of={day} label="Loading the day">
          {({ points }) => <HeatMap points={points} />}
        </Answer>
      </Section>
      <Section title="About this endpoint">
        <Facts>
          <Fact name="Id">
            <Id>{endpoint.id}</Id>
          </Fact>
          <Fact name="Made">
            <FullTime at={endpoint.created_at} />
          </Fact>
          <Fact name="Created by">
            <Maker keyId={endpoint.created_by_key_id} />
          </Fact>
          <Fact name="Secret">
            <code>{endpoint.secret_prefix}…</code>
          </Fact>
          <Fact name="API version">{endpoint.api_version}</Fact>
          <Fact name="Creators">
            {endpoint.allowed_creator_ids.length === 0 ? 'All, including future ones' : endpoint.allowed_creator_ids.join(', ')}
          </Fact>
        </Facts>
      </Section>
    </>
  );
}
