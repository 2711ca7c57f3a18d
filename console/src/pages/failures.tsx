import { useWithEvents } from '../about.ts';
import { OutcomesOf } from '../components/attempts.tsx';
import { Button } from '../components/button.tsx';
import { DialogButton } from '../components/dialog.tsx';
import { About } from '../components/event-summary.tsx';
import { Empty, ErrorBox, NotFound, useAnnouncement } from '../components/feedback.tsx';
import { openRow, RowLink } from '../components/list-and-detail.tsx';
import { List } from '../components/list.tsx';
import { Section } from '../components/page.tsx';
import { Permitted } from '../components/permitted.tsx';
import { DeliveryBadge, Outcome } from '../components/status.tsx';
import { EventType, Time } from '../components/values.tsx';
import { useCreatorNames } from '../names.ts';
import type { Schemas } from '../schemas.ts';
import { upperFirst } from '../sentences.ts';
import { useAction, usePages } from '../use-query.ts';
import { activation, useAgency, useLiveReload, type EndpointTabProps } from '../views.ts';
import { EventFilters, FilterRow, OutcomeFilter, useFilters } from './filters.tsx';
import { ReplayDialog } from './replay.tsx';

type FailureRecord = Schemas['WebhookFailure'];

/** The attempts, and why they ended before the last one. */
const reasonOf = ({ attempts, error }: FailureRecord) => (
  <span class="row">
    <OutcomesOf attempts={attempts} />
    {attempts.at(-1)?.error !== error && <Outcome attempt={{ status_code: null, error, error_detail: null }} />}
  </span>
);

/** When a failure was replayed, and the state of its event's latest delivery to the endpoint, unless that is the failed one. */
function replayedOf(
  { replayed_at: at, delivery_id: failedId, event }: FailureRecord & { event: Schemas['RecordedEvent'] | undefined },
  endpointId: string,
) {
  if (at === null) return <span class="quiet">not yet</span>;
  const latest = event?.deliveries?.find(({ endpoint_id: id, id: deliveryId }) => id === endpointId && deliveryId !== failedId);
  return (
    <>
      {latest && <DeliveryBadge status={latest.status} />} replayed <Time at={at} relative />
    </>
  );
}

/** Permanently failed deliveries, which can be replayed. */
export function FailuresTab({ endpoint }: EndpointTabProps) {
  const view = useAgency();
  const { api, mayReplay: isAllowed } = view;
  const filters = useFilters();
  const withEvents = useWithEvents(true);
  const { creatorName, isReady } = useCreatorNames();
  const replaying = useAction();
  const mayReplay = isAllowed && endpoint.status === 'active';
  const pages = usePages(
    async (cursor) =>
      withEvents(await api.webhooks.listFailures({ endpoint_id: endpoint.id, ...filters.query, ...filters.outcomes, cursor, limit: 100 })),
    [api, endpoint.id, filters.search.toString()],
  );
  const { announcement, announce } = useAnnouncement(pages.reload);
  useLiveReload({ topic: 'deliveries', reload: pages.refresh, endpointId: endpoint.id });
  const replay = async ({ id, event_type: type }: FailureRecord) => {
    const isDone = await replaying.run(() => api.webhooks.replayFailure({ endpoint_id: endpoint.id, failure_id: id }));
    if (isDone) announce(`The ${type} event was queued again.`);
  };
  const replayAll = (close: () => void) => (
    <ReplayDialog
      endpoint={endpoint}
      filters={filters.query}
      onClose={() => {
        close();
        pages.reload();
      }}
    />
  );
  const failedAt = ({ attempts, delivery_id: id, failed_at: at }: FailureRecord) =>
    attempts.length === 0 ? (
      <Time at={at} />
    ) : (
      <RowLink home={`/endpoints/${endpoint.id}/failures`} id={id}>
        <Time at={at} />
      </RowLink>
    );
  const replayButton = (failure: FailureRecord) => (
    <Button look="small" aria-label={`Replay the ${failure.event_type} of ${failure.failed_at}`} onClick={() => void replay(failure)}>
      Replay
    </Button>
  );
  return (
    <Section
      title="Failures"
      takesFocus
      aside={
        <Permitted if={isAllowed} to="replay failures">
          <DialogButton
            disabled={!mayReplay || filters.search.has('outcome')}
            title={filters.search.has('outcome') ? 'Clear the filter by outcome first.' : undefined}
            dialog={replayAll}
          >
            Replay all matching…
          </DialogButton>
        </Permitted>
      }
    >
      {isAllowed && endpoint.status === 'disabled' && <p class="quiet">{upperFirst(activation(view, endpoint))} to replay failures.</p>}
      <FilterRow {...filters}>
        <OutcomeFilter {...filters} />
        <EventFilters {...filters} />
      </FilterRow>
      {replaying.error && <ErrorBox error={replaying.error} />}
      {announcement}
      <List
        pages={pages}
        isReady={isReady}
        empty={
          filters.search.size > 0 ? (
            <NotFound title="No matching failures">Change the filters. Failures are stored for 30 days.</NotFound>
          ) : (
            <Empty title="No failures">Deliveries whose attempts have all failed appear here for 30 days and can be replayed.</Empty>
          )
        }
        label="Failures"
        kind="stacks brief"
        onRow={openRow}
        columns={[
          ['Failed', failedAt, 'when'],
          ['Event type', (failure) => <EventType type={failure.event_type} />],
          ['Why', reasonOf, 'lead'],
          ['About', ({ event }) => <About event={event} creatorName={creatorName} />],
          [
            'Replayed',
            (failure) => replayedOf(failure, endpoint.id),
            undefined,
            { tone: ({ replayed_at: at }) => (at === null ? 'nothing' : '') },
          ],
          mayReplay && ['Replay', replayButton, 'row-actions'],
        ]}
      />
    </Section>
  );
}
