import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Loaded } from '../components/feedback.tsx';
import { SegmentedControl } from '../components/fields.tsx';
import { DetailList, Table } from '../components/list.tsx';
import { Section } from '../components/page.tsx';
import { EventType, FullTime, Id, Time } from '../components/values.tsx';
import { count, localInput, percent } from '../format.ts';
import { Breaker } from '../pictures/breaker.tsx';
import {
  AttemptsPicture,
  DistributionTable,
  FailedTable,
  FiguresTable,
  LatencyPicture,
  PendingPicture,
  percentile,
  totalsOf,
} from '../pictures/figures.tsx';
import { HeatMap } from '../pictures/heat-map.tsx';
import { attemptCount, failedCount, outcomesText } from '../pictures/outcomes.ts';
import type { Figures } from '../schemas.ts';
import { useAgency, useLiveReload, type EndpointTabProps } from '../views.ts';
import { spans, useEndpointFigures, type Span } from './endpoint-figures.ts';

function CreatedBy({ keyId }: { keyId: string | null }) {
  const { keyName } = useAgency();
  if (keyId === null) return <>An operator, or unknown</>;
  const name = keyName(keyId);
  return (
    <>
      {name === undefined ? 'Key' : `Key “${name}”`} <Id>{keyId}</Id>
    </>
  );
}

function Tiles({ figures, spanText, isListening }: { figures: Figures; spanText: string; isListening: boolean | null }) {
  const { points, latency, now } = figures;
  const { delivered, failed, unsent, attempts } = totalsOf(points);
  const [all, bad] = [attemptCount(attempts), failedCount(attempts)];
  const noted = (figure: ComponentChildren, note: ComponentChildren) => (
    <>
      {figure}
      <span class="tile-note quiet">{note}</span>
    </>
  );
  const nextOf = (at: string) => {
    if (isListening === false) return noted('–', 'when the listener connects');
    // An attempt that waits for a slot has been due for some time.
    return Date.parse(at) > Date.now() ? <Time at={at} relative /> : noted('now', 'it waits for its turn');
  };
  const oldest = now.oldest_pending_at !== null && (
    <>
      , oldest <Time at={now.oldest_pending_at} relative />
    </>
  );
  const acknowledged = all === 0 ? '' : `${percent(attempts.http_2xx_count / all)} acknowledged, `;
  const reasons = bad === 0 ? '' : `${outcomesText({ ...attempts, http_2xx_count: 0 })}, `;
  const breaker = <Breaker failures={now.consecutive_failures} limit={now.breaker_failures} />;
  return (
    <DetailList
      look="tiles"
      of={[
        ['Attempts', noted(count(all), acknowledged + spanText)],
        ['Failed attempts', noted(count(bad), reasons + spanText)],
        ['Delivered', noted(count(delivered), `deliveries, ${spanText}`)],
        ['Failed', noted(count(failed), `deliveries after their last attempt, ${spanText}`)],
        ['Not sent', noted(count(unsent), `deliveries, because the endpoint was disabled, ${spanText}`)],
        [
          'Response time',
          noted(latency.p99_ms === null ? '–' : percentile(latency.p99_ms), `p99 of ${count(latency.sampled_count)} attempts, ${spanText}`),
        ],
        ['Waiting', noted(`${now.has_more_pending ? 'more than ' : ''}${count(now.pending_count)}`, ['deliveries now', oldest])],
        ['Next attempt', now.next_attempt_at !== null ? nextOf(now.next_attempt_at) : now.pending_count > 0 ? 'in progress' : '–'],
        ['Breaker', noted(breaker, `${count(now.breaker_failures)} disable the endpoint`)],
      ]}
    />
  );
}

