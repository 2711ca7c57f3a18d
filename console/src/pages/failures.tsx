import { useState } from 'preact/hooks';
import type { Schemas } from '../schemas.ts';
import { Badge, EventType, Failure } from '../components/badges.tsx';
import { Announcement, Empty, ProblemBox } from '../components/feedback.tsx';
import { List, Table } from '../components/list.tsx';
import { RowLink, openRow } from '../components/list-and-detail.tsx';
import { Section } from '../components/page.tsx';
import { Time } from '../components/time.tsx';
import { useAction } from '../use-answer.ts';
import { usePages } from '../use-pages.ts';
import { useAgency, useLiveReload } from '../views.ts';
import type { EndpointTabProps } from './endpoint-tab.ts';
import { EventTypeFilter, TimeFilter, useFilters } from './filters.tsx';
import { ReplayDialog } from './replay.tsx';

interface RowProps {
  readonly failure: Schemas['WebhookFailure'];
  readonly endpointId: string;
  readonly replay?: () => void;
}

function Row({ failure, endpointId, replay }: RowProps) {
  const last = failure.attempts.at(-1);
  return (
    <tr onClick={openRow}>
      <td class="when">
        {failure.attempts.length === 0 ? (
          <Time at={failure.failed_at} />
        ) : (
          <RowLink home={`/endpoints/${endpointId}/failures`} id={failure.delivery_id}>
            <Time at={failure.failed_at} />
          </RowLink>
        )}
      </td>
      <td>
        <EventType type={failure.event_type} />
      </td>
      <td class="lead">
        <Failure
          status={last?.status_code ?? null}
          error={failure.error}
          detail={last?.error === failure.error ? last.error_detail : null}
        />
      </td>
      <td class="number" data-unit={failure.attempts.length === 1 ? 'attempt' : 'attempts'}>
        {failure.attempts.length}
      </td>
      <td class={failure.replayed_at === null ? 'nothing' : undefined}>
        {failure.replayed_at === null ? (
          <span class="quiet">not yet</span>
        ) : (
          <>
            <Badge tone="quiet">replayed</Badge> <Time at={failure.replayed_at} relative />
          </>
        )}
      </td>
      {replay && (
        <td class="row-actions">
          <button
            type="button"
            class="button small"
            aria-label={`Replay the ${failure.event_type} of ${failure.failed_at}`}
            onClick={replay}
          >
            Replay
          </button>
        </td>
      )}
    </tr>
  );
}

/** Permanently failed deliveries. They can be replayed, one or many. */
export function FailuresTab({ endpoint }: EndpointTabProps) {
  const { api, mayReplay: isAllowed } = useAgency();
  const filters = useFilters();
  const replaying = useAction();
  const [result, setResult] = useState('');
  const [isReplayingMany, setIsReplayingMany] = useState(false);
  const mayReplay = isAllowed && endpoint.status === 'active';
  const pages = usePages(
    (cursor) =>
      api.webhooks.listFailures({ endpoint_id: endpoint.id, ...filters.query, ...(cursor === undefined ? {} : { cursor }), limit: 25 }),
    [api, endpoint.id, filters.search.toString()],
  );
  useLiveReload({ of: 'deliveries', reload: pages.refresh, endpointId: endpoint.id });
  const replay = async ({ id, event_type: type }: Schemas['WebhookFailure']) => {
    const path = { endpoint_id: endpoint.id, failure_id: id };
    const isDone = await replaying.run(() => api.webhooks.replayFailure(path));
    if (!isDone) return;
    setResult(`The ${type} event was queued again.`);
    pages.reload();
  };
  return (
    <Section
      title="Failures"
      lands
      aside={
        isAllowed && (
          <button type="button" class="button" disabled={!mayReplay} onClick={() => setIsReplayingMany(true)}>
            Replay all matching…
          </button>
        )
      }
    >
      {endpoint.status === 'disabled' && <p class="quiet">Enable the endpoint to replay failures.</p>}
      <div class="filters">
        <EventTypeFilter {...filters} />
        <TimeFilter {...filters} />
      </div>
      {replaying.refusal && <ProblemBox refusal={replaying.refusal} />}
      <Announcement>{result}</Announcement>
      <List
        pages={pages}
        empty={
          <Empty title={filters.search.size > 0 ? 'No matching failures' : 'No failures'}>
            <p>
              {filters.search.size > 0
                ? 'Change the filters. Failures are stored for 30 days.'
                : 'Deliveries whose attempts have all failed appear here for 30 days and can be replayed.'}
            </p>
          </Empty>
        }
      >
        {(failures) => (
          <Table
            label="Failures"
            isBrief
            head={[
              'Failed',
              'Event type',
              'Why',
              ['Attempts', 'number'],
              'Replayed',
              ...(mayReplay ? [['Replay', 'row-actions'] as const] : []),
            ]}
          >
            {failures.map((failure) => (
              <Row
                key={failure.id}
                failure={failure}
                endpointId={endpoint.id}
                {...(mayReplay ? { replay: () => void replay(failure) } : {})}
              />
            ))}
          </Table>
        )}
      </List>
      {isReplayingMany && (
        <ReplayDialog
          endpoint={endpoint}
          filters={filters.query}
          onClose={() => {
            setIsReplayingMany(false);
            pages.reload();
          }}
        />
      )}
    </Section>
  );
}
