import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../schemas.ts';
import { EventType } from '../components/badges.tsx';
import { Id } from '../components/copy.tsx';
import { Answer } from '../components/feedback.tsx';
import { Fact, Facts, Table } from '../components/list.tsx';
import { Section } from '../components/page.tsx';
import { FullTime, Time } from '../components/time.tsx';
import { count, percent } from '../numbers.ts';
import { Breaker } from '../pictures/breaker.tsx';
import { AttemptsPicture, DistributionTable, FiguresTable, LatencyPicture, totalsOf } from '../pictures/figures.tsx';
import { HeatMap } from '../pictures/heat-map.tsx';
import { attemptCount, failedCount, outcomeWords } from '../pictures/outcomes.ts';
import { duration } from '../time.ts';
import { useInterval } from '../use-answer.ts';
import { useAgency, useLiveReload } from '../views.ts';
import { spans, useEndpointFigures, type Span } from './endpoint-figures.ts';
import type { EndpointTabProps } from './endpoint-tab.ts';

const reloadMs = 60_000;

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

const Note = ({ children }: { children: ComponentChildren }) => <span class="tile-note">{children}</span>;

/** When the next attempt is due; one that waits for its turn has been due for some time. */
const NextOf = ({ at, isListening }: { at: string; isListening: boolean | null }) =>
  isListening === false ? (
    <>
      –<Note>when the listener connects</Note>
    </>
  ) : Date.parse(at) > Date.now() ? (
    <Time at={at} relative />
  ) : (
    <>
      now<Note>it waits for its turn</Note>
    </>
  );

/** The headline numbers, each with its unit and its span. */
function Tiles({ figures, spanText, isListening }: { figures: Schemas['WebhookFigures']; spanText: string; isListening: boolean | null }) {
  const { points, latency, now } = figures;
  const { delivered, failed, unsent, attempts } = totalsOf(points);
  const [all, bad] = [attemptCount(attempts), failedCount(attempts)];
  return (
    <dl class="tiles">
      <Fact name="Attempts">
        {count(all)}
        <Note>
          {all === 0 ? '' : `${percent(attempts.http_2xx_count / all)} acknowledged, `}
          {spanText}
        </Note>
      </Fact>
      <Fact name="Failed attempts">
        {count(bad)}
        <Note>{bad === 0 ? spanText : `${outcomeWords({ ...attempts, http_2xx_count: 0 })}, ${spanText}`}</Note>
      </Fact>
      <Fact name="Delivered">
        {count(delivered)}
        <Note>deliveries, {spanText}</Note>
      </Fact>
      <Fact name="Failed">
        {count(failed)}
        <Note>deliveries after their last attempt, {spanText}</Note>
      </Fact>
      <Fact name="Not sent">
        {count(unsent)}
        <Note>deliveries, because the endpoint was disabled, {spanText}</Note>
      </Fact>
      <Fact name="Response time">
        {latency.p99_ms === null ? '–' : duration(latency.p99_ms)}
        <Note>
          p99 of {count(latency.sampled_count)} attempts, {spanText}
        </Note>
      </Fact>
      <Fact name="Waiting">
        {now.has_more_pending && 'more than '}
        {count(now.pending_count)}
        <Note>
          deliveries now
          {now.oldest_pending_at !== null && (
            <>
              , oldest <Time at={now.oldest_pending_at} relative />
            </>
          )}
        </Note>
      </Fact>
      <Fact name="Next attempt">
        {now.next_attempt_at !== null ? (
          <NextOf at={now.next_attempt_at} isListening={isListening} />
        ) : now.pending_count > 0 ? (
          'in progress'
        ) : (
          '–'
        )}
      </Fact>
      <Fact name="Breaker">
        <Breaker failures={now.consecutive_failures} limit={now.breaker_failures} />
        <Note>at {count(now.breaker_failures)} failed deliveries the endpoint is disabled</Note>
      </Fact>
    </dl>
  );
}

function About({ endpoint }: { endpoint: Schemas['WebhookEndpoint'] }) {
  return (
    <Section title="About this endpoint">
      <Facts>
        <Fact name="Id">
          <Id>{endpoint.id}</Id>
        </Fact>
        <Fact name="Created">
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
  );
}

/** Pictures of what an endpoint receives, and what waits for it. */
export function FiguresTab({ endpoint }: EndpointTabProps) {
  const [span, setSpan] = useState<Span>('hour');
  const answer = useEndpointFigures(endpoint.id, span);
  const isFirstLoad = answer.data === undefined && answer.isLoading;
  useInterval(answer.reload, reloadMs);
  useLiveReload({ of: 'deliveries', reload: answer.reload, endpointId: endpoint.id, everyMs: 5_000, isWanted: span === 'hour' });
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
        <Answer of={answer} label="Loading metrics" lines={12}>
          {({ figures }) => {
            const { points, by_event_type: types, interval, latency } = figures;
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
                </div>
                <FiguresTable points={points} />
                <h3>How long attempts took, {spans[span].text.toLowerCase()}</h3>
                <DistributionTable latency={latency} />
                <h3>By event type, {spans[span].text.toLowerCase()}</h3>
                <Table
                  label="Deliveries by event type"
                  head={[
                    'Event type',
                    ['Delivered', 'number'],
                    ['Failed', 'number'],
                    ['Not sent', 'number'],
                    ['Attempts', 'number'],
                    ['Failed attempts', 'number'],
                  ]}
                >
                  {types
                    .filter(
                      ({ disabled_count: unsent, attempts, event_type: type }) =>
                        unsent + attemptCount(attempts) > 0 || (type !== 'ping' && endpoint.enabled_event_types.includes(type)),
                    )
                    .map(({ event_type: type, delivered_count: good, failed_count: bad, disabled_count: unsent, attempts }) => (
                      <tr key={type}>
                        <td>
                          <EventType type={type} />
                        </td>
                        <td class="number">{count(good)}</td>
                        <td class={bad > 0 ? 'number bad' : 'number'}>{count(bad)}</td>
                        <td class={unsent > 0 ? 'number bad' : 'number'}>{count(unsent)}</td>
                        <td class="number">{count(attemptCount(attempts))}</td>
                        <td class="number">{count(failedCount(attempts))}</td>
                      </tr>
                    ))}
                </Table>
              </>
            );
          }}
        </Answer>
      </Section>
      {/* What follows the figures is shown with them: it would move when they arrive. */}
      {answer.data && (
        <Section title="Attempts of the last day, five minutes a cell">
          <HeatMap points={answer.data.day} endpointId={endpoint.id} />
        </Section>
      )}
      {!isFirstLoad && <About endpoint={endpoint} />}
    </>
  );
}