const About = ({ endpoint }: EndpointTabProps) => (
  <Section title="About this endpoint">
    <DetailList
      of={[
        ['Id', <Id>{endpoint.id}</Id>],
        ['Created', <FullTime at={endpoint.created_at} />],
        ['Created by', <CreatedBy keyId={endpoint.created_by_key_id} />],
        ['Secret', <code>{endpoint.secret_prefix}…</code>],
        ['API version', endpoint.api_version],
        ['Creators', endpoint.allowed_creator_ids.length === 0 ? 'All, including future ones' : endpoint.allowed_creator_ids.join(', ')],
      ]}
    />
  </Section>
);

export function FiguresTab(tab: EndpointTabProps) {
  const { endpoint } = tab;
  const [span, setSpan] = useState<Span>('hour');
  const query = useEndpointFigures(endpoint.id, span);
  const isFirstLoad = query.data === undefined && query.isLoading;
  useLiveReload({ topic: 'deliveries', reload: query.reload, endpointId: endpoint.id, everyMs: 5_000, isEnabled: span === 'hour' });
  const choice = (
    <SegmentedControl
      label="Time range"
      value={span}
      options={Object.entries(spans).map(([name, { text }]) => [name as Span, text])}
      onChange={(name) => setSpan(name)}
    />
  );
  return (
    <>
      <Section title="Deliveries" takesFocus aside={choice}>
        <Loaded query={query} label="Loading metrics" lines={12}>
          {({ figures }) => {
            const { points, by_event_type: types, failed_attempts: failed, interval, latency } = figures;
            const from = new URLSearchParams({ from: localInput(Date.now() - spans[span].ms) });
            const deliveries = `/endpoints/${endpoint.id}/deliveries?${from}`;
            return (
              <>
                <Tiles figures={figures} spanText={spans[span].text.toLowerCase()} isListening={endpoint.is_listening} />
                <div class="pictures">
                  <div class="panel">
                    <h3>Attempts</h3>
                    <AttemptsPicture points={points} interval={interval} />
                  </div>
                  <div class="panel">
                    <h3>Response time</h3>
                    <LatencyPicture points={points} interval={interval} latency={latency} />
                  </div>
                  <div class="panel">
                    <h3>Pending deliveries</h3>
                    <PendingPicture points={points} interval={interval} />
                  </div>
                </div>
                <FiguresTable points={points} />
                <h3>Failed attempts by outcome, {spans[span].text.toLowerCase()}</h3>
                <FailedTable failed={failed} deliveries={deliveries} />
                <h3>How long attempts took, {spans[span].text.toLowerCase()}</h3>
                <DistributionTable latency={latency} />
                <h3>By event type, {spans[span].text.toLowerCase()}</h3>
                <Table
                  label="Deliveries by event type"
                  rows={types.filter(
                    ({ disabled_count: unsent, attempts, event_type: type }) =>
                      unsent + attemptCount(attempts) > 0 || (type !== 'ping' && endpoint.enabled_event_types.includes(type)),
                  )}
                  columns={[
                    ['Event type', (of) => <EventType type={of.event_type} />],
                    ['Delivered', (of) => count(of.delivered_count), 'number'],
                    ['Failed', (of) => count(of.failed_count), 'number', { tone: (of) => (of.failed_count > 0 ? 'bad' : '') }],
                    ['Not sent', (of) => count(of.disabled_count), 'number', { tone: (of) => (of.disabled_count > 0 ? 'bad' : '') }],
                    ['Attempts', ({ attempts }) => count(attemptCount(attempts)), 'number'],
                    ['Failed attempts', ({ attempts }) => count(failedCount(attempts)), 'number'],
                  ]}
                />
              </>
            );
          }}
        </Loaded>
      </Section>
      {/* These sections appear together with the figures above them, which would otherwise move them. */}
      {query.data && (
        <Section title="Attempts of the last day, five minutes a cell">
          {query.data.day.length > 0 && <HeatMap points={query.data.day} endpointId={endpoint.id} />}
        </Section>
      )}
      {!isFirstLoad && <About {...tab} />}
    </>
  );
}
